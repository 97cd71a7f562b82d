package value

// maxMatchEdits is the number of elements added and removed up to which two
// arrays are matched by a longest common subsequence.
const maxMatchEdits = 1000

// block is a run of n equal elements, from index a of one array and from index
// b of the other.
type block struct{ a, b, n int }

// match returns the blocks of a longest common subsequence of two arrays, in
// order. Where more than maxMatchEdits elements would have to be added and
// removed, it returns the blocks at equal indexes behind the common start and
// in front of the common end.
//
// It is the greedy algorithm of E. Myers, "An O(ND) Difference Algorithm and
// Its Variations" (1986), over hashes; equal hashes are checked.
func match(xs, ys []Value) []block {
	m := matcher{xs: xs, ys: ys, hx: hashes(xs), hy: hashes(ys)}
	n := 0
	for n < len(xs) && n < len(ys) && m.same(n, n) {
		n++
	}
	tail := 0
	for tail < len(xs)-n && tail < len(ys)-n && m.same(len(xs)-1-tail, len(ys)-1-tail) {
		tail++
	}
	m.add(0, 0, n)
	m.middle(n, len(xs)-tail, n, len(ys)-tail)
	m.add(len(xs)-tail, len(ys)-tail, tail)
	return m.blocks
}

type matcher struct {
	xs, ys []Value
	hx, hy []uint64
	blocks []block
}

func hashes(xs []Value) []uint64 {
	hs := make([]uint64, len(xs))
	for i, x := range xs {
		hs[i] = x.Hash()
	}
	return hs
}

func (m *matcher) same(i, j int) bool { return m.hx[i] == m.hy[j] && m.xs[i].Equal(m.ys[j]) }

// add adds a block, joined with the last one where they touch.
func (m *matcher) add(a, b, n int) {
	if n == 0 {
		return
	}
	if k := len(m.blocks) - 1; k >= 0 {
		if p := &m.blocks[k]; p.a+p.n == a && p.b+p.n == b {
			p.n += n
			return
		}
	}
	m.blocks = append(m.blocks, block{a, b, n})
}

// middle matches xs[fromX:toX] with ys[fromY:toY].
func (m *matcher) middle(fromX, toX, fromY, toY int) {
	nx, ny := toX-fromX, toY-fromY
	if nx == 0 || ny == 0 {
		return
	}
	limit := min(nx+ny, maxMatchEdits)
	// far[limit+k] is the largest x reached on diagonal k = x - y; trace keeps
	// the far of every number of edits, the 2d+1 diagonals that count.
	far := make([]int, 2*limit+2)
	var trace [][]int
	for d := 0; d <= limit; d++ {
		for k := -d; k <= d; k += 2 {
			x := 0
			switch {
			case d == 0:
			case k == -d || k != d && far[limit+k-1] < far[limit+k+1]:
				x = far[limit+k+1] // an element of ys was added
			default:
				x = far[limit+k-1] + 1 // one of xs was removed
			}
			y := x - k
			for x < nx && y < ny && m.same(fromX+x, fromY+y) {
				x++
				y++
			}
			far[limit+k] = x
			if x >= nx && y >= ny {
				m.walk(trace, d, k, fromX, fromY, nx)
				return
			}
		}
		trace = append(trace, append([]int(nil), far[limit-d:limit+d+1]...))
	}
	for i := range min(nx, ny) {
		if m.same(fromX+i, fromY+i) {
			m.add(fromX+i, fromY+i, 1)
		}
	}
}

// walk follows the trace back from the end, which d edits reached on diagonal
// k, and adds the blocks from the front.
func (m *matcher) walk(trace [][]int, d, k, fromX, fromY, nx int) {
	var back []block
	x := nx
	for ; d > 0; d-- {
		far := trace[d-1] // of diagonals -(d-1) to d-1
		at := func(k int) int {
			if i := k + d - 1; i >= 0 && i < len(far) {
				return far[i]
			}
			return -1
		}
		start, next := 0, 0
		if k == -d || k != d && at(k-1) < at(k+1) {
			start, next = at(k+1), k+1
		} else {
			start, next = at(k-1)+1, k-1
		}
		back = append(back, block{start, start - k, x - start})
		k, x = next, at(next)
	}
	back = append(back, block{0, 0, x})
	for i := len(back) - 1; i >= 0; i-- {
		m.add(fromX+back[i].a, fromY+back[i].b, back[i].n)
	}
}
