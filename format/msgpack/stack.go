package msgpack

// stack holds what is open around a place. It grows by chunks and never copies
// what it holds, so that any depth takes no more memory than its entries.
type stack[T any] struct {
	n      int
	chunks [][]T
}

const chunkBits = 7

// at returns the entry at a depth, 0 being the lowest.
func (s *stack[T]) at(i int) *T { return &s.chunks[i>>chunkBits][i&(1<<chunkBits-1)] }

// push puts x on top.
func (s *stack[T]) push(x T) {
	if s.n>>chunkBits == len(s.chunks) {
		s.chunks = append(s.chunks, make([]T, 1<<chunkBits))
	}
	*s.at(s.n) = x
	s.n++
}

// top returns the highest entry, which there must be.
func (s *stack[T]) top() *T { return s.at(s.n - 1) }

// pop drops the highest entry.
func (s *stack[T]) pop() { s.n-- }
