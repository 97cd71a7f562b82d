// Package input opens what the command reads: files, standard input, and the
// data inside gzip and zstd, whose first bytes tell them.
package input

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"io/fs"
	"math"
	"os"
	"strconv"

	"example.com/calque/cmd/calque/internal/compress"
	"example.com/calque/fault"
)

// Stdin is the name of standard input in messages.
const Stdin = "<stdin>"

// prefixLen is how much of an input is looked at to tell its format.
const prefixLen = 4096

// Input is one open input. Its bytes are those behind the compression.
type Input struct {
	// Name is the name of the file as it was given, or Stdin.
	Name string
	// Packed is the compression that was undone.
	Packed compress.Kind
	// Size is the length of the file in bytes, -1 where it is not known.
	Size int64
	// Wait is called in front of each read, which may block; nil: never.
	Wait func()

	limit  int64
	file   *os.File // nil for standard input
	unpack io.ReadCloser
	r      *bufio.Reader
}

// Settings say how inputs are opened.
type Settings struct {
	// Stdin is what the name "-" stands for.
	Stdin io.Reader
	// MaxBytes limits what All returns; 0 means no limit.
	MaxBytes int64
	// Count is called with the number of stored bytes after each read; nil: no
	// one wants to know.
	Count func(n int)
}

// Open opens the file with a name; "-" is standard input. Errors are
// *fault.List.
func (s Settings) Open(name string) (*Input, error) {
	in := &Input{Name: name, Size: -1, limit: s.MaxBytes}
	raw := s.Stdin
	if name == "-" {
		in.Name = Stdin
	} else {
		f, err := os.Open(name)
		if err != nil {
			return nil, Failed(name, err)
		}
		in.file, raw = f, f
	}
	if f, ok := raw.(*os.File); ok {
		if fi, err := f.Stat(); err == nil && fi.Mode().IsRegular() {
			in.Size = fi.Size()
		}
	}
	in.r = bufio.NewReaderSize(&counted{raw, in, s.Count}, 64<<10)
	if err := in.unpacked(); err != nil {
		_ = in.Close()
		return nil, Failed(in.Name, err)
	}
	return in, nil
}

// unpacked makes in give the bytes behind a compression.
func (in *Input) unpacked() error {
	var err error
	in.Packed, err = compress.Peek(in.r.Peek)
	if err != nil || in.Packed == compress.None {
		return err
	}
	in.unpack, err = compress.NewReader(in.Packed, in.r)
	if err == nil {
		in.r = bufio.NewReaderSize(in.unpack, 64<<10)
	}
	return err
}

// counted tells how much was read, and that a read is about to begin.
type counted struct {
	r     io.Reader
	in    *Input
	count func(n int)
}

func (c *counted) Read(p []byte) (int, error) {
	if c.in.Wait != nil {
		c.in.Wait()
	}
	n, err := c.r.Read(p)
	if c.count != nil {
		c.count(n)
	}
	return n, err
}

// Prefix returns the first bytes of the input, up to 4 KB, without consuming
// them. Where a pipe gives less, it waits for more or the end.
func (in *Input) Prefix() ([]byte, error) {
	p, err := in.r.Peek(prefixLen)
	if err != nil && err != io.EOF {
		return p, Failed(in.Name, err)
	}
	return p, nil
}

// Read reads the bytes of the input. Errors are plain, for a decoder to wrap.
func (in *Input) Read(p []byte) (int, error) {
	n, err := in.r.Read(p)
	if err != nil && err != io.EOF {
		err = cause(err)
	}
	return n, err
}

// Exceeds reports whether the input has more than known bytes, where its size is
// known, else whether it has more than unknown bytes. These then are read ahead
// and held until they are read.
func (in *Input) Exceeds(known, unknown int64) bool {
	if in.Packed == compress.None && in.Size >= 0 {
		return in.Size > known
	}
	var ahead bytes.Buffer
	n, err := io.CopyN(&ahead, in.r, unknown+1)
	rest := io.Reader(in.r)
	if err != nil {
		rest = failed{err} // io.EOF at the end
	}
	in.r = bufio.NewReaderSize(io.MultiReader(&ahead, rest), 64<<10)
	return n > unknown
}

// failed is a reader that gives an error.
type failed struct{ err error }

func (f failed) Read([]byte) (int, error) { return 0, f.err }

// All returns all bytes that are left. Errors are a *fault.List; an input
// above the limit is one of class limit.
func (in *Input) All() (data []byte, err error) {
	if in.Size > math.MaxInt-bytes.MinRead {
		return nil, in.tooLarge(math.MaxInt)
	}
	defer func() {
		if p := recover(); p == bytes.ErrTooLarge { // what a buffer says of memory
			data, err = nil, in.tooLarge(math.MaxInt)
		} else if p != nil {
			panic(p)
		}
	}()
	var r io.Reader = in.r
	if in.limit > 0 {
		r = io.LimitReader(r, in.limit+1)
	}
	var buf bytes.Buffer
	if in.Packed == compress.None && in.Size > 0 && (in.limit == 0 || in.Size <= in.limit) {
		buf.Grow(int(in.Size) + bytes.MinRead)
	}
	_, err = buf.ReadFrom(r)
	data = buf.Bytes()
	if err != nil {
		return data, Failed(in.Name, err)
	}
	if in.limit > 0 && int64(len(data)) > in.limit {
		return data[:in.limit], in.tooLarge(in.limit)
	}
	return data, nil
}

// tooLarge returns the fault of an input of more bytes than it may have.
func (in *Input) tooLarge(limit int64) error {
	return fault.One(&fault.Error{
		Code: fault.TooLarge, File: in.Name, Offset: limit,
		Want: "at most " + strconv.FormatInt(limit, 10) + " bytes",
	})
}

// Close closes the input. Standard input stays open.
func (in *Input) Close() error {
	var err error
	if in.unpack != nil {
		err = in.unpack.Close()
	}
	if in.file != nil {
		err = errors.Join(err, in.file.Close())
	}
	return err
}

// Failed returns the fault for an error of opening or reading a file. An error
// that is a fault already, such as damaged compression, keeps its code.
func Failed(name string, err error) error {
	var e *fault.Error
	if errors.As(err, &e) {
		e.File = name
		return fault.One(e)
	}
	return fault.One(&fault.Error{Code: fault.Read, File: name, Offset: -1, Err: cause(err)})
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
