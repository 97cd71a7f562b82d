// Package spool writes to outputs of which bytes have to be changed once what
// follows is known, such as the number of elements in front of a container.
//
// Where the output can seek, they are changed in place. Else all from the first
// such place on goes to a temporary file, and from there to the output when
// nothing is left to be changed.
package spool

import (
	"errors"
	"io"
	"os"
	"runtime"
)

// ErrForbidden is returned by Hold where the output cannot be changed and a
// temporary file is not allowed.
var ErrForbidden = errors.New("the output cannot be changed later and no temporary file is allowed")

// errAppends is returned for a file that is open for appending.
var errAppends = errors.New("the output only appends, so it cannot be changed later")

// Output is an output whose bytes can be changed as long as it is held.
type Output struct {
	w       io.Writer
	seeker  io.WriteSeeker // w, where that can seek
	checked bool           // seeker was tried
	forbid  bool

	holds  int
	at     int64    // bytes written
	origin int64    // of w's places: that of the first byte
	file   *spooled // nil: no temporary file is in use
	from   int64    // what at was when the file was empty
	err    error
}

// spooled is a temporary file. It has no name any more where the system allows
// that.
type spooled struct {
	f    *os.File
	name string // "" where it is removed
}

// New returns an output to w. With forbid there are no temporary files.
func New(w io.Writer, forbid bool) *Output {
	o := &Output{w: w, forbid: forbid}
	o.seeker, _ = w.(io.WriteSeeker)
	return o
}

// At returns the number of bytes written so far. It is the place of the next
// byte for Patch.
func (o *Output) At() int64 { return o.at }

// Sent reports whether bytes from a place on have been handed to the writer.
func (o *Output) Sent(from int64) bool {
	if o.file != nil {
		return from < o.from
	}
	return from < o.at
}

// Write writes p to the output or to the temporary file. An error is returned by
// all further calls.
func (o *Output) Write(p []byte) (int, error) {
	if o.err != nil {
		return 0, o.err
	}
	w := o.w
	if o.file != nil {
		w = o.file.f
	}
	n, err := w.Write(p)
	if err == nil && n < len(p) {
		err = io.ErrShortWrite
	}
	o.at += int64(max(n, 0))
	return n, o.fail(err)
}

// Hold makes the bytes written from here on patchable, until Release is called
// as often as Hold.
func (o *Output) Hold() error {
	if o.err != nil {
		return o.err
	}
	if o.holds > 0 {
		o.holds++
		return nil
	}
	if o.inPlace() {
		o.holds = 1
		return nil
	}
	if o.forbid {
		return o.fail(ErrForbidden)
	}
	if o.file == nil {
		file, err := create()
		if err != nil {
			return o.fail(err)
		}
		o.file = file
	}
	o.from = o.at
	o.holds = 1
	return nil
}

// inPlace reports whether the writer can seek. Pipes and terminals say at the
// first try that they cannot.
func (o *Output) inPlace() bool {
	if o.seeker == nil || o.checked {
		return o.seeker != nil
	}
	o.checked = true
	place, err := o.seeker.Seek(0, io.SeekCurrent)
	if err != nil || !o.seekable(place) {
		o.seeker = nil
		return false
	}
	o.origin = place - o.at
	return true
}

// seekable reports whether the output ends at a place, unlike a file that is
// open for appending, and can go elsewhere, unlike the null device.
func (o *Output) seekable(place int64) bool {
	end, err := o.seeker.Seek(0, io.SeekEnd)
	if err == nil && end == place {
		end, err = o.seeker.Seek(place+1, io.SeekStart)
		end--
	}
	back, backErr := o.seeker.Seek(place, io.SeekStart)
	return err == nil && backErr == nil && end == place && back == place
}

// Patch replaces the bytes from a place on, which must be held, by p.
func (o *Output) Patch(place int64, p []byte) error {
	if o.err != nil {
		return o.err
	}
	if o.file != nil {
		_, err := o.file.f.WriteAt(p, place-o.from)
		return o.fail(err)
	}
	place += o.origin
	if _, err := o.seeker.Seek(place, io.SeekStart); err != nil {
		return o.fail(err)
	}
	if _, err := o.seeker.Write(p); err != nil {
		return o.fail(err)
	}
	// A file that is open for appending writes elsewhere and stays there.
	behind, err := o.seeker.Seek(0, io.SeekCurrent)
	if err == nil && behind != place+int64(len(p)) {
		err = errAppends
	}
	if err == nil {
		_, err = o.seeker.Seek(o.origin+o.at, io.SeekStart)
	}
	return o.fail(err)
}

// Release ends what Hold began. With the last one the temporary file is copied
// to the output.
func (o *Output) Release() error {
	if o.err != nil {
		return o.err
	}
	o.holds--
	if o.holds > 0 || o.file == nil {
		return nil
	}
	file := o.file
	o.file = nil
	_, err := file.f.Seek(0, io.SeekStart)
	if err == nil {
		_, err = io.CopyBuffer(plain{o.w}, file.f, make([]byte, 64<<10))
	}
	file.remove()
	return o.fail(err)
}

// plain hides what a writer can do but Write: a copy must not hand a temporary
// file to it.
type plain struct{ io.Writer }

// Undo drops what was written from a place on, and all holds. It reports false
// where that is out already.
func (o *Output) Undo(place int64) bool {
	o.holds = 0
	if o.err != nil || o.Sent(place) {
		return false
	}
	if o.file != nil {
		o.file.remove()
		o.file = nil
		o.at = o.from
	}
	return o.at == place
}

// fail makes err the end of the output.
func (o *Output) fail(err error) error {
	if err != nil {
		o.err = err
		o.Close()
	}
	return err
}

// Close removes the temporary file, with what has not been copied from it.
func (o *Output) Close() {
	if o.file != nil {
		o.file.remove()
		o.file = nil
	}
}

func create() (*spooled, error) {
	f, err := os.CreateTemp("", "calque-*.tmp")
	if err != nil {
		return nil, err
	}
	s := &spooled{f: f, name: f.Name()}
	if runtime.GOOS != "windows" && os.Remove(s.name) == nil {
		s.name = ""
	}
	return s, nil
}

func (s *spooled) remove() {
	_ = s.f.Close()
	if s.name != "" {
		_ = os.Remove(s.name)
	}
}
