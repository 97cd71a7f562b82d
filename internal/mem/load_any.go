//go:build !(386 || amd64 || arm64 || loong64 || ppc64le || wasm)

// Platforms of the other byte order, or that cannot load unaligned words.

package mem

import (
	"encoding/binary"
	"unsafe"
)

// Load16 returns the two bytes at p+i as a little-endian number.
func Load16(p Ptr, i int) uint16 {
	return binary.LittleEndian.Uint16((*[2]byte)(unsafe.Add(p, i))[:])
}

// Load32 returns the four bytes at p+i as a little-endian number.
func Load32(p Ptr, i int) uint32 {
	return binary.LittleEndian.Uint32((*[4]byte)(unsafe.Add(p, i))[:])
}

// Load64 returns the eight bytes at p+i as a little-endian number.
func Load64(p Ptr, i int) uint64 {
	return binary.LittleEndian.Uint64((*[8]byte)(unsafe.Add(p, i))[:])
}

// Store16 stores v at p+i in little-endian order.
func Store16(p Ptr, i int, v uint16) {
	binary.LittleEndian.PutUint16((*[2]byte)(unsafe.Add(p, i))[:], v)
}

// Store32 stores v at p+i in little-endian order.
func Store32(p Ptr, i int, v uint32) {
	binary.LittleEndian.PutUint32((*[4]byte)(unsafe.Add(p, i))[:], v)
}

// Store64 stores v at p+i in little-endian order.
func Store64(p Ptr, i int, v uint64) {
	binary.LittleEndian.PutUint64((*[8]byte)(unsafe.Add(p, i))[:], v)
}

// Copy32 copies the 32 bytes at src+j to dst+i. The two may overlap.
func Copy32(dst Ptr, i int, src Ptr, j int) {
	*(*[32]byte)(unsafe.Add(dst, i)) = *(*[32]byte)(unsafe.Add(src, j))
}
