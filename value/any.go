package value

// Num is a JSON number as text: what becomes of a number that neither int64,
// uint64 nor float64 holds exactly when a value is read into an any. Package
// calque calls it Number.
type Num string
