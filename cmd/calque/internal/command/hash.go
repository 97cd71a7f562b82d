package command

import (
	"crypto/sha256"
	"encoding/hex"

	"github.com/spf13/cobra"

	"example.com/calque/cmd/calque/internal/compress"
	"example.com/calque/cmd/calque/internal/terminal"
)

// hasher is the command hash.
type hasher struct {
	*app
	reading
	jobs int
}

func newHash(a *app) *cobra.Command {
	c := &hasher{app: a}
	cmd := &cobra.Command{
		Use:   "hash [FILE...]",
		Short: "Print a digest of the data, the same in every format",
		Long: `hash prints a SHA-256 digest of the data of each file, as sha256sum does of its
bytes: the same for equal data, whatever its format, white space, order of members
and spelling of numbers. An input of several records has the digest of all of them.`,
		Example: `  calque hash people.json people.msgpack
  calque hash *.json | sort | uniq -w64 -D  files with the same data
  curl -s https://example.com/x | calque hash`,
		RunE: func(_ *cobra.Command, names []string) error { return c.run(names) },
	}
	s := flagsOf(cmd, groupMain)
	s.count(&c.jobs, "jobs", "j", 0, "files to read at a time; 0: one for each processor")
	c.register(cmd)
	return cmd
}

// hashed is what came of one file.
type hashed struct {
	name string
	sum  []byte
	err  error
}

func (c *hasher) run(names []string) error {
	paths := expand(names, func(name string) bool {
		_, ok := formatOfFile(name)
		return ok || c.from != ""
	})
	c.watchWork(paths, terminal.Is(c.sys.Err) && !terminal.Is(c.sys.Out))
	out, err := c.sink("-", compress.None, false)
	if err != nil {
		return err
	}
	inOrder(len(paths), c.jobs, func(i int) hashed { return c.file(paths[i]) },
		func(_ int, done hashed) bool {
			if done.err != nil {
				c.report.Report(done.err, done.name, nil)
				return true
			}
			_, err = out.Write([]byte(hex.EncodeToString(done.sum) + "  " + visible(done.name) + "\n"))
			return err == nil
		})
	if err != nil {
		return err
	}
	return out.close()
}

// file returns the digest of one file.
func (c *hasher) file(p path) hashed {
	done := hashed{name: p.name, err: p.err}
	if p.err != nil {
		return done
	}
	in, err := c.open(p.name, c.maxBytes)
	if err != nil {
		done.err = err
		return done
	}
	defer in.Close() //nolint:errcheck // nothing was written
	f, err := formatOf(c.from, in)
	if err != nil {
		done.err = err
		return done
	}
	found := tally{limit: c.maxErrors, fast: c.failFast}
	sums := []byte{'a'} // how the digest of an array begins
	for v, err := range records(in, f, c.options()) {
		if !found.add(err) {
			break
		}
		sum := v.Digest()
		sums = append(sums, sum[:]...)
	}
	done.err = found.err()
	if len(sums) == 1+sha256.Size {
		done.sum = sums[1:]
	} else {
		sum := sha256.Sum256(sums)
		done.sum = sum[:]
	}
	return done
}
