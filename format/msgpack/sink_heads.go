package msgpack

import (
	"encoding/binary"

	"example.com/calque/internal/mem"
	"example.com/calque/internal/spool"
)

// heads are the heads whose length is not known yet, or was not when what
// follows them was written. In the buffer one byte stands for each of them.
// Those that need more get it when the buffer is emptied; those whose content
// outgrows it are written with 32 bits of length and patched.
type heads struct {
	out     *spool.Output
	holes   []hole // in the buffer, in the order of their places
	dropped int    // holes that were there and are not any more
	unknown []unknown
	wide    int // how many of the unknown ones, from the first on, are wide
	look    int // bytes in the buffer above which settleBuffer is to be called
	scratch []byte
}

// hole is a head in the buffer.
type hole struct {
	k     int // index of the byte that stands for it
	count uint64
	class class
	tag   int8
}

// unknown is a head whose length is not known yet: a hole, or a place in the
// output.
type unknown struct {
	hole  int // number of the hole
	place int64
	class class
	tag   int8
}

const (
	// wideContent is the number of bytes of content above which a head whose
	// length is not known is wide.
	wideContent = 256 << 10
	// emitLeast is the number of bytes above which the buffer is emptied.
	emitLeast = 32 << 10
)

// openHead begins a head, whose length closeHead knows.
func (h *heads) openHead(w *writer, c class, tag int8) {
	h.unknown = append(h.unknown, unknown{hole: h.dropped + len(h.holes), class: c, tag: tag})
	h.holes = append(h.holes, hole{k: w.k, class: c, tag: tag})
	mem.Store8(w.base, w.k, 0xc1)
	w.k++
}

// closeHead ends the last head that was begun.
func (h *heads) closeHead(w *writer, count uint64) error {
	last := len(h.unknown) - 1
	u := h.unknown[last]
	h.unknown = h.unknown[:last]
	if last < h.wide {
		h.wide--
		var length [4]byte
		binary.BigEndian.PutUint32(length[:], uint32(count))
		if err := h.out.Patch(u.place+1, length[:]); err != nil {
			return err
		}
		return h.out.Release()
	}
	i := u.hole - h.dropped
	h.holes[i].count = count
	if l := lengths[u.class]; count < uint64(l.fixed) && i == len(h.holes)-1 {
		w.buf[h.holes[i].k] = l.fix | byte(count) // the byte is all it needs
		h.holes = h.holes[:i]
	}
	return nil
}

// settled returns how many bytes of the buffer are known, heads included.
func (h *heads) settled(w *writer) int {
	if h.wide < len(h.unknown) {
		return h.holes[h.unknown[h.wide].hole-h.dropped].k
	}
	return w.k
}

// drop forgets the heads in the buffer from index k on, and all that are not
// known.
func (h *heads) drop(k int) {
	for len(h.holes) > 0 && h.holes[len(h.holes)-1].k >= k {
		h.holes = h.holes[:len(h.holes)-1]
	}
	h.unknown, h.wide = h.unknown[:0], 0
}

// appendHead appends the shortest head of a hole.
func (o *hole) append(dst []byte) []byte {
	var room [2 * slack]byte
	p := mem.Of(room[:])
	n := 0
	if o.class == classExt {
		n = putExtHead(p, 0, o.tag, o.count)
	} else {
		n = putLength(p, 0, o.class, o.count)
	}
	return append(dst, room[:n]...)
}

// emit writes the first n bytes of the buffer, with the heads in them.
func (h *heads) emit(w *writer, n int) error {
	from, done := 0, 0
	if len(h.holes) > 0 && h.holes[0].k < n {
		dst := h.scratch[:0]
		for done < len(h.holes) && h.holes[done].k < n {
			o := &h.holes[done]
			dst = append(dst, w.buf[from:o.k]...)
			dst = o.append(dst)
			from = o.k + 1
			done++
			if len(dst) > emitLeast {
				if _, err := h.out.Write(dst); err != nil {
					return err
				}
				dst = dst[:0]
			}
		}
		h.scratch = dst
		if _, err := h.out.Write(dst); err != nil {
			return err
		}
	}
	if from < n {
		if _, err := h.out.Write(w.buf[from:n]); err != nil {
			return err
		}
	}
	w.k = copy(w.buf, w.buf[n:w.k])
	h.holes = h.holes[:copy(h.holes, h.holes[done:])]
	h.dropped += done
	for i := range h.holes {
		h.holes[i].k -= n
	}
	return nil
}

// widen writes the first head whose length is not known as a wide one; it is the
// first of the buffer.
func (h *heads) widen(w *writer) error {
	if err := h.out.Hold(); err != nil {
		return err
	}
	u := &h.unknown[h.wide]
	u.place = h.out.At()
	var head [6]byte
	head[0] = lengths[u.class].heads[2]
	size := 5
	if u.class == classExt {
		head[5] = byte(u.tag)
		size = 6
	}
	if _, err := h.out.Write(head[:size]); err != nil {
		return err
	}
	h.wide++
	w.k = copy(w.buf, w.buf[1:w.k])
	h.holes = h.holes[:copy(h.holes, h.holes[1:])]
	h.dropped++
	for i := range h.holes {
		h.holes[i].k--
	}
	return nil
}

// emitTo empties the buffer up to an index.
func (s *sink) emitTo(n int) bool {
	if k := s.valueK; k >= 0 && k < n && s.begun {
		s.valueK = -1
		if k > 0 {
			if !s.failed(s.emit(&s.w, k)) {
				return false
			}
			n -= k
		}
		s.valueAt = s.out.At()
	} else if k >= n {
		s.valueK -= n
	}
	return n == 0 || s.failed(s.emit(&s.w, n))
}

// settleBuffer empties the buffer as far as that is due.
func (s *sink) settleBuffer() bool {
	for {
		first := s.settled(&s.w)
		tooFar := s.w.k-first > wideContent
		if first > 0 && (first > emitLeast || tooFar) {
			if !s.emitTo(first) {
				return false
			}
			continue
		}
		if !tooFar {
			break
		}
		if !s.widenFirst() {
			return false
		}
	}
	s.look = emitLeast
	if s.wide < len(s.unknown) {
		s.look = s.settled(&s.w) + wideContent
	}
	return true
}

// widenFirst makes the first head whose length is not known wide.
func (s *sink) widenFirst() bool {
	if s.valueK == 0 {
		s.valueK, s.valueAt = -1, s.out.At()
	}
	return s.failed(s.widen(&s.w))
}

// makeWay empties the buffer for what is larger than it: all heads in front of
// it will be wide.
func (s *sink) makeWay() bool {
	for s.wide < len(s.unknown) {
		if !s.emitTo(s.settled(&s.w)) || !s.widenFirst() {
			return false
		}
	}
	return s.emitTo(s.w.k)
}
