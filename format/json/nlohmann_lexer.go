package json

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// The texts of nlohmann/json's errors cannot be had from the position of a
// fault alone: they tell which token the library had read, what it remembers of
// the input since the last string or number, and where its counters stand. So
// the profile runs a lexer and a parser of the same states over the input,
// once, after the parser proper has refused it.

// nlToken is a token of nlohmann/json's lexer.
type nlToken uint8

const (
	nlNone nlToken = iota
	nlTrue
	nlFalse
	nlNull
	nlString
	nlInteger
	nlFloat
	nlOpenArray
	nlOpenObject
	nlCloseArray
	nlCloseObject
	nlColon
	nlComma
	nlBad
	nlEnd
	nlValue // in messages: any value
)

// nlTokenNames are the names that the library's messages use.
var nlTokenNames = [...]string{
	nlTrue:        "true literal",
	nlFalse:       "false literal",
	nlNull:        "null literal",
	nlString:      "string literal",
	nlInteger:     "number literal",
	nlFloat:       "number literal",
	nlOpenArray:   "'['",
	nlOpenObject:  "'{'",
	nlCloseArray:  "']'",
	nlCloseObject: "'}'",
	nlColon:       "':'",
	nlComma:       "','",
	nlEnd:         "end of input",
	nlValue:       "'[', '{', or a literal",
}

// nlEOF is what get returns behind the input.
const nlEOF = -1

// nlLexer reads tokens and keeps the counters that the messages show.
type nlLexer struct {
	in       []byte
	at       int  // next byte of in
	cur      int  // the byte last read, or nlEOF
	again    bool // the next get returns cur once more
	total    int  // bytes read, the end counting as one
	lines    int  // line feeds read
	column   int  // bytes read in the line
	seen     []byte
	problem  string
	comments bool
	trailing bool
}

func (l *nlLexer) get() int {
	l.total++
	l.column++
	switch {
	case l.again:
		l.again = false
	case l.at < len(l.in):
		l.cur = int(l.in[l.at])
		l.at++
	default:
		l.cur = nlEOF
	}
	if l.cur != nlEOF {
		l.seen = append(l.seen, byte(l.cur))
	}
	if l.cur == '\n' {
		l.lines++
		l.column = 0
	}
	return l.cur
}

func (l *nlLexer) unget() {
	l.again = true
	l.total--
	if l.column == 0 {
		if l.lines > 0 {
			l.lines--
		}
	} else {
		l.column--
	}
	if l.cur != nlEOF && len(l.seen) > 0 {
		l.seen = l.seen[:len(l.seen)-1]
	}
}

// reset makes the memory of what was read begin at the current byte.
func (l *nlLexer) reset() {
	l.seen = l.seen[:0]
	if l.cur != nlEOF {
		l.seen = append(l.seen, byte(l.cur))
	}
}

func (l *nlLexer) bad(problem string) nlToken {
	l.problem = problem
	return nlBad
}

// scan reads the next token.
func (l *nlLexer) scan() nlToken {
	if l.total == 0 && !l.skipMark() {
		return l.bad("invalid BOM; must be 0xEF 0xBB 0xBF if given")
	}
	l.skipSpace()
	for l.comments && l.cur == '/' {
		if !l.skipComment() {
			return nlBad
		}
		l.skipSpace()
	}
	switch c := l.cur; {
	case c == nlEOF || c == 0:
		return nlEnd
	case c == '[':
		return nlOpenArray
	case c == ']':
		return nlCloseArray
	case c == '{':
		return nlOpenObject
	case c == '}':
		return nlCloseObject
	case c == ':':
		return nlColon
	case c == ',':
		return nlComma
	case c == 't':
		return l.literal("true", nlTrue)
	case c == 'f':
		return l.literal("false", nlFalse)
	case c == 'n':
		return l.literal("null", nlNull)
	case c == '"':
		return l.text()
	case c == '-' || nlDigit(c):
		return l.number()
	}
	return l.bad("invalid literal")
}

// skipMark reads a byte order mark if there is one, and reports whether it is
// whole.
func (l *nlLexer) skipMark() bool {
	if l.get() != 0xEF {
		l.unget()
		return true
	}
	if l.get() != 0xBB {
		return false
	}
	return l.get() == 0xBF
}

func (l *nlLexer) skipSpace() {
	for {
		switch l.get() {
		case ' ', '\t', '\n', '\r':
		default:
			return
		}
	}
}

func (l *nlLexer) skipComment() bool {
	switch l.get() {
	case '/':
		for {
			switch l.get() {
			case '\n', '\r', nlEOF, 0:
				return true
			}
		}
	case '*':
		for {
			switch l.get() {
			case nlEOF, 0:
				l.problem = "invalid comment; missing closing '*/'"
				return false
			case '*':
				if l.get() == '/' {
					return true
				}
				l.unget()
			}
		}
	}
	l.problem = "invalid comment; expecting '/' or '*' after '/'"
	return false
}

