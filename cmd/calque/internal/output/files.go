// Package output writes what the command writes: standard output, and files
// that appear whole or not at all, also when the command is interrupted.
package output

import (
	"crypto/rand"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"sync"

	"example.com/calque/fault"
)

// Stdout is the name of standard output in messages.
const Stdout = "<stdout>"

// Files are the files being written. The zero Files is ready for use, by
// several goroutines at once.
type Files struct {
	mu      sync.Mutex
	open    map[*File]struct{}
	stopped bool
}

// File is one file being written. What is written goes to a temporary file in
// the same directory, which Commit moves to the name. Devices and pipes are
// written as they are.
type File struct {
	// Name is the name as it was given.
	Name string

	files *Files
	f     *os.File
	to    string // where the data ends up: the name behind symbolic links
	temp  string // "" where the file is written as it is
	old   fs.FileInfo
}

// Create begins to write the file with a name. Errors are a *fault.List.
func (all *Files) Create(name string) (*File, error) {
	file := &File{Name: name, files: all}
	if err := file.create(); err != nil {
		return nil, Failed(name, err)
	}
	return file, nil
}

func (f *File) create() error {
	var err error
	f.old, err = os.Stat(f.Name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		f.old = nil
	case err != nil:
		return err
	case !f.old.Mode().IsRegular():
		f.f, err = os.OpenFile(f.Name, os.O_WRONLY, 0)
		return err
	}
	to, err := target(f.Name)
	if err != nil {
		return err
	}
	f.to = to
	// A file that exists may be readable by its owner alone: so is the
	// temporary one until it gets the same mode. A new one obeys the umask.
	mode := fs.FileMode(0o666)
	if f.old != nil {
		mode = 0o600
	}
	f.files.mu.Lock()
	defer f.files.mu.Unlock()
	if f.files.stopped {
		return fs.ErrClosed
	}
	for range 100 {
		temp := filepath.Join(filepath.Dir(to), ".calque-"+rand.Text()[:12]+".tmp")
		f.f, err = os.OpenFile(temp, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
		if err == nil {
			f.temp = temp
			break
		}
		if !errors.Is(err, fs.ErrExist) {
			return err
		}
	}
	if err != nil {
		return err
	}
	if f.files.open == nil {
		f.files.open = map[*File]struct{}{}
	}
	f.files.open[f] = struct{}{}
	return nil
}

// target returns the name that a chain of symbolic links leads to; the last
// one need not exist.
func target(name string) (string, error) {
	for range 40 {
		fi, err := os.Lstat(name)
		if errors.Is(err, fs.ErrNotExist) {
			return name, nil
		}
		if err != nil {
			return "", err
		}
		if fi.Mode()&fs.ModeSymlink == 0 {
			return name, nil
		}
		to, err := os.Readlink(name)
		if err != nil {
			return "", err
		}
		if !filepath.IsAbs(to) {
			to = filepath.Join(filepath.Dir(name), to)
		}
		name = to
	}
	return "", errors.New("too many levels of symbolic links")
}

// Write writes p. Errors are plain, for an encoder to wrap.
func (f *File) Write(p []byte) (int, error) {
	n, err := f.f.Write(p)
	return n, cause(err)
}

// Seek sets where the next Write goes, as io.Seeker wants it. Devices and pipes
// cannot do that.
func (f *File) Seek(offset int64, whence int) (int64, error) {
	if f.temp == "" {
		return 0, errors.ErrUnsupported
	}
	at, err := f.f.Seek(offset, whence)
	return at, cause(err)
}

// Commit puts the file in its place, with the mode and, where the system
// allows it, the owner of the one it replaces. Errors are a *fault.List; the
// old file then is as it was.
func (f *File) Commit() error {
	if f.temp == "" {
		return Failed(f.Name, f.f.Close())
	}
	if err := f.settle(); err != nil {
		f.Abort()
		return Failed(f.Name, err)
	}
	f.files.mu.Lock()
	defer f.files.mu.Unlock()
	delete(f.files.open, f)
	if f.files.stopped {
		return Failed(f.Name, fs.ErrClosed) // Stop has removed it
	}
	if err := os.Rename(f.temp, f.to); err != nil {
		_ = os.Remove(f.temp)
		return Failed(f.Name, err)
	}
	syncDir(filepath.Dir(f.to))
	return nil
}

// settle makes the temporary file ready to take the place of the old one.
func (f *File) settle() error {
	var err error
	if f.old != nil {
		mode := f.old.Mode()
		if !keepOwner(f.f, f.old) {
			// A file of another owner must not gain that owner's rights.
			mode &^= fs.ModeSetuid | fs.ModeSetgid
		}
		err = f.f.Chmod(mode.Perm() | mode&(fs.ModeSetuid|fs.ModeSetgid|fs.ModeSticky))
	}
	return errors.Join(err, f.f.Sync(), f.f.Close())
}

// syncDir makes a rename last; systems that cannot do it do without.
func syncDir(dir string) {
	if d, err := os.Open(dir); err == nil {
		_ = d.Sync()
		_ = d.Close()
	}
}

// Abort gives the file up; the old one stays as it was. After Commit it does
// nothing.
func (f *File) Abort() {
	_ = f.f.Close()
	f.files.mu.Lock()
	defer f.files.mu.Unlock()
	if _, ok := f.files.open[f]; ok {
		delete(f.files.open, f)
		_ = os.Remove(f.temp)
	}
}

// Stop removes all temporary files and keeps further ones from being made, so
// that the process can end at any moment.
func (all *Files) Stop() {
	all.mu.Lock()
	defer all.mu.Unlock()
	all.stopped = true
	for f := range all.open {
		_ = os.Remove(f.temp)
	}
	clear(all.open)
}

// Failed returns the fault for an error of writing a file, nil for none.
func Failed(name string, err error) error {
	if err == nil {
		return nil
	}
	return fault.One(&fault.Error{Code: fault.Write, File: name, Offset: -1, Err: cause(err)})
}

// cause returns the error behind the file name that the system adds, as
// messages name the file in their own place.
func cause(err error) error {
	var p *fs.PathError
	if errors.As(err, &p) {
		return p.Err
	}
	return err
}

// Plain returns a writer over w whose errors do not repeat the file name.
func Plain(w io.Writer) io.Writer { return plain{w} }

type plain struct{ w io.Writer }

func (p plain) Write(b []byte) (int, error) {
	n, err := p.w.Write(b)
	return n, cause(err)
}
