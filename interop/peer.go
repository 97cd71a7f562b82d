package interop

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// maxFrame bounds the answers a peer may give.
const maxFrame = 256 << 20

// Peer is a running peer program.
type Peer struct {
	cmd *exec.Cmd
	in  io.WriteCloser
	out *bufio.Reader
}

// Answer is what a peer says to one request.
type Answer struct {
	OK   bool
	Data []byte // the result, or the text of the error
	ID   int    // the library's own number of the error
	Byte uint64 // the position the library gives, 0 where it gives none
}

// Compile compiles a C++ source of peers/ and starts it; it is stopped when the
// test ends. Where the compiler or a library is missing the test is skipped, or
// fails if CALQUE_PEERS is "must".
func Compile(t testing.TB, source string, flags ...string) *Peer {
	t.Helper()
	exe := filepath.Join(t.TempDir(), "peer")
	args := append([]string{"-std=c++17", "-O2", "-o", exe, filepath.Join("peers", source)}, flags...)
	if out, err := exec.Command("g++", args...).CombinedOutput(); err != nil {
		msg := fmt.Sprintf("the peer %s cannot be compiled: %v\n%.2000s", source, err, out)
		if os.Getenv("CALQUE_PEERS") == "must" {
			t.Fatal(msg)
		}
		t.Skip(msg)
	}
	p, err := start(exe)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.close(t) })
	return p
}

func start(exe string) (*Peer, error) {
	cmd := exec.Command(exe)
	cmd.Stderr = os.Stderr
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	return &Peer{cmd: cmd, in: in, out: bufio.NewReaderSize(out, 1<<16)}, nil
}

func (p *Peer) close(t testing.TB) {
	if err := p.in.Close(); err != nil {
		t.Errorf("closing the peer's input: %v", err)
	}
	if err := p.cmd.Wait(); err != nil {
		t.Errorf("the peer ended with: %v", err)
	}
}

// Ask sends a request and returns the peer's answer.
func (p *Peer) Ask(t testing.TB, request []byte) Answer {
	t.Helper()
	frame := binary.LittleEndian.AppendUint32(nil, uint32(len(request)))
	if _, err := p.in.Write(append(frame, request...)); err != nil {
		t.Fatalf("the peer does not listen: %v", err)
	}
	var head [4]byte
	if _, err := io.ReadFull(p.out, head[:]); err != nil {
		t.Fatalf("the peer does not answer to %.200q: %v", request, err)
	}
	n := binary.LittleEndian.Uint32(head[:])
	if n == 0 || n > maxFrame {
		t.Fatalf("the peer answers with %d bytes", n)
	}
	reply := make([]byte, n)
	if _, err := io.ReadFull(p.out, reply); err != nil {
		t.Fatalf("the peer's answer is cut: %v", err)
	}
	if reply[0] == 'K' {
		return Answer{OK: true, Data: reply[1:]}
	}
	if len(reply) < 13 {
		t.Fatalf("the peer's answer is malformed: %q", reply)
	}
	return Answer{
		ID:   int(int32(binary.LittleEndian.Uint32(reply[1:]))),
		Byte: binary.LittleEndian.Uint64(reply[5:]),
		Data: reply[13:],
	}
}
