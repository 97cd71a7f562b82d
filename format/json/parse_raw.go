package json

import "example.com/calque/value"

// Raw returns the JSON text of v as it stood in the input: its white space,
// escapes and spelling of numbers. It returns nil where v was not parsed with
// the option Positions, or is a container that was edited. The bytes belong to
// the document of v and must not be changed.
//
// value.Doc.Span returns where in the input they are.
func Raw(v value.Value) []byte {
	d, i := v.In()
	if d == nil {
		return nil
	}
	s := d.Slab()
	if i >= len(s.Spans) {
		return nil
	}
	span := s.Spans[i]
	return s.Text[span.Start:span.End:span.End]
}
