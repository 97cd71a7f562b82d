package scan

import (
	"unsafe"

	"example.com/calque/internal/mem"
)

// indexGeneric indexes the text of so many blocks of 64 bytes at p: it writes
// the entries of Index, base added to each, to ix and returns their number. Up
// to 64 entries more may be overwritten. This is the specification of the
// kernels; nothing about it is fast.
func indexGeneric(p mem.Ptr, blocks int, ix mem.Ptr, base uint32, st *indexState) int {
	count := 0
	state := st.automaton()
	for i := range 64 * blocks {
		c := mem.Load8(p, i)
		if state = step(state, c); state == bad {
			st.utf8, state = 1, whole
		}
		escaped := st.escaped != 0
		st.escaped = 0
		wanted, scalar := false, false
		switch {
		case c == '"' && !escaped:
			wanted = true
			st.inside = ^st.inside
			st.marked = 0
		case c == '\\' && !escaped:
			st.escaped = 1
			wanted = st.inside != 0 && st.marked == 0
			st.marked = 1
			scalar = st.inside == 0
		case st.inside != 0:
			if c < 0x20 {
				st.control = 1
			}
		default:
			switch c {
			case '{', '}', '[', ']', ':', ',', 0x0C, 0x1A:
				wanted = true
			case ' ', '\t', '\n', '\r':
			default:
				scalar = true
			}
		}
		if scalar {
			wanted = st.scalar == 0
			st.scalar = 1
		} else {
			st.scalar = 0
		}
		if wanted {
			*(*uint32)(unsafe.Add(ix, count*4)) = base + uint32(i)
			count++
		}
	}
	if blocks > 0 {
		copy(st.before[:], mem.Slice(p, 64*blocks-64, 64))
	}
	return count
}

// automaton returns the state of the UTF-8 automaton behind the last block.
func (s *indexState) automaton() uint64 {
	p := unsafe.Pointer(&s.before)
	state := uint64(whole)
	for i := boundary(p, 0, 64); i < 64; i++ {
		state = step(state, s.before[i])
	}
	return state
}
