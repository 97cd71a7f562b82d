//go:build 386 || amd64 || arm64 || loong64 || ppc64le || wasm

package mem

import "unsafe"

// Load16 returns the two bytes at p+i as a little-endian number.
func Load16(p Ptr, i int) uint16 { return *(*uint16)(unsafe.Add(p, i)) }

// Load32 returns the four bytes at p+i as a little-endian number.
func Load32(p Ptr, i int) uint32 { return *(*uint32)(unsafe.Add(p, i)) }

// Load64 returns the eight bytes at p+i as a little-endian number.
func Load64(p Ptr, i int) uint64 { return *(*uint64)(unsafe.Add(p, i)) }

// Store16 stores v at p+i in little-endian order.
func Store16(p Ptr, i int, v uint16) { *(*uint16)(unsafe.Add(p, i)) = v }

// Store32 stores v at p+i in little-endian order.
func Store32(p Ptr, i int, v uint32) { *(*uint32)(unsafe.Add(p, i)) = v }

// Store64 stores v at p+i in little-endian order.
func Store64(p Ptr, i int, v uint64) { *(*uint64)(unsafe.Add(p, i)) = v }

// words is 32 bytes that the compiler keeps in registers; an array of bytes it
// would copy by a call, as source and target might overlap.
type words struct{ a, b, c, d uint64 }

// Copy32 copies the 32 bytes at src+j to dst+i. The two may overlap.
func Copy32(dst Ptr, i int, src Ptr, j int) {
	*(*words)(unsafe.Add(dst, i)) = *(*words)(unsafe.Add(src, j))
}
