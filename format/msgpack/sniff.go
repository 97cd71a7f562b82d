package msgpack

import (
	"example.com/calque/internal/mem"
	"example.com/calque/internal/scan"
)

// sniff reports how sure it is, 0 to 100, that an input with a prefix is
// MessagePack. The first byte says little, as all but one of the bytes from
// 0x80 on begin a value, so the prefix is read as far as it goes. Text begins
// with a byte below 0x80, which would be an integer: that is never taken.
func sniff(prefix []byte) int {
	if len(prefix) == 0 || prefix[0] < 0x80 {
		return 0
	}
	s := sniffer{walk: walk{data: prefix}, sure: 95}
	for s.at < len(prefix) {
		scalar := shapes[prefix[s.at]].class < classArray
		begin := s.at
		end := s.value()
		switch {
		case end == stepBroken:
			return 0
		case scalar && (begin > 0 || end == stepCut || s.at < len(prefix)):
			return 0 // almost any bytes are a sequence of scalars
		case scalar:
			return min(s.sure, 10)
		case end == stepCut && len(prefix) < 64:
			return min(s.sure, 20) // so short a prefix should be all there is
		case end == stepCut:
			return min(s.sure, 85)
		}
		s.restart()
	}
	return s.sure
}

// sniffer walks through a prefix.
type sniffer struct {
	walk
	sure int // what the pieces so far allow
}

// value walks to the end of a value or of the prefix. Strings that are not
// UTF-8 and timestamps that are none are as good as a byte that begins nothing.
func (s *sniffer) value() step {
	for {
		st := s.next()
		if st != stepPiece {
			return st
		}
		content := s.data[s.body:s.piece.end()]
		switch s.shape.class {
		case classStr:
			if len(content) > 0 && scan.UTF8(mem.Of(content), len(content)) < len(content) {
				return stepBroken
			}
			continue
		case classExt:
			if s.tag(s.data) != timestampTag {
				break
			}
			if _, nanos, ok := timestamp(content); !ok || nanos > maxNanos {
				return stepBroken
			}
		}
		if s.key {
			s.sure = min(s.sure, 40) // keys are seldom anything but strings
		}
	}
}
