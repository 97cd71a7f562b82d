//go:build !unix

package output

import (
	"io/fs"
	"os"
)

// keepOwner reports whether f has the owner of old: the system decides on it.
func keepOwner(*os.File, fs.FileInfo) bool { return true }

// BrokenPipe reports whether err says that nobody reads the output any more.
func BrokenPipe(error) bool { return false }
