package json

import "fmt"

// nlParser is a parser with the states of nlohmann/json's.
type nlParser struct {
	nlLexer
	tok   nlToken
	stack []bool // open containers: true for an object
}

// nlohmannError returns what nlohmann/json 3.11 says of an input that it does
// not accept. Where it accepts it, end is the offset behind what it reads: the
// length of the input, or the offset of a NUL byte, which ends it.
func nlohmannError(in []byte, comments, trailing bool) (end int, err *NlohmannError) {
	p := &nlParser{nlLexer: nlLexer{in: in, comments: comments, trailing: trailing}}
	p.next()
	if err := p.document(); err != nil {
		return 0, err
	}
	if p.next() != nlEnd {
		return 0, p.fault(nlEnd, "value")
	}
	if p.cur == 0 {
		return p.at - 1, nil
	}
	return p.at, nil
}

func (p *nlParser) next() nlToken {
	p.tok = p.scan()
	return p.tok
}

// fault returns the error of a token that was not wanted.
func (p *nlParser) fault(want nlToken, context string) *NlohmannError {
	text := "syntax error while parsing " + context + " - "
	if p.tok == nlBad {
		text += p.problem + "; last read: '" + p.lastRead() + "'"
	} else {
		text += "unexpected " + nlTokenNames[p.tok]
	}
	if want != nlNone {
		text += "; expected " + nlTokenNames[want]
	}
	return p.at101(text)
}

func (p *nlParser) at101(text string) *NlohmannError {
	return &NlohmannError{ID: 101, Byte: p.total, Text: fmt.Sprintf(
		"[json.exception.parse_error.101] parse error at line %d, column %d: %s", p.lines+1, p.column, text)}
}

// document reads one value; the last token read is its last one.
func (p *nlParser) document() *NlohmannError {
	for {
		opened, err := p.value()
		if err != nil {
			return err
		}
		if opened {
			continue
		}
		// A value is complete: close what it completes.
		for {
			if len(p.stack) == 0 {
				return nil
			}
			more, err := p.behind(p.stack[len(p.stack)-1])
			if err != nil {
				return err
			}
			if more {
				break
			}
			p.stack = p.stack[:len(p.stack)-1]
		}
	}
}

// value reads a scalar, an empty container, or the start of a container up to
// the first token of its first value.
func (p *nlParser) value() (opened bool, err *NlohmannError) {
	switch p.tok {
	case nlOpenObject:
		if p.next() == nlCloseObject {
			return false, nil
		}
		p.stack = append(p.stack, true)
		return true, p.key()
	case nlOpenArray:
		if p.next() == nlCloseArray {
			return false, nil
		}
		p.stack = append(p.stack, false)
		return true, nil
	case nlTrue, nlFalse, nlNull, nlString:
		return false, nil
	case nlInteger, nlFloat:
		if p.overflows() {
			return false, &NlohmannError{
				ID:   406,
				Text: "[json.exception.out_of_range.406] number overflow parsing '" + p.lastRead() + "'",
			}
		}
		return false, nil
	case nlBad:
		return false, p.fault(nlNone, "value")
	case nlEnd:
		if p.total == 1 {
			return false, p.at101("attempting to parse an empty input; " +
				"check that your input string or stream contains the expected JSON")
		}
	}
	return false, p.fault(nlValue, "value")
}

// key reads a key, whose token was read, the colon and the first token of the
// value.
func (p *nlParser) key() *NlohmannError {
	if p.tok != nlString {
		return p.fault(nlString, "object key")
	}
	if p.next() != nlColon {
		return p.fault(nlColon, "object separator")
	}
	p.next()
	return nil
}

// behind reads what follows an element; more tells that another one follows,
// whose first token was read.
func (p *nlParser) behind(object bool) (more bool, err *NlohmannError) {
	closer, context := nlCloseArray, "array"
	if object {
		closer, context = nlCloseObject, "object"
	}
	switch p.next() {
	case nlComma:
		p.next()
		if p.trailing && p.tok == closer {
			return false, nil
		}
		if object {
			return true, p.key()
		}
		return true, nil
	case closer:
		return false, nil
	}
	return false, p.fault(closer, context)
}
