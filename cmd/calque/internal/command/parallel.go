package command

import (
	"runtime"
	"sync"
)

// inOrder does work for the numbers 0 to n-1, at most jobs at a time, and hands
// the results to emit in order. It stops where emit returns false. A panic of
// work is one of inOrder.
func inOrder[T any](n, jobs int, work func(i int) T, emit func(i int, result T) bool) {
	if jobs <= 0 {
		jobs = runtime.GOMAXPROCS(0)
	}
	if jobs = min(jobs, n); jobs <= 1 {
		for i := range n {
			if !emit(i, work(i)) {
				return
			}
		}
		return
	}
	type outcome struct {
		result T
		crash  any
	}
	var wait sync.WaitGroup
	defer wait.Wait()
	// Each number gets a channel of its own; there are never more of them open
	// than jobs, which also bounds the results that wait for their turn.
	pending := make(chan chan outcome, jobs-1)
	quit := make(chan struct{})
	defer close(quit)
	wait.Go(func() {
		defer close(pending)
		for i := range n {
			done := make(chan outcome, 1)
			select {
			case pending <- done:
			case <-quit:
				return
			}
			wait.Go(func() {
				var o outcome
				defer func() {
					o.crash = recover()
					done <- o
				}()
				o.result = work(i)
			})
		}
	})
	i := 0
	for done := range pending {
		o := <-done
		if o.crash != nil {
			panic(o.crash)
		}
		if !emit(i, o.result) {
			return
		}
		i++
	}
}
