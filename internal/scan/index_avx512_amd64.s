//go:build amd64 && !purego

// The structural index with AVX-512. Its twin is indexGeneric.

#include "textflag.h"
#include "go_asm.h"
#include "utf8_amd64.h"
#include "index_amd64.h"

DATA indexIota<>+0(SB)/8, $0x0706050403020100
DATA indexIota<>+8(SB)/8, $0x0f0e0d0c0b0a0908
DATA indexIota<>+16(SB)/8, $0x1716151413121110
DATA indexIota<>+24(SB)/8, $0x1f1e1d1c1b1a1918
DATA indexIota<>+32(SB)/8, $0x2726252423222120
DATA indexIota<>+40(SB)/8, $0x2f2e2d2c2b2a2928
DATA indexIota<>+48(SB)/8, $0x3736353433323130
DATA indexIota<>+56(SB)/8, $0x3f3e3d3c3b3a3938
GLOBL indexIota<>(SB), RODATA|NOPTR, $64

// func indexAVX512(p mem.Ptr, blocks int, ix mem.Ptr, base uint32, st *indexState) (count int)
//
// One block of 64 bytes a turn. Comparisons give masks of what is a quote, a
// backslash, an operator and so on; arithmetic on the masks says what is
// escaped, inside of a string, or the start of a scalar. The numbers of the
// bits that remain are squeezed together as bytes, widened, and added to the
// offset of the block.
//
// Strings: the sum of all bits of the quote mask from the lowest on (modulo 2)
// is a multiplication by all ones without carry. Escapes: in each run of
// backslashes every other one escapes; one subtraction over all runs finds
// which, as its borrows travel along a run. First escapes: an addition whose
// carries travel from an escape to the next quote; where it changed a bit twice
// there was one before.
//
// SI: block; CX: blocks left; DI: next entry; R9, R15, R10, R11: escaped,
// marked, inside, scalar of the block before; R8: control characters in
// strings; Z24: block before; Z25: not 0 where that one ends inside of a
// character; Z26: errors of UTF-8; Z6: offset of the block.
TEXT ·indexAVX512(SB), NOSPLIT, $0-48
	MOVQ p+0(FP), SI
	MOVQ blocks+8(FP), CX
	MOVQ ix+16(FP), DI
	MOVL base+24(FP), R8
	MOVQ st+32(FP), DX
	UTF8LOAD512
	VMOVDQU64 indexState_before(DX), Z24
	VMOVDQU64 indexOpen<>(SB), Z27
	VPSUBUSB Z27, Z24, Z25
	VPXORQ Z26, Z26, Z26
	MOVQ indexState_escaped(DX), R9
	MOVQ indexState_marked(DX), R15
	MOVQ indexState_inside(DX), R10
	MOVQ indexState_scalar(DX), R11
	VPBROADCASTD R8, Z6
	MOVL $64, AX
	VPBROADCASTD AX, Z15
	VMOVDQU64 indexIota<>(SB), Z28
	VPBROADCASTD indexFill<>+0(SB), Z29
	VPBROADCASTD indexFill<>+4(SB), Z30
	VPBROADCASTD indexFill<>+8(SB), Z31
	VBROADCASTI32X4 indexBlank<>(SB), Z12
	VBROADCASTI32X4 indexOperator<>(SB), Z13
	MOVQ $-1, AX
	VMOVQ AX, X14
	XORL R8, R8
	TESTQ CX, CX
	JE   end

loop:
	VMOVDQU64 (SI), Z0
	VPCMPEQB Z29, Z0, K1     // backslashes
	VPCMPEQB Z30, Z0, K2     // quotes
	VPORD Z31, Z0, Z1
	VPSHUFB Z0, Z13, Z2
	VPCMPEQB Z2, Z1, K3      // operators
	VPSHUFB Z0, Z12, Z3
	VPCMPEQB Z3, Z0, K4      // white space
	VPCMPUB $1, Z31, Z0, K5  // control characters
	VPMOVB2M Z0, K6
	KMOVQ K2, R13
	KORTESTQ K6, K6
	JNE  wide
	VPORD Z25, Z26, Z26
	VPXORQ Z25, Z25, Z25
checked:
	VMOVDQA64 Z0, Z24
	XORL R14, R14            // first escapes
	KMOVQ K1, R12
	MOVQ R12, AX
	ORQ  R9, AX
	ORQ  R15, AX
	JNE  escapes
unescaped:
	VMOVQ R13, X4
	VPCLMULQDQ $0, X14, X4, X4
	KMOVQ K3, AX
	KMOVQ K4, BX
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
	KMOVQ K5, R13
	ANDQ R12, R13
	ORQ  R13, R8
	// write the entries
	KMOVQ AX, K1
	VPCOMPRESSB.Z Z28, K1, Z5
	POPCNTQ AX, BX
	VPMOVZXBD X5, Z7
	VPADDD Z6, Z7, Z7
	VMOVDQU32 Z7, (DI)
	CMPL BX, $16
	JGT  many
written:
	VPADDD Z15, Z6, Z6
	LEAQ (DI)(BX*4), DI
	ADDQ $64, SI
	DECQ CX
	JNE  loop

end:
	MOVQ R9, indexState_escaped(DX)
	MOVQ R15, indexState_marked(DX)
	MOVQ R10, indexState_inside(DX)
	MOVQ R11, indexState_scalar(DX)
	ORQ  R8, indexState_control(DX)
	VMOVDQU64 Z24, indexState_before(DX)
	VPTESTMB Z26, Z26, K1
	KMOVQ K1, AX
	ORQ  AX, indexState_utf8(DX)
	SUBQ ix+16(FP), DI
	SHRQ $2, DI
	MOVQ DI, count+40(FP)
	VZEROUPPER
	RET

wide:
	VALIGNQ $6, Z24, Z0, Z8
	VPALIGNR $15, Z8, Z0, Z2
	VPALIGNR $14, Z8, Z0, Z10
	VPALIGNR $13, Z8, Z0, Z7
	VPSRLW $4, Z2, Z3
	VPANDD Z19, Z3, Z3
	VPSHUFB Z3, Z16, Z3
	VPANDD Z19, Z2, Z4
	VPSHUFB Z4, Z17, Z4
	VPSRLW $4, Z0, Z5
	VPANDD Z19, Z5, Z5
	VPSHUFB Z5, Z18, Z5
	VPTERNLOGD $0x80, Z5, Z4, Z3
	VPSUBUSB Z20, Z10, Z8
	VPSUBUSB Z21, Z7, Z9
	VPTERNLOGD $0xA8, Z22, Z9, Z8
	VPXORD Z3, Z8, Z8
	VPORD Z8, Z26, Z26
	VPSUBUSB Z27, Z0, Z25
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

many:
	VEXTRACTI32X4 $1, Z5, X8
	VPMOVZXBD X8, Z7
	VPADDD Z6, Z7, Z7
	VMOVDQU32 Z7, 64(DI)
	CMPL BX, $32
	JLE  written
	VEXTRACTI32X4 $2, Z5, X8
	VPMOVZXBD X8, Z7
	VPADDD Z6, Z7, Z7
	VMOVDQU32 Z7, 128(DI)
	VEXTRACTI32X4 $3, Z5, X8
	VPMOVZXBD X8, Z7
	VPADDD Z6, Z7, Z7
	VMOVDQU32 Z7, 192(DI)
	JMP  written
