package calque_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"example.com/calque"
	"example.com/calque/fault"
	"example.com/calque/internal/option"
)

// plain is a format whose values are strings and whose encoding is their text.
// Its encoder holds everything back until it is closed.
type plain struct{ opts []calque.Option }

var errPlain = errors.New("plain: not a string")

func (plain) Name() string                      { return "plain" }
func (plain) Capabilities() calque.Capabilities { return calque.Capabilities{Text: true} }

func (p plain) With(opts ...calque.Option) calque.Format {
	return plain{append(p.opts[:len(p.opts):len(p.opts)], opts...)}
}

func (p plain) Append(dst []byte, v any, opts ...calque.Option) ([]byte, error) {
	s, ok := v.(string)
	if !ok {
		return dst, errPlain
	}
	if set := option.Resolve(append(p.opts, opts...)); set.MaxBytes > 0 {
		s = s[:min(int64(len(s)), set.MaxBytes)]
	}
	return append(dst, s...), nil
}

func (p plain) Unmarshal(data []byte, v any, opts ...calque.Option) error {
	_, err := p.UnmarshalFirst(data, v, opts...)
	return err
}

func (plain) UnmarshalFirst(data []byte, v any, _ ...calque.Option) ([]byte, error) {
	s, ok := v.(*string)
	if !ok {
		return data, errPlain
	}
	*s = string(data)
	return nil, nil
}

func (p plain) NewEncoder(w io.Writer, opts ...calque.Option) calque.Encoder {
	return &plainEncoder{plain{append(p.opts, opts...)}, w, nil}
}

func (plain) NewDecoder(io.Reader, ...calque.Option) (none calque.Decoder) { return none }

type plainEncoder struct {
	p    plain
	w    io.Writer
	held []byte
}

func (e *plainEncoder) Encode(v any) (err error) {
	e.held, err = e.p.Append(e.held, v)
	return err
}

func (e *plainEncoder) Close() error {
	_, err := e.w.Write(e.held)
	return err
}

func TestMarshal(t *testing.T) {
	f := plain{}.With(calque.MaxBytes(4))
	for _, test := range []struct {
		name string
		call func() ([]byte, error)
		want string
	}{
		{"marshal", func() ([]byte, error) { return calque.Marshal(plain{}, "value") }, "value"},
		{"append", func() ([]byte, error) { return calque.Append([]byte("a "), plain{}, "value") }, "a value"},
		{"with", func() ([]byte, error) { return calque.Marshal(f, "value") }, "valu"},
		{"option of the call", func() ([]byte, error) { return calque.Marshal(f, "value", calque.MaxBytes(2)) }, "va"},
	} {
		if got, err := test.call(); err != nil || string(got) != test.want {
			t.Errorf("%s: %q, %v", test.name, got, err)
		}
	}
	if got, err := calque.Append([]byte("a "), plain{}, 5); !errors.Is(err, errPlain) || string(got) != "a " {
		t.Errorf("%q, %v", got, err)
	}
}

func TestUnmarshal(t *testing.T) {
	var s string
	if err := calque.Unmarshal(plain{}, []byte("value"), &s); err != nil || s != "value" {
		t.Errorf("%q, %v", s, err)
	}
	if err := calque.Unmarshal(plain{}, []byte("value"), s); !errors.Is(err, errPlain) {
		t.Error(err)
	}
}

func TestEncode(t *testing.T) {
	var b bytes.Buffer
	if err := calque.Encode(&b, plain{}, "value", calque.MaxBytes(3)); err != nil || b.String() != "val" {
		t.Errorf("%q, %v", b.String(), err)
	}
	if err := calque.Encode(&b, plain{}, 5); !errors.Is(err, errPlain) {
		t.Error(err)
	}
	if err := calque.Encode(brokenWriter{}, plain{}, "value"); !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("the error of Close: %v", err)
	}
}

type brokenWriter struct{}

func (brokenWriter) Write([]byte) (int, error) { return 0, io.ErrClosedPipe }

func TestDecode(t *testing.T) {
	var s string
	if err := calque.Decode(iotest.OneByteReader(strings.NewReader("value")), plain{}, &s); err != nil || s != "value" {
		t.Errorf("%q, %v", s, err)
	}
	cause := errors.New("cause")
	err := calque.Decode(io.MultiReader(strings.NewReader("val"), iotest.ErrReader(cause)), plain{}, &s)
	if !errors.Is(err, fault.Read) || !errors.Is(err, cause) {
		t.Error(err)
	}
	if want := "calque: plain: offset 3: read failed: cause"; err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

func TestDecodeLimits(t *testing.T) {
	endless := iotest.OneByteReader(neverEnding('x'))
	var s string
	if err := calque.Decode(endless, plain{}, &s, calque.MaxBytes(9)); err != nil || s != "xxxxxxxxxx" {
		t.Errorf("%q, %v", s, err) // one byte more, by which the format sees that it is too large
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	err := calque.Decode(endless, plain{}, &s, calque.Context(ctx))
	if !errors.Is(err, fault.Canceled) || !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

type neverEnding byte

func (b neverEnding) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = byte(b)
	}
	return len(p), nil
}

// TestOptions holds each option of this package to what it sets.
func TestOptions(t *testing.T) {
	ctx := context.Background()
	for _, test := range []struct {
		name string
		opt  calque.Option
		is   func(s option.Set) bool
	}{
		{"FailFast", calque.FailFast(), func(s option.Set) bool { return s.FailFast }},
		{"MaxErrors", calque.MaxErrors(3), func(s option.Set) bool { return s.MaxErrors == 3 }},
		{"MaxErrors 0", calque.MaxErrors(0), func(s option.Set) bool { return s.MaxErrors == option.Unlimited }},
		{"MaxDepth", calque.MaxDepth(3), func(s option.Set) bool { return s.MaxDepth == 3 }},
		{"MaxBytes", calque.MaxBytes(1 << 40), func(s option.Set) bool { return s.MaxBytes == 1<<40 }},
		{"MaxItems", calque.MaxItems(1 << 40), func(s option.Set) bool { return s.MaxItems == 1<<40 }},
		{"Duplicates", calque.Duplicates(calque.Last), func(s option.Set) bool { return s.Duplicates == option.DupLast }},
		{"UTF8", calque.UTF8(calque.Ignore), func(s option.Set) bool { return s.UTF8 == option.UTF8Ignore }},
		{"Lossy", calque.Lossy(calque.Warn), func(s option.Set) bool { return s.Lossy == option.LossyWarn }},
		{"Context", calque.Context(ctx), func(s option.Set) bool { return s.Ctx == ctx }},
		{"KeepSpelling", calque.KeepSpelling(), func(s option.Set) bool { return s.KeepSpelling }},
		{"Positions", calque.Positions(), func(s option.Set) bool { return s.Positions }},
	} {
		if test.is(option.Default) || !test.is(option.Resolve([]calque.Option{test.opt})) {
			t.Errorf("%s does not set what it should", test.name)
		}
	}
}
