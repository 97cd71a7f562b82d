// Package roff writes pages for the man command.
package roff

import "strings"

// Page is a manual page that is being written.
type Page struct{ b strings.Builder }

// New returns a page with its head: the title is in capitals, the section is
// 1 for commands.
func New(title, section, date, source string) *Page {
	p := &Page{}
	p.macro("TH", title, section, date, source, "calque")
	p.macro("nh") // no hyphenation: names of flags must stay whole
	return p
}

// String returns the text of the page.
func (p *Page) String() string { return p.b.String() }

func (p *Page) macro(name string, args ...string) {
	p.b.WriteString("." + name)
	for _, a := range args {
		p.b.WriteString(` "` + strings.ReplaceAll(escape(a), `"`, `\(dq`) + `"`)
	}
	p.b.WriteByte('\n')
}

// Section begins a section.
func (p *Page) Section(title string) { p.macro("SH", title) }

// Text writes paragraphs, which empty lines separate.
func (p *Page) Text(text string) {
	for part := range strings.SplitSeq(strings.TrimSpace(text), "\n\n") {
		p.macro("PP")
		for line := range strings.Lines(part) {
			p.line(strings.TrimSpace(line))
		}
	}
}

// Verbatim writes text as it is, line by line.
func (p *Page) Verbatim(text string) {
	p.macro("PP")
	p.macro("RS", "4")
	p.macro("nf")
	for line := range strings.Lines(text) {
		p.line(strings.TrimRight(line, "\n"))
	}
	p.macro("fi")
	p.macro("RE")
}

// Item writes a term, in bold, and what it means.
func (p *Page) Item(term, text string) {
	p.macro("TP")
	p.b.WriteString(`\fB` + escape(term) + `\fR` + "\n")
	p.line(text)
}

func (p *Page) line(text string) {
	text = escape(text)
	if strings.HasPrefix(text, ".") || strings.HasPrefix(text, "'") {
		text = `\&` + text
	}
	p.b.WriteString(text + "\n")
}

// escape writes the characters that mean something to roff in the way that
// shows them.
func escape(s string) string {
	return strings.NewReplacer(`\`, `\e`, "-", `\-`, "~", `\(ti`, "^", `\(ha`, "`", `\(ga`, "'", `\(aq`).Replace(s)
}
