//go:build unix

package output

import (
	"errors"
	"io/fs"
	"os"
	"syscall"
)

// keepOwner gives f the owner and the group of old. It reports whether f has
// them.
func keepOwner(f *os.File, old fs.FileInfo) bool {
	want, ok := old.Sys().(*syscall.Stat_t)
	if !ok {
		return false
	}
	if fi, err := f.Stat(); err == nil {
		if have, ok := fi.Sys().(*syscall.Stat_t); ok && have.Uid == want.Uid && have.Gid == want.Gid {
			return true
		}
	}
	return f.Chown(int(want.Uid), int(want.Gid)) == nil
}

// BrokenPipe reports whether err says that nobody reads the output any more.
func BrokenPipe(err error) bool { return errors.Is(err, syscall.EPIPE) }
