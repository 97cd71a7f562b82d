package json

import (
	"bytes"
	"fmt"
	"math"
	"strconv"

	"example.com/calque"
	"example.com/calque/fault"
	"example.com/calque/internal/node"
	"example.com/calque/internal/option"
	"example.com/calque/value"
)

// NlohmannError is the cause of a fault under the option Nlohmann: what
// nlohmann/json says of the same input or value. errors.As finds it.
type NlohmannError struct {
	// ID is the number of the exception, such as 101.
	ID int
	// Byte is the number of bytes read up to the error, the end of the input
	// counting as one; 0 where the library gives no position.
	Byte int
	// Text is the text of the exception, from "[json.exception." on.
	Text string
}

// Error returns the text of the exception.
func (e *NlohmannError) Error() string { return e.Text }

// Nlohmann returns the profile of the C++ library nlohmann/json, version 3.11:
// what it accepts, what it reads numbers as, the bytes of its dump (its digits
// of floats included), and the numbers and texts of its errors, which are the
// cause of the fault as a *NlohmannError. Reading with the profile is slower
// than without it.
//
// It sets Duplicates(Last), NonFinite(null), Floats(nlohmann), BytesAs(object),
// FailFast and no limit of depth; options behind it change that. A NUL byte
// ends the input, integers beyond 64 bits become floats, the sign of the
// integer -0 is lost: these are the library's rules and hold only here.
func Nlohmann() calque.Option {
	return option.Option{Key: option.Bundle, Ref: []option.Option{
		option.Flag(option.Nlohmann),
		option.Flag(option.FailFast),
		option.Flag(option.KeepSpelling),
		option.Number(option.MaxDepth, 0),
		option.Number(option.Duplicates, int64(option.DupLast)),
		option.Number(option.NonFinite, int64(option.NonFiniteNull)),
		option.Number(option.Floats, int64(option.FloatsNlohmann)),
		option.Number(option.Bytes, int64(option.BytesObject)),
	}}
}

// parseNlohmann is parseWhole with the library's rules.
func parseNlohmann(d *value.Doc, data []byte, set *option.Set) *fault.List {
	end, says := nlohmannError(data, set.Comments, set.TrailingCommas)
	if says == nil {
		plain := *set
		plain.Nlohmann, plain.Comments = false, false
		text := data[:end]
		if set.Comments {
			text = withoutComments(text)
		}
		faults := parseWhole(d, text, &plain)
		nlohmannNumbers(d.Slab())
		return faults
	}
	d.Reset()
	slab := d.Slab()
	slab.Load(nil)
	slab.Nodes = append(slab.Nodes, node.Node{})
	code, offset := fault.Syntax, max(says.Byte-1, 0)
	switch {
	case says.ID == 406:
		code, offset = fault.OutOfRange, 0
	case offset >= len(data):
		code, offset = fault.Truncated, len(data)
	}
	return fault.One(&fault.Error{Code: code, Format: "json", Offset: int64(offset), Err: says})
}

// likeNlohmann makes a value of a stream, which the parser proper has read from
// data, what the library makes of it. The position in its errors counts from the
// start of the value.
func likeNlohmann(d *value.Doc, data []byte, faults *fault.List, set *option.Set) {
	if faults == nil {
		nlohmannNumbers(d.Slab())
		return
	}
	if _, says := nlohmannError(data, set.Comments, set.TrailingCommas); says != nil && faults.Errors[0].Err == nil {
		faults.Errors[0].Err = says
	}
}

// withoutComments returns a copy of an accepted text with blanks in the place of
// its comments. The library takes any bytes in them.
func withoutComments(text []byte) []byte {
	b := bytes.Clone(text)
	for i := 0; i < len(b); i++ {
		switch b[i] {
		case '"':
			for i++; b[i] != '"'; i++ {
				if b[i] == '\\' {
					i++
				}
			}
		case '/':
			end := len(b)
			if b[i+1] == '*' {
				end = i + 4 + bytes.Index(b[i+2:], []byte("*/"))
			} else if n := bytes.IndexAny(b[i:], "\r\n"); n >= 0 {
				end = i + n
			}
			for k := i; k < end; k++ {
				b[k] = ' '
			}
			i = end - 1
		}
	}
	return b
}

// nlohmannNumbers makes the numbers that kept their text what the library reads
// them as: an integer where it fits 64 bits, else a float64. Its integer -0 has
// no sign.
func nlohmannNumbers(slab *node.Slab) {
	for i, n := range slab.Nodes {
		if n.Kind() != node.Number {
			continue
		}
		text := string(slab.Text[n.Val : int(n.Val)+n.Len()])
		if text == "-0" {
			slab.Nodes[i] = node.Make(node.Int, 0, 0, 0)
			continue
		}
		// An overflow was refused before; an underflow is zero.
		f, _ := strconv.ParseFloat(text, 64)
		slab.Nodes[i] = node.Make(node.Float, 0, 0, math.Float64bits(f))
	}
}

// nlohmannUTF8 returns what the library says of the string that badUTF8 reports.
func nlohmannUTF8(s string, k, size int, complete bool) *NlohmannError {
	const prefix = "[json.exception.type_error.316] "
	if !complete {
		return &NlohmannError{ID: 316, Text: fmt.Sprintf(prefix+"incomplete UTF-8 string; last byte: 0x%02X", s[len(s)-1])}
	}
	if isLead(s[k]) {
		k += size
	}
	return &NlohmannError{ID: 316, Text: fmt.Sprintf(prefix+"invalid UTF-8 byte at index %d: 0x%02X", k, s[k])}
}
