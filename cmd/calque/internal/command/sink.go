package command

import (
	"bufio"
	"io"

	"example.com/calque/cmd/calque/internal/compress"
	"example.com/calque/cmd/calque/internal/output"
	"example.com/calque/cmd/calque/internal/terminal"
)

// sink is one output of a command: standard output, or a file that appears when
// the sink is closed.
type sink struct {
	name string
	file *output.File // nil for standard output
	buf  *bufio.Writer
	pack io.WriteCloser
	w    io.Writer // what is written to
}

// sink opens the output with a name; "-" is standard output. JSON text shown on
// a terminal gets colour. Errors are a *fault.List.
func (a *app) sink(name string, kind compress.Kind, isJSON bool) (*sink, error) {
	s := &sink{name: name}
	var raw io.Writer
	if name == "-" {
		s.name = output.Stdout
		raw = output.Plain(a.sys.Out)
	} else {
		file, err := a.files.Create(name)
		if err != nil {
			return nil, err
		}
		s.file, raw = file, file
	}
	s.buf = bufio.NewWriterSize(raw, 64<<10)
	pack, err := compress.NewWriter(kind, s.buf)
	if err != nil {
		s.abort()
		return nil, output.Failed(s.name, err)
	}
	s.pack, s.w = pack, pack
	if name == "-" && isJSON && kind == compress.None && terminal.Colored(a.color, a.sys.Out, a.sys.Getenv) {
		s.w = terminal.Highlight(pack)
	}
	return s, nil
}

// Write writes p. Errors are a *fault.List.
func (s *sink) Write(p []byte) (int, error) {
	n, err := s.w.Write(p)
	return n, output.Failed(s.name, err)
}

// stream returns the sink for a writer of tokens: one that can seek where what
// was written can be changed.
func (s *sink) stream(kind compress.Kind) io.Writer {
	if s.file == nil || kind != compress.None {
		return s
	}
	return seekable{s}
}

// seekable is a sink that writes a file as it is.
type seekable struct{ *sink }

// Seek implements io.Seeker.
func (s seekable) Seek(offset int64, whence int) (int64, error) {
	if err := s.flush(); err != nil {
		return 0, err
	}
	return s.file.Seek(offset, whence)
}

// printer is standard output for what commands print about themselves. Its
// errors are a *fault.List.
type printer struct{ w io.Writer }

func (p printer) Write(text []byte) (int, error) {
	n, err := p.w.Write(text)
	return n, output.Failed(output.Stdout, err)
}

// flush hands on what was written so far, so that a reader of a slow stream
// sees it. What a compression holds back stays there.
func (s *sink) flush() error { return output.Failed(s.name, s.buf.Flush()) }

// close writes what is left and puts a file in its place. Errors are a
// *fault.List; the file then is as it was before.
func (s *sink) close() error {
	err := s.pack.Close()
	if err == nil {
		err = s.buf.Flush()
	}
	if err != nil {
		s.abort()
		return output.Failed(s.name, err)
	}
	if s.file != nil {
		return s.file.Commit()
	}
	return nil
}

// abort gives the output up.
func (s *sink) abort() {
	if s.file != nil {
		s.file.Abort()
	}
}
