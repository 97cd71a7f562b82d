//go:build amd64 && !purego

// The structural index with AVX2. Its twin is indexGeneric.

#include "textflag.h"
#include "go_asm.h"
#include "utf8_amd64.h"
#include "index_amd64.h"

// JOIN sets M to the mask of the bytes of T and U whose high bit is set, and
// changes N.
#define JOIN(T, U, N, M) \
	VPMOVMSKB T, M \
	VPMOVMSKB U, N \
	SHLQ $32, N \
	ORQ  N, M

// ENTRIES writes the entries of byte K of the mask in AX: up to eight.
#define ENTRIES(K) \
	MOVQ AX, BX \
	SHRQ $(8*K), BX \
	MOVBLZX BX, BX \
	VPMOVZXBD (R14)(BX*8), Y2 \
	VPADDD Y9, Y2, Y2 \
	VPADDD Y5, Y9, Y9 \
	VMOVDQU Y2, (DI) \
	POPCNTL BX, BX \
	LEAQ (DI)(BX*4), DI

// func indexAVX2(p mem.Ptr, blocks int, ix mem.Ptr, base uint32, st *indexState, bits *[256]uint64) (count int)
//
// It does what indexAVX512 does, see there, with two registers a block. The
// bits of the last mask become entries by eighths: bits has the numbers of
// the bits of each byte.
//
// SI: block; CX: blocks left; DI: next entry; R9, R15, R10, R11: escaped,
// marked, inside, scalar of the block before; R8: control characters in
// strings; Y7: second half of the block before; Y6: not 0 where that one ends
// inside of a character; Y8: errors of UTF-8; Y9: offset of the next entries.
TEXT ·indexAVX2(SB), NOSPLIT, $8-56
	MOVQ p+0(FP), SI
	MOVQ blocks+8(FP), CX
	MOVQ ix+16(FP), DI
	MOVL base+24(FP), R8
	MOVQ st+32(FP), DX
	TESTQ CX, CX
	JE   none
	VMOVDQU (indexState_before+32)(DX), Y7
	VPSUBUSB indexOpen<>+32(SB), Y7, Y6
	VPXOR Y8, Y8, Y8
	MOVQ indexState_escaped(DX), R9
	MOVQ indexState_marked(DX), R15
	MOVQ indexState_inside(DX), R10
	MOVQ indexState_scalar(DX), R11
	VMOVQ R8, X9
	VPBROADCASTD X9, Y9
	VPBROADCASTD indexFill<>+0(SB), Y15
	VPBROADCASTD indexFill<>+4(SB), Y14
	VPBROADCASTD indexFill<>+8(SB), Y13
	VPBROADCASTD indexFill<>+12(SB), Y12
	VBROADCASTI128 indexBlank<>(SB), Y11
	VBROADCASTI128 indexOperator<>(SB), Y10
	XORL R8, R8

loop:
	VMOVDQU (SI), Y0
	VMOVDQU 32(SI), Y1
	VPOR Y0, Y1, Y2
	VPMOVMSKB Y2, AX
	TESTL AX, AX
	JNE  wide
	VPOR Y6, Y8, Y8
	VPXOR Y6, Y6, Y6
checked:
	VMOVDQA Y1, Y7
	VPCMPEQB Y15, Y0, Y2
	VPCMPEQB Y15, Y1, Y3
	JOIN(Y2, Y3, AX, R12)    // backslashes
	VPCMPEQB Y14, Y0, Y2
	VPCMPEQB Y14, Y1, Y3
	JOIN(Y2, Y3, AX, R13)    // quotes
	XORL R14, R14            // first escapes
	MOVQ R12, AX
	ORQ  R9, AX
	ORQ  R15, AX
	JNE  escapes
