//go:build amd64 && !purego

package scan

import "example.com/calque/internal/mem"

//go:noescape
func utf8AVX512(p mem.Ptr, n int) int

//go:noescape
func utf8AVX2(p mem.Ptr, n int) int

// validUTF8 is UTF8.
func validUTF8(p mem.Ptr, n int) int {
	if n < 36 || tier == swar {
		return utf8Generic(p, n)
	}
	for k := 0; k < n; {
		end := n
		if n-k > longest {
			// The last piece is not too short for the kernel.
			end = boundary(p, k, k+longest/2)
		}
		var r int
		if tier == avx512 {
			r = utf8AVX512(mem.At(p, k), end-k)
		} else {
			r = utf8AVX2(mem.At(p, k), end-k)
		}
		if k+r < end {
			return prefix(p, boundary(p, k, k+r), n)
		}
		k = end
	}
	return n
}
