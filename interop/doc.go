// Package interop holds the tests of calque against the real libraries of other
// languages. Each peer is a small program in peers/ that the test compiles and
// talks to over its standard input and output; see the head of each source for
// what it understands.
//
// The module stays outside go.work, so that a build of calque never needs it.
// A missing compiler or library skips the tests, visibly; with CALQUE_PEERS=must
// in the environment it fails them.
package interop
