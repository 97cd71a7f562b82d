package num

import "example.com/calque/internal/mem"

// AppendInt appends the text of v to dst.
func AppendInt(dst []byte, v int64) []byte {
	if n := len(dst); cap(dst)-n >= Room {
		return dst[:PutInt(mem.Of(dst), n, v)]
	}
	var b [Room]byte
	return append(dst, b[:PutInt(mem.Of(b[:]), 0, v)]...)
}

// AppendUint appends the text of v to dst.
func AppendUint(dst []byte, v uint64) []byte {
	if n := len(dst); cap(dst)-n >= Room {
		return dst[:PutUint(mem.Of(dst), n, v)]
	}
	var b [Room]byte
	return append(dst, b[:PutUint(mem.Of(b[:]), 0, v)]...)
}

// AppendFloat64 appends the text of the finite f to dst.
func AppendFloat64(dst []byte, f float64) []byte {
	if n := len(dst); cap(dst)-n >= Room {
		return dst[:PutFloat64(mem.Of(dst), n, f)]
	}
	var b [Room]byte
	return append(dst, b[:PutFloat64(mem.Of(b[:]), 0, f)]...)
}

// AppendFloat32 appends the text of the finite f to dst.
func AppendFloat32(dst []byte, f float32) []byte {
	if n := len(dst); cap(dst)-n >= Room {
		return dst[:PutFloat32(mem.Of(dst), n, f)]
	}
	var b [Room]byte
	return append(dst, b[:PutFloat32(mem.Of(b[:]), 0, f)]...)
}
