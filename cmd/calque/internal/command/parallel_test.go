package command

import (
	"runtime"
	"slices"
	"sync/atomic"
	"testing"
)

func TestInOrder(t *testing.T) {
	for _, jobs := range []int{0, 1, 2, 7, 200} {
		var running, most atomic.Int32
		var got []int
		inOrder(100, jobs, func(i int) int {
			now := running.Add(1)
			for old := most.Load(); now > old && !most.CompareAndSwap(old, now); old = most.Load() {
			}
			runtime.Gosched()
			running.Add(-1)
			return i * i
		}, func(i, square int) bool {
			if square != i*i {
				t.Fatalf("%d: %d", i, square)
			}
			got = append(got, i)
			return true
		})
		if len(got) != 100 || !slices.IsSorted(got) {
			t.Errorf("%d jobs: %v", jobs, got)
		}
		if jobs > 0 && int(most.Load()) > jobs {
			t.Errorf("%d jobs: %d at a time", jobs, most.Load())
		}
	}
}

func TestInOrderStops(t *testing.T) {
	for _, jobs := range []int{1, 4} {
		var done atomic.Int32
		seen := 0
		inOrder(1000, jobs, func(int) int { done.Add(1); return 0 }, func(int, int) bool {
			seen++
			return seen < 3
		})
		if seen != 3 || int(done.Load()) > 3+jobs {
			t.Errorf("%d jobs: %d seen, %d done", jobs, seen, done.Load())
		}
	}
}

func TestInOrderPanics(t *testing.T) {
	for _, jobs := range []int{1, 4} {
		func() {
			defer func() {
				if p := recover(); p != "crash" {
					t.Errorf("%d jobs: %v", jobs, p)
				}
			}()
			inOrder(10, jobs, func(i int) int {
				if i == 5 {
					panic("crash")
				}
				return i
			}, func(int, int) bool { return true })
		}()
	}
}
