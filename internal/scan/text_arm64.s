//go:build arm64 && !purego

// Quote, String and UTF8 with NEON: the stretches of a text that have no escape
// in them. Their twins quoteGeneric, stringGeneric and utf8Generic do the rest.

#include "textflag.h"
#include "go_asm.h"
#include "neon_arm64.h"

// func quoteNEON(dst, src mem.Ptr, n int, m *Mode) (count int)
//
// It copies blocks of 16 bytes and returns how many bytes: up to the block in
// which there is an escape or in which ill-formed UTF-8 shows, or to the last
// whole one. The bytes copied may end in the middle of a character. Policies
// that escape characters beyond ASCII stop it at the first of them.
//
// R0, R1: where to write and read; R2: bytes left; R3: not 0 for such a policy;
// R7: not 0 behind bytes beyond ASCII.
TEXT ·quoteNEON(SB), NOSPLIT, $0-40
	MOVD dst+0(FP), R0
	MOVD src+8(FP), R1
	MOVD n+16(FP), R2
	MOVD m+24(FP), R4
	MOVD Mode_flags(R4), R3
	AND  $(const_escapeLines|const_escapeWide), R3
	ADD  $Mode_nibbles, R4
	VLD1 (R4), [V16.B16, V17.B16]
	NEONLOAD
	MOVD ZR, R7

four:
	CMP  $64, R2
	BLT  one
	VLD1 (R1), [V0.B16, V1.B16, V2.B16, V3.B16]
	VEOR V28.B16, V28.B16, V28.B16
	NEONCLASS(V0.B16)
	NEONCLASS(V1.B16)
	NEONCLASS(V2.B16)
	NEONCLASS(V3.B16)
	NEONANY(V28, R5, R6)
	CBNZ R5, one
	VORR V0.B16, V1.B16, V4.B16
	VORR V2.B16, V3.B16, V5.B16
	VORR V4.B16, V5.B16, V4.B16
	NEONANY(V4, R5, R6)
	AND  $0x8080808080808080, R5
	ORR  R5, R7
	CBZ  R7, store
	CBNZ R3, one
	NEONCHECK(V0.B16, V25.B16)
	NEONCHECK(V1.B16, V0.B16)
	NEONCHECK(V2.B16, V1.B16)
	NEONCHECK(V3.B16, V2.B16)
	NEONANY(V26, R6, R7)
	CBNZ R6, one
store:
	MOVD R5, R7
	VST1.P [V0.B16, V1.B16, V2.B16, V3.B16], 64(R0)
	ADD  $64, R1
	SUB  $64, R2
	VORR V3.B16, V3.B16, V25.B16
	B    four

one: // at most four more
	VEOR V26.B16, V26.B16, V26.B16
	CMP  $16, R2
	BLT  done
	VLD1 (R1), [V0.B16]
	VEOR V28.B16, V28.B16, V28.B16
	NEONCLASS(V0.B16)
	NEONANY(V28, R5, R6)
	CBNZ R5, done
	NEONANY(V0, R5, R6)
	AND  $0x8080808080808080, R5
	CBZ  R3, check
	CBNZ R5, done
check:
	NEONCHECK(V0.B16, V25.B16)
	NEONANY(V26, R6, R7)
	CBNZ R6, done
	VST1.P [V0.B16], 16(R0)
	ADD  $16, R1
	SUB  $16, R2
	VORR V0.B16, V0.B16, V25.B16
	B    one

done:
	MOVD n+16(FP), R0
	SUB  R2, R0
	MOVD R0, count+32(FP)
	RET

// func textNEON(p mem.Ptr, n int, nibbles *[32]byte) (count int, high uint64)
//
// It returns how many of the n bytes at p, a multiple of 16, come before the
// block of 16 in which there is a byte that the nibble tables know or in which
// ill-formed UTF-8 shows. They may end in the middle of a character. high is
// not 0 where one of them is beyond ASCII.
//
// R1: where to read; R2: bytes left; R7: not 0 behind bytes beyond ASCII; R8:
// high.
TEXT ·textNEON(SB), NOSPLIT, $0-40
	MOVD p+0(FP), R1
	MOVD n+8(FP), R2
	MOVD nibbles+16(FP), R4
	VLD1 (R4), [V16.B16, V17.B16]
	NEONLOAD
	MOVD ZR, R7
	MOVD ZR, R8

four:
	CMP  $64, R2
	BLT  one
	VLD1 (R1), [V0.B16, V1.B16, V2.B16, V3.B16]
	VEOR V28.B16, V28.B16, V28.B16
	NEONCLASS(V0.B16)
	NEONCLASS(V1.B16)
	NEONCLASS(V2.B16)
	NEONCLASS(V3.B16)
	NEONANY(V28, R5, R6)
	CBNZ R5, one
	VORR V0.B16, V1.B16, V4.B16
	VORR V2.B16, V3.B16, V5.B16
	VORR V4.B16, V5.B16, V4.B16
	NEONANY(V4, R5, R6)
	AND  $0x8080808080808080, R5
	ORR  R5, R7
	CBZ  R7, next
	NEONCHECK(V0.B16, V25.B16)
	NEONCHECK(V1.B16, V0.B16)
	NEONCHECK(V2.B16, V1.B16)
	NEONCHECK(V3.B16, V2.B16)
	NEONANY(V26, R6, R7)
	CBNZ R6, one
next:
	MOVD R5, R7
	ORR  R5, R8
	ADD  $64, R1
	SUB  $64, R2
	VORR V3.B16, V3.B16, V25.B16
	B    four

one: // at most four more
	VEOR V26.B16, V26.B16, V26.B16
	CMP  $16, R2
	BLT  done
	VLD1 (R1), [V0.B16]
	VEOR V28.B16, V28.B16, V28.B16
	NEONCLASS(V0.B16)
	NEONANY(V28, R5, R6)
	CBNZ R5, done
	NEONCHECK(V0.B16, V25.B16)
	NEONANY(V26, R6, R7)
	CBNZ R6, done
	NEONANY(V0, R5, R6)
	AND  $0x8080808080808080, R5
	ORR  R5, R8
	ADD  $16, R1
	SUB  $16, R2
	VORR V0.B16, V0.B16, V25.B16
	B    one

done:
	MOVD n+8(FP), R0
	SUB  R2, R0
	MOVD R0, count+24(FP)
	MOVD R8, high+32(FP)
	RET
