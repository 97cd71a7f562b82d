package terminal

// Style is a way of showing text on a terminal that has colour.
type Style string

// The styles, in the 16 colours that every terminal lets its user choose.
const (
	Name   Style = "\x1b[34;1m" // names of members
	Text   Style = "\x1b[32m"   // strings
	Number Style = "\x1b[36m"
	Word   Style = "\x1b[35m" // true, false, null
	Faint  Style = "\x1b[2m"
	Gone   Style = "\x1b[31m" // what is no more
	Bad    Style = "\x1b[31;1m"
	Strong Style = "\x1b[1m"

	reset = "\x1b[0m"
)

// Paint returns text in the style, or as it is where on is false.
func (s Style) Paint(text string, on bool) string {
	if !on || text == "" {
		return text
	}
	return string(s) + text + reset
}
