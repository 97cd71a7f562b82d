//go:build amd64 && !purego

// The end of white space with both tiers. The twin is spaceGeneric.

#include "textflag.h"

// White space by its low half, other bytes nowhere near.
DATA spaceBlank<>+0(SB)/8, $0x0202020241164620
DATA spaceBlank<>+8(SB)/8, $0x64640d64640a0964
GLOBL spaceBlank<>(SB), RODATA|NOPTR, $16

// func spaceAVX512(p mem.Ptr, i int) int
//
// The first index from i on that holds no white space. The padding behind the
// text is read. It stops after so many bytes as one call may handle.
TEXT ·spaceAVX512(SB), NOSPLIT, $0-24
	MOVQ p+0(FP), SI
	ADDQ i+8(FP), SI
	VBROADCASTI32X4 spaceBlank<>(SB), Z2
	MOVL $(1<<14), CX
loop:
	VMOVDQU64 (SI), Z0
	VPSHUFB Z0, Z2, Z1
	VPCMPUB $4, Z0, Z1, K1
	KMOVQ K1, AX
	TESTQ AX, AX
	JNE  found
	ADDQ $64, SI
	DECL CX
	JNE  loop
found:
	TZCNTQ AX, AX
	TESTL CX, CX
	CMOVLEQ CX, AX
	ADDQ AX, SI
	SUBQ p+0(FP), SI
	MOVQ SI, ret+16(FP)
	VZEROUPPER
	RET

// func spaceAVX2(p mem.Ptr, i int) int
//
// The same.
TEXT ·spaceAVX2(SB), NOSPLIT, $0-24
	MOVQ p+0(FP), SI
	ADDQ i+8(FP), SI
	VBROADCASTI128 spaceBlank<>(SB), Y2
	MOVL $(1<<14), CX
loop:
	VMOVDQU (SI), Y0
	VPSHUFB Y0, Y2, Y1
	VPCMPEQB Y0, Y1, Y1
	VPMOVMSKB Y1, AX
	NOTL AX
	TESTL AX, AX
	JNE  found
	ADDQ $32, SI
	DECL CX
	JNE  loop
found:
	TZCNTL AX, AX
	TESTL CX, CX
	CMOVLEQ CX, AX
	ADDQ AX, SI
	SUBQ p+0(FP), SI
	MOVQ SI, ret+16(FP)
	VZEROUPPER
	RET
