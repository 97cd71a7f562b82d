package value

// docIndex is the lazily built look-up of a document's large objects.
type docIndex struct{}
