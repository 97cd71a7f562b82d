package json

import (
	"example.com/calque"
	"example.com/calque/internal/mem"
	"example.com/calque/internal/option"
	"example.com/calque/internal/scan"
	"example.com/calque/value"
)

// AppendQuote appends s to dst as a JSON string, with its quotes and escapes:
// what [Append] makes of that string. [EnsureASCII], [EscapeHTML], [EscapeJS]
// and calque.UTF8 say how; other options change nothing but what Append refuses.
//
// Ill-formed UTF-8 is a BadUTF8 fault in a *fault.List, unless calque.UTF8 allows
// it; dst then comes back with what was written in front of it. The memory
// between the length and the capacity of dst may be written to beyond the text.
func AppendQuote(dst []byte, s string, opts ...calque.Option) ([]byte, error) {
	m := plainMode
	if len(opts) > 0 {
		m = modeOf(opts)
	}
	if m != nil {
		if out := appendQuoted(dst, s, m); out != nil {
			return out, nil
		}
	}
	return appendValue(dst, value.String(s), setOf(opts))
}

// plainMode is the policy without options.
var plainMode = scan.NewMode(false, false, false)

// modeOf returns the policy of options that say nothing but how to escape, nil
// where there are others.
func modeOf(opts []calque.Option) *scan.Mode {
	var html, js, ascii bool
	for i := range opts {
		on := opts[i].Num != 0
		switch opts[i].Key {
		case option.None:
		case option.EscapeHTML:
			html = on
		case option.EscapeJS:
			js = on
		case option.EnsureASCII:
			ascii = on
		default:
			return nil
		}
	}
	return scan.NewMode(html, js, ascii)
}

// appendQuoted appends s to dst as a JSON string. It returns nil where that cannot be
// done: s is not well-formed, or too long.
func appendQuoted(dst []byte, s string, m *scan.Mode) []byte {
	need := len(s) + 2
	if len(s) > 32 { // for kernels, which want more room than they fill
		need += scan.QuoteRoom
	}
	i := len(dst)
	if need > cap(dst)-i {
		if dst = widen(dst, need); dst == nil {
			return nil
		}
	}
	mem.Store8(mem.Of(dst), i, '"')
	i++
	for k := 0; ; {
		p, room := mem.Of(dst), cap(dst)-i-1
		read, wrote := scan.Quote(mem.At(p, i), room, mem.At(mem.OfString(s), k), len(s)-k, m)
		i += wrote
		if k += read; k == len(s) {
			mem.Store8(p, i, '"')
			return dst[:i+1]
		}
		if room-wrote >= scan.QuoteRoom {
			return nil
		}
		if dst = widen(dst[:i], len(s)-k+scan.QuoteRoom+2); dst == nil {
			return nil
		}
	}
}

// widen returns dst with room for need more bytes and space to grow, nil where
// that is more than there can be.
//
//go:noinline
func widen(dst []byte, need int) []byte {
	if need > maxOutput-len(dst) {
		return nil
	}
	grown := mem.Uncleared[byte](max(len(dst)+need, min(cap(dst)+cap(dst)/2, maxOutput)))
	return grown[:copy(grown, dst)]
}
