package json

import "bytes"

// frame finds the end of a value by its brackets and quotes alone, in a text
// that comes piece by piece. It looks at every byte once. Of a value that is
// well-formed it finds the right end; what it finds of another one is a guess.
type frame struct {
	at       int // bytes looked at
	depth    int
	state    frameState
	comments bool
}

type frameState uint8

const (
	frameStart     frameState = iota // nothing seen but white space
	frameScalar                      // in a number or a literal at the top
	frameInside                      // in a container, between tokens
	frameString                      // in a string
	frameEscape                      // behind a backslash in a string
	frameSlash                       // behind a '/' that may begin a comment
	frameLine                        // in a comment up to the end of the line
	frameBlock                       // in a comment up to */
	frameBlockStar                   // there, behind a star
	frameDone
)

// scalar reports whether the value is a number or a literal, which ends where
// the text does.
func (f *frame) scalar() bool { return f.state == frameScalar }

// find looks at what is new in data, which begins with the value, and returns
// the offset behind the value once it is whole.
func (f *frame) find(data []byte) (end int, whole bool) {
	for f.at < len(data) && f.state != frameDone {
		if f.state == frameString {
			f.inString(data)
			continue
		}
		f.step(data[f.at])
	}
	return f.at, f.state == frameDone
}

// inString goes on to the next quote or backslash, a piece at a time so that
// neither is looked for far beyond the other.
func (f *frame) inString(data []byte) {
	piece := data[f.at:min(f.at+256, len(data))]
	n := bytes.IndexByte(piece, '"')
	if n >= 0 {
		piece = piece[:n]
	}
	if k := bytes.IndexByte(piece, '\\'); k >= 0 {
		f.at += k + 1
		f.state = frameEscape
		return
	}
	f.at += len(piece)
	if n >= 0 {
		f.at++
		f.leave()
	}
}

// leave goes back to what is around a string.
func (f *frame) leave() {
	f.state = frameInside
	if f.depth == 0 {
		f.state = frameDone
	}
}

// step looks at one byte outside the plain part of a string.
func (f *frame) step(c byte) {
	switch f.state {
	case frameEscape:
		f.state = frameString
	case frameScalar:
		if isDelimiter(c) {
			f.state = frameDone
			return // c is not part of it
		}
	case frameStart, frameInside:
		f.token(c)
	default:
		f.comment(c)
	}
	f.at++
}

// token looks at the first byte of a token.
func (f *frame) token(c byte) {
	switch {
	case c == '"':
		f.state = frameString
	case c == '[' || c == '{':
		f.depth++
		f.state = frameInside
	case c == ']' || c == '}':
		if f.depth--; f.depth <= 0 {
			f.state = frameDone
		}
	case c == '/' && f.comments:
		f.state = frameSlash
	case f.state == frameStart && !isDelimiter(c):
		f.state = frameScalar
	}
}

// comment looks at a byte of a comment.
func (f *frame) comment(c byte) {
	around := frameInside
	if f.depth == 0 {
		around = frameStart
	}
	switch {
	case f.state == frameSlash && c == '/':
		f.state = frameLine
	case f.state == frameSlash && c == '*':
		f.state = frameBlock
	case f.state == frameSlash:
		f.state = around
		f.token(c)
	case f.state == frameLine && c == '\n', f.state == frameBlockStar && c == '/':
		f.state = around
	case f.state == frameBlock && c == '*':
		f.state = frameBlockStar
	case f.state == frameBlockStar && c != '*':
		f.state = frameBlock
	}
}

// isDelimiter reports whether a number or a literal ends in front of c.
func isDelimiter(c byte) bool {
	switch c {
	case ' ', '\n', '\r', '\t', ',', ':', '[', ']', '{', '}', '"':
		return true
	}
	return false
}
