package json

import (
	"strconv"
	"unicode/utf8"

	"example.com/calque"
	"example.com/calque/fault"
	"example.com/calque/internal/option"
)

// Styles of floats, for [Floats].
const (
	// GoFloats is encoding/json's form: the shortest digits that read back,
	// with an exponent below 1e-6 and from 1e21 on. A float32 has the digits
	// that read back as a float32.
	GoFloats = option.FloatsGo
	// ES6Floats is the form of ECMAScript and RFC 8785: GoFloats with 0 for -0.
	ES6Floats = option.FloatsES6
	// NlohmannFloats is the form of the C++ library nlohmann/json, digit for
	// digit: a point in every float without an exponent (1.0), an exponent
	// below 1e-4 and from 1e15 on, of two digits at least (1e+15). A float32
	// is widened to a float64 first.
	NlohmannFloats = option.FloatsNlohmann
)

// Policies for NaN and infinities, for [NonFinite].
const (
	NonFiniteError   = option.NonFiniteError   // a fault (the default)
	NonFiniteNull    = option.NonFiniteNull    // written as null
	NonFiniteString  = option.NonFiniteString  // "NaN", "Infinity", "-Infinity"
	NonFiniteLiteral = option.NonFiniteLiteral // NaN, Infinity, -Infinity, which no strict parser reads
)

// Forms of bytes, for [BytesAs].
const (
	BytesBase64 = option.BytesBase64 // a string of standard base64 with padding (the default)
	BytesObject = option.BytesObject // {"bytes":[1,2],"subtype":null}, as nlohmann/json writes them
	BytesError  = option.BytesError  // a fault
)

// Indent makes the output pretty: each element on its own line, n characters of
// indentation a level ([IndentChar] says which), a space behind each colon. 0
// gives lines without indentation, less than 0 the compact form.
func Indent(n int) calque.Option { return option.Number(option.Indent, int64(max(n, -1))) }

// IndentChar sets the character of the indentation, a space by default. Only
// space and tab give JSON text that others can read.
func IndentChar(r rune) calque.Option { return option.Number(option.IndentChar, int64(r)) }

// Compact makes the output compact, without any white space. It is the default
// and undoes [Indent].
func Compact() calque.Option { return Indent(-1) }

// SortKeys writes the members of objects in the order of the bytes of their
// keys; equal keys keep their order. The value does not change.
func SortKeys() calque.Option { return option.Flag(option.SortKeys) }

// EnsureASCII writes every character from U+007F on as \uxxxx, those beyond
// U+FFFF as a surrogate pair.
func EnsureASCII() calque.Option { return option.Flag(option.EnsureASCII) }

// EscapeHTML writes <, > and & as \u003c, \u003e and \u0026, so that the text
// can stand inside HTML.
func EscapeHTML() calque.Option { return option.Flag(option.EscapeHTML) }

// EscapeJS writes U+2028 and U+2029, which end a line in old JavaScript, as
// \u2028 and \u2029.
func EscapeJS() calque.Option { return option.Flag(option.EscapeJS) }

// Floats sets how floats become text: [GoFloats] (the default), [ES6Floats] or
// [NlohmannFloats]. Integers, and numbers whose text a value has kept, are not
// changed.
func Floats(style uint8) calque.Option { return option.Number(option.Floats, int64(style)) }

// NonFinite says what becomes of NaN and infinities: [NonFiniteError] (the
// default), [NonFiniteNull], [NonFiniteString] or [NonFiniteLiteral]. The last
// one makes a parser read the literals too.
func NonFinite(policy uint8) calque.Option { return option.Number(option.NonFinite, int64(policy)) }

// BytesAs says what bytes become: [BytesBase64] (the default), [BytesObject] or
// [BytesError].
func BytesAs(form uint8) calque.Option { return option.Number(option.Bytes, int64(form)) }

// Comments makes a parser read // and /* */ comments as white space.
func Comments() calque.Option { return option.Flag(option.Comments) }

// TrailingCommas makes a parser accept one comma behind the last element of an
// array and the last member of an object.
func TrailingCommas() calque.Option { return option.Flag(option.TrailingCommas) }

