package json

import (
	"example.com/calque"
	"example.com/calque/internal/option"
)

// Sequence makes every value of a stream a record of RFC 7464: it is written
// behind a record separator (0x1E) and in front of a line feed. In reading, a
// record with a fault does not touch the next one, as with [Lines].
func Sequence() calque.Option { return option.Flag(option.Sequence) }
