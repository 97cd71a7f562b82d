package command

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"example.com/calque"
	"example.com/calque/format/json"
)

// The groups of flags, in the order in which help shows them.
const (
	groupMain   = "Flags"
	groupRead   = "Reading"
	groupWrite  = "Writing JSON"
	groupGlobal = "Everywhere"
)

var groupOrder = []string{groupMain, groupRead, groupWrite, groupGlobal}

// groupKey is the annotation of a flag that names its group.
const groupKey = "calque_group"

// flagSet adds flags of one group to a command.
type flagSet struct {
	cmd   *cobra.Command
	flags *pflag.FlagSet
	group string
}

func flagsOf(cmd *cobra.Command, group string) flagSet {
	return flagSet{cmd, cmd.Flags(), group}
}

// add adds a flag with any value; bare is its value where the flag stands
// alone, "" where it needs one.
func (s flagSet) add(v pflag.Value, name, short, bare, usage string) {
	f := s.flags.VarPF(v, name, short, usage)
	f.NoOptDefVal = bare
	f.Annotations = map[string][]string{groupKey: {s.group}}
}

func (s flagSet) mark(name string) {
	s.flags.Lookup(name).Annotations = map[string][]string{groupKey: {s.group}}
}

func (s flagSet) boolean(p *bool, name, short, usage string) {
	s.flags.BoolVarP(p, name, short, false, usage)
	s.mark(name)
}

func (s flagSet) count(p *int, name, short string, def int, usage string) {
	*p = def
	s.add((*count)(p), name, short, "", usage)
}

func (s flagSet) text(p *string, name, short, usage string) {
	s.flags.StringVarP(p, name, short, "", usage)
	s.mark(name)
}

// choice adds a flag with one of a few words and completes it in shells.
func (s flagSet) choice(p *string, name, bare string, words []string, usage string) {
	if *p == "" {
		*p = words[0]
	}
	s.add(&choice{p, words}, name, "", bare, usage+": "+strings.Join(words, ", "))
	s.complete(name, words)
}

func (s flagSet) complete(name string, words []string) {
	// It fails for a flag that does not exist or has a completion, which is
	// a mistake that the first test of the command shows.
	if err := s.cmd.RegisterFlagCompletionFunc(name, cobra.FixedCompletions(words, cobra.ShellCompDirectiveNoFileComp)); err != nil {
		panic(err)
	}
}

// choice is the value of a flag that takes one of a few words.
type choice struct {
	value *string
	words []string
}

func (c *choice) String() string { return *c.value }
func (c *choice) Type() string   { return "word" }

func (c *choice) Set(s string) error {
	for _, w := range c.words {
		if s == w {
			*c.value = s
			return nil
		}
	}
	return fmt.Errorf("want %s%s", anyOf(c.words), didYouMean(s, c.words))
}

// anyOf returns words as "a, b or c".
func anyOf(words []string) string {
	n := len(words) - 1
	if n <= 0 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:n], ", ") + " or " + words[n]
}

// count is the value of a flag that takes a number that is not negative.
type count int

func (c *count) String() string { return strconv.Itoa(int(*c)) }
func (c *count) Type() string   { return "N" }

func (c *count) Set(s string) error {
	n, err := strconv.Atoi(s)
	if err != nil || n < 0 {
		return fmt.Errorf("want a number from 0")
	}
	*c = count(n)
	return nil
}

// char is the value of a flag that takes one character.
type char rune

func (c *char) String() string {
	switch *c {
	case ' ':
		return "space"
	case '\t':
		return "tab"
	}
	return string(rune(*c))
}

func (c *char) Type() string { return "char" }

func (c *char) Set(s string) error {
	switch s {
	case "space":
		s = " "
	case "tab", `\t`:
		s = "\t"
	}
	r, n := utf8.DecodeRuneInString(s)
	if n == 0 || n != len(s) || r == utf8.RuneError && n == 1 {
		return fmt.Errorf("want one character, or one of the words space and tab")
	}
	*c = char(r)
	return nil
}

// byteSize is the value of a flag that takes a number of bytes, with k, M, G
// or T behind it for powers of 1,024.
type byteSize int64

func (b *byteSize) String() string { return strconv.FormatInt(int64(*b), 10) }
func (b *byteSize) Type() string   { return "bytes" }

func (b *byteSize) Set(s string) error {
	digits, shift := s, 0
	if n := len(s) - 1; n > 0 {
		if i := strings.IndexByte("kmgt", s[n]|0x20); i >= 0 {
			digits, shift = s[:n], 10*(i+1)
		}
	}
	n, err := strconv.ParseInt(digits, 10, 64)
	if err != nil || n < 0 || n<<shift>>shift != n {
		return fmt.Errorf("want a number of bytes such as 500000, 64M or 2G")
	}
	*b = byteSize(n << shift)
	return nil
}

// formatFlag adds a flag that takes a format and completes the names.
func (s flagSet) formatFlag(p *string, name, short, usage string) {
	s.add((*spec)(p), name, short, "", usage)
	s.complete(name, formatNames())
}

// spec is the value of a flag that takes the specification of a format.
type spec string

func (f *spec) String() string { return string(*f) }
func (f *spec) Type() string   { return "format" }

func (f *spec) Set(s string) error {
	if _, err := parseSpec(s); err != nil {
		return err
	}
	*f = spec(s)
	return nil
}

// reading holds the flags that say how inputs are read.
type reading struct {
	from       string
	maxDepth   int
	maxErrors  int
	maxBytes   byteSize
	failFast   bool
	duplicates string
	utf8       string
	comments   bool
	trailing   bool
	nonfinite  string
	profile    string
}

