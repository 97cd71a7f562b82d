// Package value holds the dynamic value: any data of any format, with exact
// numbers, in the order of its members.
//
// A [Value] is a handle of 16 bytes with reference semantics, as a map has
// them. It comes from a parser, from a constructor such as [Object], or from a
// Go value by [Of]:
//
//	v, err := json.Parse[value.Value](data)
//	name, ok := v.Get("name")
//	age, err := v.Pointer("/people/0/age")
//	err = v.Set("checked", value.Bool(true))
//
// # Kinds
//
//	kind         Go (Any)                         JSON                    MessagePack
//	KindNull     nil                              null                    nil
//	KindBool     bool                             true, false             bool
//	KindInt      int64                            number                  int
//	KindUint     uint64, above the largest int64  number                  uint
//	KindFloat    float64                          number                  float 64
//	KindFloat32  float64                          number                  float 32
//	KindNumber   [Num]                            number, its text        -
//	KindString   string                           "text"                  str
//	KindBytes    []byte                           base64 string           bin, ext with a subtype
//	KindTime     time.Time                        RFC 3339 string         timestamp
//	KindExt      Value                            -                       ext
//	KindArray    []any                            [1,2]                   array
//	KindObject   map[string]any, map[any]any      {"a":1}                 map
//
// What JSON does not have, it gives as a string and reads back as one; where
// the table has a dash, writing is a Lossy fault unless options say otherwise.
//
// # Numbers
//
// A JSON integer that fits int64 or uint64 is one. Any other number is a
// float64 where the shortest decimal of that float64 is decimally equal to the
// text; else it keeps its text. So no digit is lost, and a number is asked for
// what it should be: [Value.AsInt] and [Value.AsFloat] are exact or an error,
// [Value.Float] rounds.
//
// In [Value.Compare], [Value.Equal] and the hashes, numbers of all kinds are
// one: 1, 1.0, float32(1) and the kept text 1.00 are equal, 9007199254740993
// and 9007199254740992.0 are not. A float is the number that its text shows,
// the shortest decimal that reads back as it, so that 0.1 is one tenth and less
// than 0.10000000000000000001; a float that is an integer below 2^64 is exactly
// that integer; a float32 is the float64 of the same value. Exponents cost no
// more than their text.
//
// # Documents and edits
//
// The values that a parser returns are handles into one [Doc] without pointers,
// which the garbage collector need not look into. The first edit of a container
// moves that container, and no other, to a form of its own; every handle of it
// sees the edit. Scalars are not edited but replaced in their container. An
// edit never makes a value contain itself, so every walk ends.
//
// Nesting costs no goroutine stack, however deep it is. A value that is held in
// several places counts, in walks and copies, once for each.
//
// Values may be read by several goroutines at once as long as none edits them;
// the look-ups that reading builds are safe.
package value
