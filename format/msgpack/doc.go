// Package msgpack reads and writes MessagePack (https://msgpack.org).
//
//	v, err := msgpack.Parse[value.Value](data)
//	data, err = msgpack.Marshal(v)
//
// # Mapping
//
//	MessagePack          value                  written as
//	nil                  null                   nil
//	false, true          boolean                false, true
//	int, uint families   integer (int64 or      the shortest of its family:
//	                     uint64)                unsigned from 0 on, signed below
//	float 32             float32                float 32
//	float 64             float64                float 64, see CompactFloats
//	-                    number (big)           fault Lossy, see below
//	str                  string                 the shortest str
//	bin                  bytes                  the shortest bin
//	-                    bytes with a subtype   ext of that type (0 to 127)
//	array, map           array, object          the shortest head
//	ext -1               time                   the shortest timestamp
//	ext, other types     extension of bytes     the shortest ext
//
// Reading accepts every encoding that the specification allows, also one that
// is longer than it need be. It refuses the byte 0xC1, data that is cut off,
// data behind the value, timestamps of other lengths than 4, 8 and 12 bytes or
// with more than 999,999,999 nanoseconds, strings that are not UTF-8 (see
// calque.UTF8) and maps with a key twice (see calque.Duplicates). Keys may be
// of any kind; they are equal when they are equal as values, so 1 and 1.0 are
// one key.
//
// Writing refuses, as fault.Lossy, what MessagePack cannot hold. With
// calque.Lossy(calque.Allow) it writes what is nearest: a big number as
// float 64, or as str where that would be infinite; bytes with a subtype above
// 127 as bin; an extension with a tag that is no int8, or with a payload that
// is not bytes, as its payload.
//
// docs/wire/msgpack.md describes the bytes.
package msgpack
