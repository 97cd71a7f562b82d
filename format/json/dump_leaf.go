package json

import (
	"encoding/base64"
	"math"
	"time"

	"example.com/calque/fault"
	"example.com/calque/internal/mem"
	"example.com/calque/internal/num"
	"example.com/calque/internal/option"
	"example.com/calque/value"
)

// numRoom is the room that the number writers of package num want.
const numRoom = 64

// Literals as words for one store.
const (
	wordNull  = 'n' | 'u'<<8 | 'l'<<16 | 'l'<<24
	wordTrue  = 't' | 'r'<<8 | 'u'<<16 | 'e'<<24
	wordFalse = 'f' | 'a'<<8 | 'l'<<16 | 's'<<24 | 'e'<<32
)

func (d *dumper) null(i int) int {
	i = d.room(i, 8)
	mem.Store32(d.p, i, wordNull)
	return i + 4
}

func (d *dumper) bool(i int, on bool) int {
	i = d.room(i, 8)
	if on {
		mem.Store32(d.p, i, wordTrue)
		return i + 4
	}
	mem.Store64(d.p, i, wordFalse)
	return i + 5
}

func (d *dumper) int(i int, v int64) int {
	if d.exact && (v > maxSafe || v < -maxSafe) {
		return d.canonicalNumber(i, value.Int(v))
	}
	i = d.room(i, numRoom)
	return num.PutInt(d.p, i, v)
}

func (d *dumper) uint(i int, v uint64) int {
	if d.exact && v > maxSafe {
		return d.canonicalNumber(i, value.Uint(v))
	}
	i = d.room(i, numRoom)
	return num.PutUint(d.p, i, v)
}

// float writes a float64.
func (d *dumper) float(i int, f float64) int {
	if f-f != 0 {
		return d.nonFinite(i, f)
	}
	i = d.room(i, numRoom)
	switch d.set.Floats {
	case option.FloatsES6:
		f += 0 // -0 becomes 0
	case option.FloatsNlohmann:
		return putNlohmann(d.p, i, f)
	}
	return num.PutFloat64(d.p, i, f)
}

// float32 writes a float32.
func (d *dumper) float32(i int, f float32) int {
	if f-f != 0 || d.exact || d.set.Floats == option.FloatsNlohmann {
		return d.float(i, float64(f))
	}
	if d.set.Floats == option.FloatsES6 {
		f += 0
	}
	i = d.room(i, numRoom)
	return num.PutFloat32(d.p, i, f)
}

// nonFinite writes NaN or an infinity.
//
//go:noinline
func (d *dumper) nonFinite(i int, f float64) int {
	name := "NaN"
	switch {
	case math.IsInf(f, 1):
		name = "Infinity"
	case math.IsInf(f, -1):
		name = "-Infinity"
	}
	switch d.set.NonFinite {
	case option.NonFiniteNull:
		return d.null(i)
	case option.NonFiniteString:
		return d.raw(i, []byte(`"`+name+`"`))
	case option.NonFiniteLiteral:
		return d.raw(i, []byte(name))
	}
	return d.report(i, &fault.Error{Code: fault.NotFinite, Want: "a finite number", Got: name})
}

// The years 0 to 9999, all that RFC 3339 has, in seconds since 1970.
const (
	minSecond = -62167219200
	maxSecond = 253402300799
)

// time writes a point in time as RFC 3339 in UTC, with the digits of a second's
// fraction that are not zero.
func (d *dumper) time(i int, t time.Time) int {
	if sec := t.Unix(); sec < minSecond || sec > maxSecond {
		return d.report(i, &fault.Error{
			Code: fault.OutOfRange, Want: "a year from 0 to 9999", Got: t.UTC().Format("2006"),
		})
	}
	i = d.room(i, numRoom)
	b := mem.Slice(d.p, i, numRoom)
	return i + len(t.UTC().AppendFormat(b[:0], `"`+time.RFC3339Nano+`"`))
}

// blob writes bytes in the form that the options ask for.
func (d *dumper) blob(i int, b []byte, sub uint64, hasSub bool, depth int) int {
	switch d.set.Bytes {
	case option.BytesObject:
		return d.blobObject(i, b, sub, hasSub, depth)
	case option.BytesError:
		return d.report(i, &fault.Error{Code: fault.Lossy, Want: "a kind that JSON has", Got: "bytes"})
	}
	if hasSub && !d.lossy() {
		return d.report(i, &fault.Error{Code: fault.Lossy, Want: "bytes without subtype", Got: "bytes with subtype"})
	}
	i = d.room(i, 1)
	mem.Store8(d.p, i, '"')
	i = d.base64(i+1, b)
	i = d.room(i, 1)
	mem.Store8(d.p, i, '"')
	return i + 1
}

// base64 writes b as standard base64 with padding.
func (d *dumper) base64(i int, b []byte) int {
	const step = maxNeed / 4 * 3
	for {
		piece := b[:min(len(b), step)]
		size := base64.StdEncoding.EncodedLen(len(piece))
		i = d.room(i, size)
		base64.StdEncoding.Encode(mem.Slice(d.p, i, size), piece)
		i += size
		if b = b[len(piece):]; len(b) == 0 || d.stopped {
			return i
		}
	}
}

// blobObject writes bytes as nlohmann/json does. In the pretty form the list of
// bytes stays on one line.
func (d *dumper) blobObject(i int, b []byte, sub uint64, hasSub bool, depth int) int {
	comma, size := uint16(','), 1
	if d.pretty {
		comma, size = ','|' '<<8, 2
	}
	i = d.room(i, 1)
	mem.Store8(d.p, i, '{')
	i = d.name(i+1, `"bytes"`, depth+1)
	mem.Store8(d.p, i, '[')
	i++
	for k, c := range b {
		if k > 0 {
			mem.Store16(d.p, i, comma)
			i += size
		}
		i = d.uint(i, uint64(c))
	}
	i = d.room(i, 2)
	mem.Store16(d.p, i, ']'|','<<8)
	i = d.name(i+2, `"subtype"`, depth+1)
	if hasSub {
		i = d.uint(i, sub)
	} else {
		i = d.null(i)
	}
	if d.pretty {
		i = d.line(i, depth)
	}
	i = d.room(i, 1)
	mem.Store8(d.p, i, '}')
	return i + 1
}

// name writes a key that is quoted already, on a line of its own where the
// output is pretty, and the colon.
func (d *dumper) name(i int, quoted string, depth int) int {
	if d.pretty {
		i = d.line(i, depth)
	}
	i = d.room(i, len(quoted))
	i += copy(mem.Slice(d.p, i, len(quoted)), quoted)
	mem.Store16(d.p, i, d.colon)
	return i + d.colonLen
}
