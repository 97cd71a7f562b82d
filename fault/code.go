package fault

// Code says what kind of fault an [Error] reports. A Code is itself an error,
// so that errors.Is(err, fault.Truncated) asks a list whether any of its
// errors has that code.
type Code uint8

// The codes. Their texts and names are stable: scripts and tests rely on them.
const (
	Unknown Code = iota // not a calque fault

	// Syntax: the bytes are not the format.
	Syntax    // a byte that cannot stand here
	Truncated // the input ends inside a value
	Trailing  // data after the value
	BadUTF8   // a string is not UTF-8
	BadEscape // an escape sequence that the format does not have
	BadNumber // a number that the grammar does not allow
	BadHead   // a type byte, length or flag that the format does not have

	// Semantic: well-formed, but not what was asked for.
	WrongType     // a value of another kind than wanted
	OutOfRange    // a number that the target cannot hold
	Inexact       // a number that would lose digits
	NotFinite     // NaN or an infinity where the format has none
	Duplicate     // a name that the object has already
	UnknownMember // a member that the type does not have
	Missing       // a member that is required and absent
	BadLength     // another number of elements than wanted
	BadText       // a text that cannot be read as what it stands for
	BadKey        // a key that the target cannot have
	BadPointer    // a JSON Pointer that is malformed (RFC 6901)
	NotFound      // a path that leads to nothing
	Conflict      // two edits that exclude each other, or a failed test
	Lossy         // something that the target format cannot hold
	NeedsType     // a format that is read and written only by type
	Unsupported   // something that this format or function does not do
	Cycle         // a value that contains itself
	NoMatch       // no alternative of a union fits
	Rule          // a rule of the type is violated

	// Limit: the input asks for more than it may have.
	TooDeep  // more levels than MaxDepth
	TooMany  // more elements than MaxItems
	TooLarge // more bytes than MaxBytes

	// IO: the world outside.
	Read     // the reader failed
	Write    // the writer failed
	Canceled // the context is done

	// Usage: the program asks for what cannot be.
	BadOption // an option that does not exist or does not go with another
	BadTag    // a struct tag that is malformed
	BadType   // a Go type that cannot be read or written
	Internal  // a defect of calque itself

	numCodes
)

// Class groups codes: exit code and HTTP status follow from it.
type Class uint8

// The classes.
const (
	ClassInternal Class = iota // a defect of calque
	ClassSyntax                // the bytes are not the format
	ClassSemantic              // well-formed, but not what was asked for
	ClassLimit                 // a limit was hit
	ClassIO                    // a reader, a writer or a context failed
	ClassUsage                 // the program asked for what cannot be
)

var classes = [...]struct {
	name string
	exit int
	http int
}{
	ClassInternal: {"internal", 5, 500},
	ClassSyntax:   {"syntax", 1, 400},
	ClassSemantic: {"semantic", 1, 422},
	ClassLimit:    {"limit", 4, 413},
	ClassIO:       {"io", 3, 500},
	ClassUsage:    {"usage", 2, 500},
}

// String returns the name of c, such as "syntax".
func (c Class) String() string { return classes[c%Class(len(classes))].name }

// ExitCode returns the exit code of the command for a fault of class c.
func (c Class) ExitCode() int { return classes[c%Class(len(classes))].exit }

// HTTPStatus returns the status a server would answer a fault of class c with.
func (c Class) HTTPStatus() int { return classes[c%Class(len(classes))].http }

var codes = [numCodes]struct {
	name  string
	text  string
	class Class
}{
	Unknown: {"unknown", "unknown fault", ClassInternal},

	Syntax:    {"syntax", "syntax error", ClassSyntax},
	Truncated: {"truncated", "unexpected end", ClassSyntax},
	Trailing:  {"trailing", "data after the value", ClassSyntax},
	BadUTF8:   {"bad-utf8", "invalid UTF-8", ClassSyntax},
	BadEscape: {"bad-escape", "invalid escape", ClassSyntax},
	BadNumber: {"bad-number", "invalid number", ClassSyntax},
	BadHead:   {"bad-head", "invalid head", ClassSyntax},

	WrongType:     {"wrong-type", "wrong type", ClassSemantic},
	OutOfRange:    {"out-of-range", "number out of range", ClassSemantic},
	Inexact:       {"inexact", "number would lose digits", ClassSemantic},
	NotFinite:     {"not-finite", "number is not finite", ClassSemantic},
	Duplicate:     {"duplicate", "duplicate name", ClassSemantic},
	UnknownMember: {"unknown-member", "unknown member", ClassSemantic},
	Missing:       {"missing", "missing member", ClassSemantic},
	BadLength:     {"bad-length", "wrong number of elements", ClassSemantic},
	BadText:       {"bad-text", "invalid text", ClassSemantic},
	BadKey:        {"bad-key", "invalid key", ClassSemantic},
	BadPointer:    {"bad-pointer", "invalid JSON Pointer", ClassSemantic},
	NotFound:      {"not-found", "path not found", ClassSemantic},
	Conflict:      {"conflict", "conflict", ClassSemantic},
	Lossy:         {"lossy", "target cannot hold it", ClassSemantic},
	NeedsType:     {"needs-type", "format needs a type", ClassSemantic},
	Unsupported:   {"unsupported", "not supported", ClassSemantic},
	Cycle:         {"cycle", "value contains itself", ClassSemantic},
	NoMatch:       {"no-match", "no alternative fits", ClassSemantic},
	Rule:          {"rule", "rule violated", ClassSemantic},

	TooDeep:  {"too-deep", "nested too deep", ClassLimit},
	TooMany:  {"too-many", "too many elements", ClassLimit},
	TooLarge: {"too-large", "too large", ClassLimit},

	Read:     {"read", "read failed", ClassIO},
	Write:    {"write", "write failed", ClassIO},
	Canceled: {"canceled", "canceled", ClassIO},

	BadOption: {"bad-option", "invalid option", ClassUsage},
	BadTag:    {"bad-tag", "invalid struct tag", ClassUsage},
	BadType:   {"bad-type", "invalid Go type", ClassUsage},
	Internal:  {"internal", "internal error", ClassInternal},
}

// String returns the name of c, such as "out-of-range".
func (c Code) String() string { return codes[c.known()].name }

// Error returns the text of c, such as "number out of range". It makes a Code
// a target of errors.Is.
func (c Code) Error() string { return codes[c.known()].text }

// Class returns the class of c.
func (c Code) Class() Class { return codes[c.known()].class }

// Codes returns all codes in their documented order.
func Codes() []Code {
	all := make([]Code, 0, numCodes-1)
	for c := Unknown + 1; c < numCodes; c++ {
		all = append(all, c)
	}
	return all
}

func (c Code) known() Code {
	if c >= numCodes {
		return Unknown
	}
	return c
}
