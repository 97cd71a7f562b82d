// Package compress packs and unpacks what the command reads and writes: gzip
// and zstd, told by their first bytes, by a file name or by a flag.
package compress

import (
	"bytes"
	"errors"
	"io"
	"path/filepath"
	"strings"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"

	"example.com/calque/fault"
)

// Kind is a way of compression.
type Kind uint8

// The kinds.
const (
	None Kind = iota
	Gzip
	Zstd
)

// window is the largest window that a zstd input may ask for, as in the zstd
// command; it bounds the memory that a hostile input costs.
const window = 128 << 20

var kinds = [...]struct {
	name  string
	ext   string
	magic string
}{
	None: {"none", "", ""},
	Gzip: {"gzip", ".gz", "\x1f\x8b"},
	Zstd: {"zstd", ".zst", "\x28\xb5\x2f\xfd"},
}

// Names returns the names of all kinds, as the flag --compress takes them.
func Names() []string {
	names := make([]string, len(kinds))
	for i, k := range kinds {
		names[i] = k.name
	}
	return names
}

// String returns the name of k, such as "gzip".
func (k Kind) String() string { return kinds[k].name }

// ByName returns the kind with a name, None for any other text.
func ByName(name string) Kind {
	for i, k := range kinds {
		if k.name == name {
			return Kind(i)
		}
	}
	return None
}

// ByFile returns the kind that the extension of a file name stands for, and
// the name without that extension.
func ByFile(name string) (Kind, string) {
	ext := strings.ToLower(filepath.Ext(name))
	for i, k := range kinds {
		if ext != "" && k.ext == ext {
			return Kind(i), name[:len(name)-len(ext)]
		}
	}
	return None, name
}

// Detect returns the kind of an input that begins with prefix.
func Detect(prefix []byte) Kind {
	for i, k := range kinds {
		if k.magic != "" && bytes.HasPrefix(prefix, []byte(k.magic)) {
			return Kind(i)
		}
	}
	return None
}

// Peek returns the kind of the input that peek shows the first n bytes of, as
// bufio.Reader.Peek does. It looks at no more bytes than it needs, so that an
// open pipe is not waited for. Errors are those of peek but io.EOF.
func Peek(peek func(n int) ([]byte, error)) (Kind, error) {
	for n := 1; ; n++ {
		head, err := peek(n)
		if k := Detect(head); k != None {
			return k, nil
		}
		if err == io.EOF {
			return None, nil
		}
		if err != nil || !begins(head) {
			return None, err
		}
	}
}

// begins reports whether an input that begins with head may be packed.
func begins(head []byte) bool {
	for _, k := range kinds {
		if len(head) < len(k.magic) && strings.HasPrefix(k.magic, string(head)) {
			return true
		}
	}
	return false
}

// NewReader returns a reader of what r holds in packed form. Errors of r come
// out as they are; damaged data is a *fault.Error. Closing it frees its memory
// and leaves r open.
func NewReader(k Kind, r io.Reader) (io.ReadCloser, error) {
	u := &unpacker{kind: k, src: watched{r: r}}
	var err error
	switch k {
	case Gzip:
		u.gz, err = gzip.NewReader(&u.src)
		u.r = u.gz
	case Zstd:
		u.zs, err = zstd.NewReader(&u.src, zstd.WithDecoderMaxWindow(window), zstd.WithDecoderConcurrency(1))
		u.r = u.zs
	default:
		return io.NopCloser(r), nil
	}
	if err != nil {
		return nil, u.classify(err)
	}
	return u, nil
}

// watched remembers the error of a reader, to tell it from damaged data.
type watched struct {
	r   io.Reader
	err error
}

func (w *watched) Read(p []byte) (int, error) {
	n, err := w.r.Read(p)
	if err != nil && err != io.EOF {
		w.err = err
	}
	return n, err
}

type unpacker struct {
	kind Kind
	src  watched
	gz   *gzip.Reader
	zs   *zstd.Decoder
	r    io.Reader
	done int64 // bytes given out
}

func (u *unpacker) Read(p []byte) (int, error) {
	n, err := u.r.Read(p)
	u.done += int64(n)
	if err != nil && err != io.EOF {
		err = u.classify(err)
	}
	return n, err
}

func (u *unpacker) Close() error {
	if u.zs != nil {
		u.zs.Close()
	}
	return nil
}

// classify turns an error of the library into a fault, unless it is one of the
// reader below.
func (u *unpacker) classify(err error) error {
	if u.src.err != nil {
		return u.src.err
	}
	e := fault.New(fault.BadHead, u.done, "", "")
	switch {
	case errors.Is(err, io.ErrUnexpectedEOF):
		e.Code = fault.Truncated
	case errors.Is(err, zstd.ErrWindowSizeExceeded), errors.Is(err, zstd.ErrDecoderSizeExceeded):
		e.Code = fault.TooLarge
	}
	e.Format = u.kind.String()
	e.Err = err
	return e
}

// NewWriter returns a writer that packs what it is given into w. Closing it
// writes the end of the packed data and leaves w open.
func NewWriter(k Kind, w io.Writer) (io.WriteCloser, error) {
	switch k {
	case Gzip:
		return gzip.NewWriter(w), nil
	case Zstd:
		return zstd.NewWriter(w, zstd.WithEncoderConcurrency(1))
	default:
		return plain{w}, nil
	}
}

type plain struct{ io.Writer }

func (plain) Close() error { return nil }
