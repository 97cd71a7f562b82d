package value

// stack is what the walks over values use instead of recursion, so that the
// depth of a value costs no goroutine stack. Its first levels lie in place; it
// grows by chunks and never copies what it holds.
type stack[T any] struct {
	n    int
	near [nearLevels]T
	far  [][]T
}

const (
	nearLevels = 8
	farLevels  = 128 // of a chunk
)

// at returns the entry at depth i, 0 being the lowest.
func (s *stack[T]) at(i int) *T {
	if i < nearLevels {
		return &s.near[i]
	}
	i -= nearLevels
	return &s.far[i/farLevels][i%farLevels]
}

func (s *stack[T]) push(x T) {
	if i := s.n - nearLevels; i >= 0 && i/farLevels == len(s.far) {
		s.far = append(s.far, make([]T, farLevels))
	}
	*s.at(s.n) = x
	s.n++
}

// top returns the highest entry, which stays where it is until it is popped.
func (s *stack[T]) top() *T { return s.at(s.n - 1) }

func (s *stack[T]) pop() { s.n-- }
