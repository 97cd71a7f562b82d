//go:build unix

package command

import (
	"os"
	"os/signal"
	"syscall"
	"time"
)

// watch makes an interruption end the process at once, without temporary files
// left behind, in the way that the caller of a process expects: it dies of the
// signal. Of a broken pipe it dies the same way. The function it returns ends
// the watch.
func (a *app) watch() (stop func()) {
	got := make(chan os.Signal, 1)
	for _, sig := range []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGPIPE} {
		if !signal.Ignored(sig) { // as nohup has it
			signal.Notify(got, sig)
		}
	}
	go func() {
		sig, ok := <-got
		if !ok {
			return
		}
		a.files.Stop()
		signal.Reset(sig)
		number, _ := sig.(syscall.Signal)
		_ = syscall.Kill(os.Getpid(), number)
		time.Sleep(100 * time.Millisecond) // the signal may take a moment
		os.Exit(128 + int(number))
	}()
	return func() {
		signal.Stop(got)
		close(got)
	}
}
