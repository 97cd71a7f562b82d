package fault

import (
	"fmt"
	"strings"
)

// rowSize is the number of bytes in a row of a hex excerpt.
const rowSize = 16

// hexExcerpt returns the row of 16 bytes that holds the byte at an index, the
// row in front of it, and a line that marks the byte. base is the offset of
// input in its stream.
func hexExcerpt(input []byte, at int, base int64) string {
	offset := base + int64(at)
	row := offset &^ (rowSize - 1)
	var b strings.Builder
	if row > base {
		b.WriteString(hexRow(input, row-rowSize, base))
		b.WriteByte('\n')
	}
	text := hexRow(input, row, base)
	b.WriteString(text)
	b.WriteByte('\n')
	column := int(offset - row)
	gutter := strings.IndexByte(text, ' ') + 2
	hex := gutter + hexColumn(column)
	b.WriteString(pad("", hex))
	b.WriteString("^^")
	if at < len(input) {
		b.WriteString(pad("", gutter+hexColumn(rowSize)+2+column-hex-2))
		b.WriteByte('^')
	}
	return b.String()
}

// hexColumn returns the place of a byte of a row behind its gutter: two digits
// and a space each, one more space in the middle.
func hexColumn(i int) int {
	if i >= rowSize/2 {
		return 3*i + 1
	}
	return 3 * i
}

// hexRow returns the row that begins at a stream offset, as hexdump -C shows
// it. Places outside the input are blank.
func hexRow(input []byte, row, base int64) string {
	var hex, ascii strings.Builder
	for i := range int64(rowSize) {
		if i == rowSize/2 {
			hex.WriteByte(' ')
		}
		j := row + i - base
		if j < 0 || j >= int64(len(input)) {
			hex.WriteString("   ")
			if j < 0 {
				ascii.WriteByte(' ')
			}
			continue
		}
		c := input[j]
		fmt.Fprintf(&hex, "%02x ", c)
		if c < ' ' || c > '~' {
			c = '.'
		}
		ascii.WriteByte(c)
	}
	return fmt.Sprintf("%08x  %s |%s|", row, hex.String(), ascii.String())
}