// Canonical writes the one text that RFC 8785 gives to a value, so that equal
// data has equal bytes: no white space, members sorted by the UTF-16 code units
// of their names, numbers as ECMAScript writes them, the shortest escapes. It
// goes before the other options of form ([Indent], [SortKeys], [Floats],
// [NonFinite], the escapes).
//
// What is written reads back as the same value. So a number that the shortest
// digits of a float64 do not tell exactly, such as 9007199254740993, is an
// Inexact fault, unless calque.Lossy allows to round it; beyond the range of a
// float64 it is OutOfRange even so. Two members of one name are a Duplicate
// fault, extensions Lossy. Bytes and times are the strings they always are.
func Canonical() calque.Option { return option.Flag(option.Canonical) }

// IJSON makes reading and writing refuse what RFC 7493 (I-JSON) excludes,
// whatever other options allow: a name twice in an object (Duplicate), half a
// pair of surrogates (BadEscape) and other ill-formed UTF-8, characters that
// Unicode excludes, such as U+FFFF, in strings and names (BadText), numbers
// beyond the range of a float64 (OutOfRange) or with more digits than it tells,
// and numbers written as integers beyond 2^53-1 (Inexact). All such faults are
// reported. Strict reading records positions, as calque.Positions does.
func IJSON() calque.Option { return option.Flag(option.IJSON) }

// switches are the options of a format specification that are on or off.
var switches = map[string]option.Key{
	"sort":            option.SortKeys,
	"ascii":           option.EnsureASCII,
	"html":            option.EscapeHTML,
	"js":              option.EscapeJS,
	"comments":        option.Comments,
	"trailing-commas": option.TrailingCommas,
	"canonical":       option.Canonical,
	"ijson":           option.IJSON,
}

// choices are the options of a format specification that take a word.
var choices = map[string]struct {
	key   option.Key
	words map[string]uint8
}{
	"floats": {option.Floats, map[string]uint8{
		"go": GoFloats, "es6": ES6Floats, "nlohmann": NlohmannFloats,
	}},
	"nonfinite": {option.NonFinite, map[string]uint8{
		"error": NonFiniteError, "null": NonFiniteNull, "string": NonFiniteString, "literal": NonFiniteLiteral,
	}},
	"bytes": {option.Bytes, map[string]uint8{
		"base64": BytesBase64, "object": BytesObject, "error": BytesError,
	}},
	"utf8": {option.UTF8, map[string]uint8{
		"strict": calque.Strict, "replace": calque.ReplaceUTF8, "ignore": calque.Ignore,
	}},
}

// optionByName returns the option that a word of a format specification such as
// "json:indent=4,ascii" stands for: name, or name=val. Errors are BadOption.
func optionByName(name, val string) (calque.Option, error) {
	if key, ok := switches[name]; ok {
		switch val {
		case "", "true":
			return option.Flag(key), nil
		case "false":
			return option.Number(key, 0), nil
		}
		return calque.Option{}, badOption("true or false", val)
	}
	if c, ok := choices[name]; ok {
		word, known := c.words[val]
		if !known {
			return calque.Option{}, badOption("a value of "+name, val)
		}
		return option.Number(c.key, int64(word)), nil
	}
	switch name {
	case "compact":
		if val == "" {
			return Compact(), nil
		}
		return calque.Option{}, badOption("no value", val)
	case "indent":
		n, err := strconv.Atoi(val)
		if err != nil {
			return calque.Option{}, badOption("a number of characters", val)
		}
		return Indent(n), nil
	case "indent-char":
		return indentCharByName(val)
	}
	return calque.Option{}, badOption("an option of json", name)
}

// indentCharByName returns the option for one character, or for the word tab or
// space, which are easier to type in a shell.
func indentCharByName(val string) (calque.Option, error) {
	switch val {
	case "tab", `\t`:
		return IndentChar('\t'), nil
	case "space":
		return IndentChar(' '), nil
	}
	r, size := utf8.DecodeRuneInString(val)
	if size != len(val) || r == utf8.RuneError && size <= 1 {
		return calque.Option{}, badOption("one character", val)
	}
	return IndentChar(r), nil
}

func badOption(want, got string) error {
	return fault.One(&fault.Error{
		Code: fault.BadOption, Format: "json", Offset: -1, Want: want, Got: strconv.Quote(got),
	})
}