unescaped:
	VMOVQ R13, X4
	VPCMPEQB X5, X5, X5
	VPCLMULQDQ $0, X5, X4, X4
	VPOR Y13, Y0, Y2
	VPSHUFB Y0, Y10, Y3
	VPCMPEQB Y2, Y3, Y2
	VPOR Y13, Y1, Y3
	VPSHUFB Y1, Y10, Y5
	VPCMPEQB Y3, Y5, Y3
	JOIN(Y2, Y3, BX, AX)     // operators
	VPSHUFB Y0, Y11, Y2
	VPCMPEQB Y2, Y0, Y2
	VPSHUFB Y1, Y11, Y3
	VPCMPEQB Y3, Y1, Y3
	JOIN(Y2, Y3, BP, BX)     // white space
	ORQ  AX, BX
	ORQ  R13, BX
	VMOVQ X4, R12
	XORQ R10, R12            // inside
	MOVQ R12, R10
	SARQ $63, R10
	ORQ  R12, BX
	NOTQ BX                  // bytes of scalars
	ANDQ R12, R14
	ANDNQ AX, R12, AX
	ORQ  R13, AX
	ORQ  R14, AX
	LEAQ (R11)(BX*2), R13
	MOVQ BX, R11
	SHRQ $63, R11
	ANDNQ BX, R13, BX        // their starts
	ORQ  BX, AX
	VPMINUB Y12, Y0, Y2
	VPCMPEQB Y0, Y2, Y2
	VPMINUB Y12, Y1, Y3
	VPCMPEQB Y1, Y3, Y3
	JOIN(Y2, Y3, R13, BP)    // control characters
	ANDQ R12, BP
	ORQ  BP, R8
	// write the entries
	MOVQ bits+40(FP), R14
	VPBROADCASTD indexFill<>+16(SB), Y5
	ENTRIES(0)
	ENTRIES(1)
	ENTRIES(2)
	ENTRIES(3)
	ENTRIES(4)
	ENTRIES(5)
	ENTRIES(6)
	ENTRIES(7)
	ADDQ $64, SI
	DECQ CX
	JNE  loop

	MOVQ R9, indexState_escaped(DX)
	MOVQ R15, indexState_marked(DX)
	MOVQ R10, indexState_inside(DX)
	MOVQ R11, indexState_scalar(DX)
	ORQ  R8, indexState_control(DX)
	VMOVDQU Y0, indexState_before(DX)
	VMOVDQU Y7, (indexState_before+32)(DX)
	XORL AX, AX
	VPTEST Y8, Y8
	SETNE AX
	ORQ  AX, indexState_utf8(DX)
none:
	SUBQ ix+16(FP), DI
	SHRQ $2, DI
	MOVQ DI, count+48(FP)
	VZEROUPPER
	RET

wide:
	VPERM2I128 $0x21, Y0, Y7, Y6
	VPALIGNR $15, Y6, Y0, Y2
	VPALIGNR $14, Y6, Y0, Y3
	VPALIGNR $13, Y6, Y0, Y6
	UTF8CHECK256(Y0, Y2, Y3, Y6, Y4, Y5)
	VPOR Y3, Y8, Y8
	VPERM2I128 $0x21, Y1, Y0, Y6
	VPALIGNR $15, Y6, Y1, Y2
	VPALIGNR $14, Y6, Y1, Y3
	VPALIGNR $13, Y6, Y1, Y6
	UTF8CHECK256(Y1, Y2, Y3, Y6, Y4, Y5)
	VPOR Y3, Y8, Y8
	VPSUBUSB indexOpen<>+32(SB), Y1, Y6
	JMP  checked

escapes:
	// R12: backslashes; AX: those that are not escaped themselves
	ANDNQ R12, R9, AX
	LEAQ (AX)(AX*1), BX
	MOVQ $0xAAAAAAAAAAAAAAAA, R14
	ORQ  R14, BX
	SUBQ AX, BX
	XORQ R14, BX             // escapes and what they escape
	MOVQ BX, R14
	ANDQ R12, R14            // escapes
	ORQ  R9, R12
	XORQ BX, R12             // escaped
	ANDNQ R13, R12, R13
	MOVQ R14, R9
	SHRQ $63, R9
	MOVQ R13, AX
	NOTQ AX
	NEGQ R15                 // sets the carry where it is not 0
	ADCQ R14, AX
	SBBQ R15, R15
	NEGQ R15
	ANDNQ R14, AX, R14       // the first of each string
	JMP  unescaped
