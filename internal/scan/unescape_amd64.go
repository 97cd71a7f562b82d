//go:build amd64 && !purego

package scan

import "example.com/calque/internal/mem"

//go:noescape
func unescapeAVX512(dst, src mem.Ptr, n int) (read, wrote int)

// unescape is Decode if strict, else Unescape.
func unescape(dst, src mem.Ptr, n int, strict bool) int {
	k, o := 0, 0
	for tier == avx512 && n-k >= 32 {
		r, w := unescapeAVX512(mem.At(dst, o), mem.At(src, k), min(n-k, longest))
		k += r
		o += w
		// What stopped the kernel, and what comes close behind it.
		for one := r == 0; k < n; one = false {
			if !one {
				k, o = decodeRun(dst, src, k, o, n, true)
				if k == n || mem.Load8(src, k) != '\\' || many(src, k, n) {
					break
				}
			}
			if k, o = decodeOne(dst, src, k, o, n, strict); k < 0 {
				return k
			}
		}
	}
	return decodeGeneric(dst, src, k, o, n, strict)
}
