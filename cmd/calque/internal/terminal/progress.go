package terminal

import (
	"fmt"
	"io"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

const (
	showAfter = time.Second // shorter work shows nothing
	showEvery = 200 * time.Millisecond
)

// Progress draws one line about long work: how much is done, how fast, and how
// long it will take. It shows nothing in the first second.
type Progress struct {
	w     io.Writer // nil: it is off
	cols  int
	begun time.Time
	total atomic.Int64 // bytes; 0 where it is not known
	done  atomic.Int64

	mu    sync.Mutex
	shown bool
	stop  chan struct{}
	ended sync.WaitGroup
}

// Start begins a progress drawn on w, which is a terminal; with on false one
// that never draws anything. Stop ends it.
func Start(w io.Writer, on bool) *Progress {
	p := &Progress{begun: time.Now()}
	if !on {
		return p
	}
	p.w, p.cols, p.stop = w, Columns(w), make(chan struct{})
	p.ended.Go(p.run)
	return p
}

// Expect adds n bytes to what is to be done.
func (p *Progress) Expect(n int64) { p.total.Add(max(n, 0)) }

// Count adds n bytes to what is done.
func (p *Progress) Count(n int) { p.done.Add(int64(n)) }

// Stop removes the line and ends the progress.
func (p *Progress) Stop() {
	if p.w == nil || p.stop == nil {
		return
	}
	close(p.stop)
	p.ended.Wait()
	p.stop = nil
}

func (p *Progress) run() {
	tick := time.NewTicker(showEvery)
	defer tick.Stop()
	for {
		select {
		case <-p.stop:
			p.clear()
			return
		case now := <-tick.C:
			if passed := now.Sub(p.begun); passed >= showAfter {
				p.draw(line(p.done.Load(), p.total.Load(), passed))
			}
		}
	}
}

func (p *Progress) draw(text string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.cols > 1 && len(text) >= p.cols {
		text = text[:p.cols-1]
	}
	p.shown = true
	_, _ = io.WriteString(p.w, "\r\x1b[K"+text)
}

func (p *Progress) clear() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.shown {
		_, _ = io.WriteString(p.w, "\r\x1b[K")
		p.shown = false
	}
}

// Beside returns a writer to the same terminal that removes the line in front
// of what it writes.
func (p *Progress) Beside(w io.Writer) io.Writer {
	if p.w == nil {
		return w
	}
	return beside{p, w}
}

type beside struct {
	p *Progress
	w io.Writer
}

func (b beside) Write(text []byte) (int, error) {
	b.p.clear()
	return b.w.Write(text)
}

// line returns the text of the progress after a time.
func line(done, total int64, passed time.Duration) string {
	rate := float64(done) / passed.Seconds()
	var b strings.Builder
	switch {
	case total > 0 && done < total:
		fmt.Fprintf(&b, "%3d%%  %s of %s", done*100/total, size(float64(done)), size(float64(total)))
	default:
		b.WriteString(size(float64(done)) + " read")
	}
	fmt.Fprintf(&b, "  %s/s", size(rate))
	if total > 0 && done < total && rate > 0 {
		left := time.Duration(float64(total-done) / rate * float64(time.Second))
		b.WriteString("  " + clock(left) + " left")
	} else {
		b.WriteString("  " + clock(passed))
	}
	return b.String()
}

// size returns a number of bytes to three digits, such as 1.25 MB.
func size(n float64) string {
	units := []string{"B", "kB", "MB", "GB", "TB", "PB"}
	i := 0
	for n >= 999.5 && i < len(units)-1 {
		n /= 1000
		i++
	}
	digits := 0
	if i > 0 && n < 99.95 {
		digits = 1
		if n < 9.995 {
			digits = 2
		}
	}
	return fmt.Sprintf("%.*f %s", digits, n, units[i])
}

// clock returns a time as m:ss, or h:mm:ss.
func clock(d time.Duration) string {
	s := int64(d.Round(time.Second) / time.Second)
	if s >= 3600 {
		return fmt.Sprintf("%d:%02d:%02d", s/3600, s/60%60, s%60)
	}
	return fmt.Sprintf("%d:%02d", s/60, s%60)
}
