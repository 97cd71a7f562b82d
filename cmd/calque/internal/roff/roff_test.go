package roff

import "testing"

func TestPage(t *testing.T) {
	p := New("A-B", "1", "2026-01-02", `the "source"`)
	p.Section("NAME")
	p.Text("one\ntwo - three\n\n.four 'five'")
	p.Item("--six N", `back\slash`)
	p.Verbatim("  seven\n'eight\n")
	const want = `.TH "A\-B" "1" "2026\-01\-02" "the \(dqsource\(dq" "calque"
.nh
.SH "NAME"
.PP
one
two \- three
.PP
\&.four \(aqfive\(aq
.TP
\fB\-\-six N\fR
back\eslash
.PP
.RS "4"
.nf
  seven
\(aqeight
.fi
.RE
`
	if got := p.String(); got != want {
		t.Errorf("got\n%s", got)
	}
}
