//go:build !unix

package command

import (
	"os"
	"os/signal"
)

// watch makes an interruption end the process at once, without temporary files
// left behind. The function it returns ends the watch.
func (a *app) watch() (stop func()) {
	got := make(chan os.Signal, 1)
	signal.Notify(got, os.Interrupt)
	go func() {
		if _, ok := <-got; !ok {
			return
		}
		a.files.Stop()
		os.Exit(130)
	}()
	return func() {
		signal.Stop(got)
		close(got)
	}
}
