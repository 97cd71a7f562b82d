// Package format finds formats by name, by file extension, by media type and by
// the first bytes of an input. Packages below it register themselves when they
// are imported; format/all imports every one.
package format
