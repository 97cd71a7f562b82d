//go:build amd64 && !purego

// The end of a string with AVX2. Its twin is stringGeneric.

#include "textflag.h"
#include "go_asm.h"
#include "utf8_amd64.h"
#include "string_amd64.h"

// The letters of escapes without digits: their two halves have a bit in
// common. By the low half, by the high half.
DATA stringLow<>+0(SB)/8, $0x00040008000d0000
DATA stringLow<>+8(SB)/8, $0x0104000200000000
GLOBL stringLow<>(SB), RODATA|NOPTR, $16
DATA stringHigh<>+0(SB)/8, $0x0804020000010000
DATA stringHigh<>+8(SB)/8, $0
GLOBL stringHigh<>(SB), RODATA|NOPTR, $16

// func stringAVX2(p mem.Ptr, i int) (end int, found uint64)
//
// It does what stringAVX512 does, see there, with blocks of 32 bytes and the
// same registers.
TEXT ·stringAVX2(SB), NOSPLIT, $8-32
	MOVQ p+0(FP), SI
	ADDQ i+8(FP), SI
	LEAQ const_longest(SI), R8
	XORL R9, R9
	XORL R15, R15
	XORL DI, DI
	VPBROADCASTD stringFill<>+0(SB), Y15
	VPBROADCASTD stringFill<>+4(SB), Y14
	VPBROADCASTD stringFill<>+12(SB), Y13

plain: // nothing is pending from the block before
	VMOVDQU (SI), Y0
	VPCMPEQB Y15, Y0, Y1
	VPCMPEQB Y14, Y0, Y2
	VPMINUB Y13, Y0, Y3
	VPCMPEQB Y0, Y3, Y3
	VPOR Y1, Y2, Y4
	VPOR Y0, Y3, Y5
	VPOR Y4, Y5, Y4
	VPMOVMSKB Y4, DX
	TESTL DX, DX
	JNE  look
	ADDQ $32, SI
	CMPQ SI, R8
	JB   plain
	JMP  more

pending:
	CMPQ SI, R8
	JAE  more
	VMOVDQU (SI), Y0
	VPCMPEQB Y15, Y0, Y1
	VPCMPEQB Y14, Y0, Y2
	VPMINUB Y13, Y0, Y3
	VPCMPEQB Y0, Y3, Y3
look:
	VPMOVMSKB Y1, BX
	VPMOVMSKB Y2, R13
	VPMOVMSKB Y3, R11
	VPMOVMSKB Y0, AX
	XORL R14, R14
	XORL R10, R10
	XORL CX, CX
	MOVL BX, DX
	ORL  R9, DX
	JNE  escapes
unescaped:
	MOVL AX, DX
	ORL  R15, DX
	JNE  wide
checked:
	ORL  R13, R11
	ORL  R14, R11
	JNE  stop
	TESTL R10, R10
	JNE  fault
	MOVL $const_NonASCII, DX
	XORL R15, R15
	TESTL AX, AX
	CMOVLNE DX, R15
	ORL  R15, DI
	MOVL $const_Escaped, DX
	TESTL CX, CX
	CMOVLEQ CX, DX
	ORL  DX, DI
	ADDQ $32, SI
	MOVL R15, DX
	ORL  R9, DX
	JNE  pending
	CMPQ SI, R8
	JB   plain
	JMP  more

stop:
	BLSMSKL R11, DX  // up to the stop, that included
	TESTL DX, R10
	JNE  fault
	ANDL DX, AX
	ANDL DX, CX
	ANDL DX, R14
	XORL BX, BX
	TESTL R14, R14   // an escape: back to its backslash
	SETNE BX
	TZCNTL R11, R11
	ADDQ R11, SI
	SUBQ BX, SI
	MOVL $const_NonASCII, DX
	TESTL AX, AX
	CMOVLEQ AX, DX
	ORL  DX, DI
	MOVL $const_Escaped, DX
	TESTL CX, CX
	CMOVLEQ CX, DX
	ORL  DX, DI
	JMP  done

more:
	SUBQ R9, SI      // before a backslash that ends the block
	ORL  $const_stringMore, DI
	JMP  done
fault:
	ORL  $const_stringFault, DI
done:
	SUBQ p+0(FP), SI
	MOVQ SI, end+16(FP)
	MOVQ DI, found+24(FP)
	VZEROUPPER
	RET

escapes:
	ANDNL BX, R9, DX
	LEAL (DX)(DX*1), R14
	MOVL $0xAAAAAAAA, CX
	ORL  CX, R14
	SUBL DX, R14
	XORL CX, R14     // escapes and what they escape
	MOVL R14, CX
	ANDL BX, CX      // escapes
	ORL  R9, BX
	XORL R14, BX     // escaped
	ANDNL R13, BX, R13
	MOVL CX, R9
	SHRL $31, R9
	VBROADCASTI128 stringLow<>(SB), Y1
	VPSHUFB Y0, Y1, Y1
	VPSRLW $4, Y0, Y2
	VPAND utf8Wide<>+0x00(SB), Y2, Y2
	VBROADCASTI128 stringHigh<>(SB), Y3
	VPSHUFB Y2, Y3, Y2
	VPAND Y1, Y2, Y1
	VPXOR Y2, Y2, Y2
	VPCMPEQB Y1, Y2, Y1
	VPMOVMSKB Y1, R14 // no letter
	ANDL BX, R14
	JMP  unescaped

wide:
	TESTL R15, R15
	JE   alone
	VMOVDQU -1(SI), Y2
	VMOVDQU -2(SI), Y6
	VMOVDQU -3(SI), Y7
check:
	UTF8CHECK256(Y0, Y2, Y6, Y7, Y3, Y4)
	VPXOR Y3, Y3, Y3
	VPCMPEQB Y3, Y6, Y6
	VPMOVMSKB Y6, R10
	NOTL R10
	JMP  checked
alone: // the bytes before are no part of a character, or outside of the text
	VPERM2I128 $0x08, Y0, Y0, Y3
	VPALIGNR $15, Y3, Y0, Y2
	VPALIGNR $14, Y3, Y0, Y6
	VPALIGNR $13, Y3, Y0, Y7
	JMP  check