// The words of the policies, in the order of the library's numbers.
var (
	duplicateWords = []string{"error", "first", "last", "keep"}
	utf8Words      = []string{"strict", "replace", "ignore"}
	nonfiniteWords = []string{"error", "null", "string", "literal"}
	floatWords     = []string{"go", "es6", "nlohmann"}
	lossWords      = []string{"error", "warn", "ok"}
	profileWords   = []string{"nlohmann"}
)

func (r *reading) register(cmd *cobra.Command) {
	s := flagsOf(cmd, groupRead)
	s.formatFlag(&r.from, "from", "f", "format of the input (default: by extension, then by its first bytes)")
	s.count(&r.maxDepth, "max-depth", "", 10_000, "levels that arrays and objects may nest; 0: no limit")
	s.add(&r.maxBytes, "max-bytes", "", "", "largest input, or record of a stream, such as 64M; 0: no limit")
	s.count(&r.maxErrors, "max-errors", "", 100, "faults to report for an input; 0: no limit")
	s.boolean(&r.failFast, "fail-fast", "", "stop at the first fault")
	s.choice(&r.duplicates, "duplicates", "", duplicateWords, "what to do with a name that an object has already")
	s.choice(&r.utf8, "utf8", "", utf8Words, "what to do with ill-formed UTF-8 in strings")
	s.boolean(&r.comments, "comments", "", "allow // and /* */ comments in JSON")
	s.boolean(&r.trailing, "trailing-commas", "", "allow a comma behind the last element in JSON")
	s.choice(&r.nonfinite, "nonfinite", "literal", nonfiniteWords,
		"NaN and infinities in JSON; the bare flag reads and writes the literals NaN, Infinity, -Infinity")
	s.add(&choice{&r.profile, profileWords}, "profile", "", "",
		"read and write JSON as another library does, its limits and policies instead of those of other flags: "+anyOf(profileWords))
	s.complete("profile", profileWords)
}

// options returns the options of the library for the flags.
func (r *reading) options() []calque.Option {
	if r.profile != "" {
		return r.allowed([]calque.Option{json.Nlohmann()})
	}
	opts := []calque.Option{
		calque.MaxDepth(r.maxDepth),
		calque.MaxErrors(r.maxErrors),
		calque.MaxBytes(int64(r.maxBytes)),
		calque.Duplicates(policy(duplicateWords, r.duplicates)),
		calque.UTF8(policy(utf8Words, r.utf8)),
		json.NonFinite(policy(nonfiniteWords, r.nonfinite)),
	}
	if r.failFast {
		opts = append(opts, calque.FailFast())
	}
	return r.allowed(opts)
}

// allowed adds the options for what JSON does not have and the flags allow.
func (r *reading) allowed(opts []calque.Option) []calque.Option {
	if r.comments {
		opts = append(opts, json.Comments())
	}
	if r.trailing {
		opts = append(opts, json.TrailingCommas())
	}
	return opts
}

// keeping returns the options for reading what is written as JSON again: numbers
// keep their spelling unless a style was asked for.
func (r *reading) keeping(w *writing) []calque.Option {
	if w.floats != "" || r.profile != "" {
		return r.options()
	}
	return append(r.options(), calque.KeepSpelling())
}

// written returns the options for writing what was read: limits and policies
// that hold both ways, and those of writing.
func (r *reading) written(w *writing) []calque.Option {
	if r.profile != "" {
		return append([]calque.Option{json.Nlohmann()}, w.options()...)
	}
	return append([]calque.Option{
		calque.MaxDepth(r.maxDepth),
		calque.MaxErrors(r.maxErrors),
		calque.Duplicates(policy(duplicateWords, r.duplicates)),
		json.NonFinite(policy(nonfiniteWords, r.nonfinite)),
	}, w.options()...)
}

// policy returns the number of a word, which is its place in words.
func policy(words []string, word string) uint8 {
	for i, w := range words {
		if w == word {
			return uint8(i)
		}
	}
	return 0
}

// writing holds the flags that say how JSON is written.
type writing struct {
	indent     int
	indentChar char
	compact    bool
	sort       bool
	ascii      bool
	floats     string
	utf8       string
}

func (w *writing) register(cmd *cobra.Command) {
	s := flagsOf(cmd, groupWrite)
	w.indentChar = ' '
	s.count(&w.indent, "indent", "", 2, "characters of indentation for each level")
	s.add(&w.indentChar, "indent-char", "", "", "character of the indentation, also: space, tab")
	s.boolean(&w.compact, "compact", "c", "write without any white space")
	s.boolean(&w.sort, "sort", "S", "sort the members of objects by name")
	s.boolean(&w.ascii, "ascii", "", "write characters beyond ASCII as \\u escapes")
	s.add(&choice{&w.floats, floatWords}, "floats", "", "", "rewrite numbers in one style instead of keeping their spelling: "+strings.Join(floatWords, ", "))
	s.complete("floats", floatWords)
	s.choice(&w.utf8, "write-utf8", "", utf8Words, "what to do with ill-formed UTF-8 in writing")
}

// options returns the options of the library for the flags.
func (w *writing) options() []calque.Option {
	opts := []calque.Option{
		json.IndentChar(rune(w.indentChar)),
		calque.UTF8(policy(utf8Words, w.utf8)),
	}
	if w.compact {
		opts = append(opts, json.Compact())
	} else {
		opts = append(opts, json.Indent(w.indent))
	}
	if w.sort {
		opts = append(opts, json.SortKeys())
	}
	if w.ascii {
		opts = append(opts, json.EnsureASCII())
	}
	if w.floats != "" {
		opts = append(opts, json.Floats(policy(floatWords, w.floats)))
	}
	return opts
}
