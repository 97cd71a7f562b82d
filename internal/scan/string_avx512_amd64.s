//go:build amd64 && !purego

// The end of a string with AVX-512. Its twin is stringGeneric.

#include "textflag.h"
#include "go_asm.h"
#include "utf8_amd64.h"
#include "string_amd64.h"

// The letters of escapes without digits have the bit 0x80.
DATA stringLetters<>+0x00(SB)/8, $0
DATA stringLetters<>+0x08(SB)/8, $0
DATA stringLetters<>+0x10(SB)/8, $0
DATA stringLetters<>+0x18(SB)/8, $0
DATA stringLetters<>+0x20(SB)/8, $0x0000000000800000 // "
DATA stringLetters<>+0x28(SB)/8, $0x8000000000000000 // /
DATA stringLetters<>+0x30(SB)/8, $0
DATA stringLetters<>+0x38(SB)/8, $0
DATA stringLetters<>+0x40(SB)/8, $0
DATA stringLetters<>+0x48(SB)/8, $0
DATA stringLetters<>+0x50(SB)/8, $0
DATA stringLetters<>+0x58(SB)/8, $0x0000008000000000 // backslash
DATA stringLetters<>+0x60(SB)/8, $0x0080000000800000 // b f
DATA stringLetters<>+0x68(SB)/8, $0x0080000000000000 // n
DATA stringLetters<>+0x70(SB)/8, $0x0000008000800000 // r t
DATA stringLetters<>+0x78(SB)/8, $0
GLOBL stringLetters<>(SB), RODATA|NOPTR, $128

// func stringAVX512(p mem.Ptr, i int) (end int, found uint64)
//
// It goes on from the start of a character at p+i to the closing quote, to a
// control character, or to the backslash of an escape that has digits or is
// none. found holds the bits of String and
//
//   - stringFault: something up to there is ill-formed, end means nothing,
//   - stringMore: none of these came for a long while; end may be in the middle
//     of a character.
//
// Blocks of 64 bytes; the padding behind the text is read. Only in a block
// with a backslash (or behind one that ends in one) escapes are looked for, see
// indexAVX512 for how, and only where there are bytes beyond ASCII UTF-8 is
// checked.
//
// SI: block; R8: where to stop for the scheduler; R9: 1 if the first byte is
// escaped; R15: not 0 behind a block with bytes beyond ASCII; DI: found; masks:
// AX beyond ASCII, BX backslashes, CX escapes, R13 quotes, R11 control
// characters, R14 escaped bytes that need a closer look, R10 UTF-8 errors.
TEXT ·stringAVX512(SB), NOSPLIT, $8-32
	MOVQ p+0(FP), SI
	ADDQ i+8(FP), SI
	LEAQ const_longest(SI), R8
	XORL R9, R9
	XORL R15, R15
	XORL DI, DI
	XORL R12, R12 // 1: the UTF-8 constants are loaded
	VPBROADCASTD stringFill<>+0(SB), Z29
	VPBROADCASTD stringFill<>+4(SB), Z30
	VPBROADCASTD stringFill<>+8(SB), Z31

plain: // nothing is pending from the block before
	VMOVDQU64 (SI), Z0
	VPCMPEQB Z29, Z0, K1
	VPCMPEQB Z30, Z0, K2
	VPCMPUB $1, Z31, Z0, K3
	VPMOVB2M Z0, K4
	KORQ K1, K2, K5
	KORQ K3, K4, K6
	KORTESTQ K5, K6
	JNE  look
	ADDQ $64, SI
	CMPQ SI, R8
	JB   plain
	JMP  more

pending:
	CMPQ SI, R8
	JAE  more
	VMOVDQU64 (SI), Z0
	VPCMPEQB Z29, Z0, K1
	VPCMPEQB Z30, Z0, K2
	VPCMPUB $1, Z31, Z0, K3
	VPMOVB2M Z0, K4
look:
	KMOVQ K1, BX
	KMOVQ K2, R13
	KMOVQ K3, R11
	KMOVQ K4, AX
	XORL R14, R14
	XORL R10, R10
	XORL CX, CX
	MOVQ BX, DX
	ORQ  R9, DX
	JNE  escapes
unescaped:
	MOVQ AX, DX
	ORQ  R15, DX
	JNE  wide
checked:
	ORQ  R13, R11
	ORQ  R14, R11
	JNE  stop
	TESTQ R10, R10
	JNE  fault
	MOVL $const_NonASCII, DX
	XORL R15, R15
	TESTQ AX, AX
	CMOVQNE DX, R15
	ORQ  R15, DI
	MOVL $const_Escaped, DX
	TESTQ CX, CX
	CMOVQEQ CX, DX
	ORQ  DX, DI
	ADDQ $64, SI
	MOVQ R15, DX
	ORQ  R9, DX
	JNE  pending
	CMPQ SI, R8
	JB   plain
	JMP  more

stop:
	BLSMSKQ R11, DX  // up to the stop, that included
	TESTQ DX, R10
	JNE  fault
	ANDQ DX, AX
	ANDQ DX, CX
	ANDQ DX, R14
	XORL BX, BX
	TESTQ R14, R14   // an escape: back to its backslash
	SETNE BX
	TZCNTQ R11, R11
	ADDQ R11, SI
	SUBQ BX, SI
	MOVL $const_NonASCII, DX
	TESTQ AX, AX
	CMOVQEQ AX, DX
	ORQ  DX, DI
	MOVL $const_Escaped, DX
	TESTQ CX, CX
	CMOVQEQ CX, DX
	ORQ  DX, DI
	JMP  done

more:
	SUBQ R9, SI      // before a backslash that ends the block
	ORQ  $const_stringMore, DI
	JMP  done
fault:
	ORQ  $const_stringFault, DI
done:
	SUBQ p+0(FP), SI
	MOVQ SI, end+16(FP)
	MOVQ DI, found+24(FP)
	VZEROUPPER
	RET

escapes:
	ANDNQ BX, R9, DX
	LEAQ (DX)(DX*1), R14
	MOVQ $0xAAAAAAAAAAAAAAAA, CX
	ORQ  CX, R14
	SUBQ DX, R14
	XORQ CX, R14     // escapes and what they escape
	MOVQ R14, CX
	ANDQ BX, CX      // escapes
	ORQ  R9, BX
	XORQ R14, BX     // escaped
	ANDNQ R13, BX, R13
	MOVQ CX, R9
	SHRQ $63, R9
	VMOVDQU64 stringLetters<>+0(SB), Z1
	VMOVDQA64 Z0, Z2
	VPERMI2B stringLetters<>+64(SB), Z1, Z2
	VPMOVB2M Z2, K5
	KMOVQ K5, R14
	ANDNQ R14, AX, R14
	ANDNQ BX, R14, R14
	JMP  unescaped

wide:
	TESTQ R12, R12
	JNE  loaded
	UTF8LOAD512
	MOVL $1, R12
loaded:
	TESTQ R15, R15
	JE   alone
	VMOVDQU64 -1(SI), Z2
	VMOVDQU64 -2(SI), Z6
	VMOVDQU64 -3(SI), Z7
check:
	UTF8CHECK512
	KMOVQ K3, R10
	JMP  checked
alone: // the bytes before are no part of a character, or outside of the text
	MOVQ $-2, DX
	KMOVQ DX, K5
	VMOVDQU8.Z -1(SI), K5, Z2
	MOVQ $-4, DX
	KMOVQ DX, K5
	VMOVDQU8.Z -2(SI), K5, Z6
	MOVQ $-8, DX
	KMOVQ DX, K5
	VMOVDQU8.Z -3(SI), K5, Z7
	JMP  check
