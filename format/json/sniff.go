package json

import "bytes"

// sniff returns how sure it is that an input beginning with prefix is JSON.
func sniff(prefix []byte) int {
	prefix = prefix[blanks(prefix):]
	if len(prefix) == 0 {
		return 0
	}
	rest := prefix[1:]
	rest = rest[blanks(rest):]
	switch c := prefix[0]; {
	case c == '{':
		if len(rest) == 0 || rest[0] == '"' || rest[0] == '}' {
			return 90
		}
	case c == '[':
		if len(rest) == 0 || rest[0] == ']' || beginsValue(rest[0]) {
			return 80
		}
	case c == '"':
		return 60
	case c == '-' || c-'0' <= 9:
		if isNumberText(prefix) {
			return 50
		}
	default:
		for _, word := range []string{"true", "false", "null"} {
			if bytes.HasPrefix(prefix, []byte(word)) {
				return 50
			}
		}
	}
	return 0
}

// beginsValue reports whether a value can begin with c.
func beginsValue(c byte) bool {
	switch c {
	case '{', '[', '"', '-', 't', 'f', 'n':
		return true
	}
	return c-'0' <= 9
}

// isNumberText reports whether text begins with a number and a blank, or is
// nothing but bytes of numbers.
func isNumberText(text []byte) bool {
	for i, c := range text {
		if c-'0' > 9 && !bytes.ContainsRune([]byte("+-.eE"), rune(c)) {
			return i > 0 && blanks(text[i:]) > 0
		}
	}
	return true
}

// sniffLines returns how sure it is that an input beginning with prefix is
// NDJSON: its lines, of which there are several, each begin with an object or an
// array, and all but the last, which may be cut, hold a whole one.
func sniffLines(prefix []byte) int {
	lines := 0
	for len(prefix) > 0 {
		line, rest, cut := bytes.Cut(prefix, []byte("\n"))
		prefix = rest
		line = line[blanks(line):]
		if len(line) == 0 {
			continue
		}
		if line[0] != '{' && line[0] != '[' {
			return 0
		}
		var f frame
		end, whole := f.find(line)
		if cut && !whole || whole && blanks(line[end:]) < len(line)-end {
			return 0
		}
		lines++
	}
	if lines < 2 {
		return 0
	}
	return 95
}