func (l *nlLexer) literal(word string, t nlToken) nlToken {
	for i := 1; i < len(word); i++ {
		if l.get() != int(word[i]) {
			return l.bad("invalid literal")
		}
	}
	return t
}

func nlDigit(c int) bool { return '0' <= c && c <= '9' }

func (l *nlLexer) digits() {
	for nlDigit(l.get()) {
	}
}

func (l *nlLexer) number() nlToken {
	l.reset()
	t := nlInteger
	if l.cur == '-' && !nlDigit(l.get()) {
		return l.bad("invalid number; expected digit after '-'")
	}
	if l.cur == '0' {
		l.get()
	} else {
		l.digits()
	}
	if l.cur == '.' {
		t = nlFloat
		if !nlDigit(l.get()) {
			return l.bad("invalid number; expected digit after '.'")
		}
		l.digits()
	}
	if l.cur == 'e' || l.cur == 'E' {
		t = nlFloat
		switch c := l.get(); {
		case c == '+' || c == '-':
			if !nlDigit(l.get()) {
				return l.bad("invalid number; expected digit after exponent sign")
			}
		case !nlDigit(c):
			return l.bad("invalid number; expected '+', '-', or digit after exponent")
		}
		l.digits()
	}
	l.unget()
	return t
}

// nlControls are the names of the control characters in messages.
var nlControls = strings.Fields("NUL SOH STX ETX EOT ENQ ACK BEL BS HT LF VT FF CR SO SI " +
	"DLE DC1 DC2 DC3 DC4 NAK SYN ETB CAN EM SUB ESC FS GS RS US")

func nlControl(c int) string {
	s := fmt.Sprintf("invalid string: control character U+%04X (%s) must be escaped to \\u%04X", c, nlControls[c], c)
	if i := strings.IndexByte("\bb\tt\nn\ff\rr", byte(c)); i >= 0 && i%2 == 0 {
		s += " or \\" + "bbttnnffrr"[i:i+1]
	}
	return s
}

func (l *nlLexer) text() nlToken {
	l.reset()
	for {
		switch c := l.get(); {
		case c == nlEOF:
			return l.bad("invalid string: missing closing quote")
		case c == '"':
			return nlString
		case c == '\\':
			if problem := l.escape(); problem != "" {
				return l.bad(problem)
			}
		case c < ' ':
			return l.bad(nlControl(c))
		case c >= 0x80:
			if !l.sequence(c) {
				return l.bad("invalid string: ill-formed UTF-8 byte")
			}
		}
	}
}

// escape reads what stands behind a backslash; it returns the problem.
func (l *nlLexer) escape() string {
	switch l.get() {
	case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
		return ""
	case 'u':
	default:
		return "invalid string: forbidden character after backslash"
	}
	const (
		hex  = `invalid string: '\u' must be followed by 4 hex digits`
		low  = "invalid string: surrogate U+D800..U+DBFF must be followed by U+DC00..U+DFFF"
		high = "invalid string: surrogate U+DC00..U+DFFF must follow U+D800..U+DBFF"
	)
	r := l.hex4()
	switch {
	case r < 0:
		return hex
	case r>>10 == 0xDC00>>10:
		return high
	case r>>10 != 0xD800>>10:
		return ""
	}
	if l.get() != '\\' || l.get() != 'u' {
		return low
	}
	r = l.hex4()
	switch {
	case r < 0:
		return hex
	case r>>10 != 0xDC00>>10:
		return low
	}
	return ""
}

func (l *nlLexer) hex4() int {
	r := 0
	for range 4 {
		c := l.get()
		switch {
		case nlDigit(c):
			c -= '0'
		case 'a' <= c && c <= 'f':
			c -= 'a' - 10
		case 'A' <= c && c <= 'F':
			c -= 'A' - 10
		default:
			return -1
		}
		r = r<<4 | c
	}
	return r
}

// sequence reads the rest of the UTF-8 sequence that c begins.
func (l *nlLexer) sequence(c int) bool {
	lo, hi, n := 0x80, 0xBF, 0
	switch {
	case c < 0xC2 || c > 0xF4:
		return false
	case c < 0xE0:
		n = 1
	case c < 0xF0:
		n = 2
	default:
		n = 3
	}
	switch c {
	case 0xE0:
		lo = 0xA0
	case 0xED:
		hi = 0x9F
	case 0xF0:
		lo = 0x90
	case 0xF4:
		hi = 0x8F
	}
	for range n {
		if c := l.get(); c < lo || c > hi {
			return false
		}
		lo, hi = 0x80, 0xBF
	}
	return true
}

// lastRead returns what the library remembers of the input, as its messages
// show it.
func (l *nlLexer) lastRead() string {
	var b strings.Builder
	for _, c := range l.seen {
		if c < ' ' {
			fmt.Fprintf(&b, "<U+%04X>", c)
		} else {
			b.WriteByte(c)
		}
	}
	return b.String()
}

// overflows reports whether the number last read is beyond a float64.
func (l *nlLexer) overflows() bool {
	f, _ := strconv.ParseFloat(string(l.seen), 64)
	return math.IsInf(f, 0)
}
