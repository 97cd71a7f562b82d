//go:build amd64 && !purego

// Quote with AVX-512. Its twin is quoteGeneric; what stops the kernel is done
// by that one.

#include "textflag.h"
#include "go_asm.h"
#include "utf8_amd64.h"

DATA quoteFill<>+0(SB)/4, $0x005c005c  // words of a backslash
DATA quoteFill<>+4(SB)/4, $0xe2e2e2e2  // U+2028 is E2 80 A8,
DATA quoteFill<>+8(SB)/4, $0x01010101  // U+2029 is
DATA quoteFill<>+12(SB)/4, $0xa9a9a9a9 // E2 80 A9
GLOBL quoteFill<>(SB), RODATA|NOPTR, $16

// func quoteAVX512(dst mem.Ptr, room int, src mem.Ptr, n int, m *Mode) (read, wrote int)
//
// It copies 64 bytes at a time. A block is classified by one look-up in the
// class table of m, which fills two registers: zero is copied, everything else
// is an escape. The rest of the text, less than a block, goes through masked
// loads and stores, which touch no byte that is masked out.
//
// A block with escapes of two bytes alone is widened to words in which the
// class table's letter follows a backslash, and the bytes that are not wanted
// are squeezed out. In a block with longer escapes each is written over what
// has been copied, and the bytes behind it once more at their new place; where
// most bytes are escapes, all go through the text table one by one.
//
// It stops at the start of a block (read and wrote may then cut a character)
// where less than 64 bytes of room are left, 192 before a block with escapes,
// where UTF-8 is ill-formed, and where a line separator is to be escaped.
//
// DI, SI: where to write and read; CX: bytes left; R8: last place where a whole
// block may be written; R9: m; R10: its flags; R12: 7 behind a block with bytes
// beyond ASCII, else 0; R13: the bytes of the block; R14: 1 when the UTF-8
// constants are loaded; AX, K1: bytes beyond ASCII; BX, K2: escapes.
TEXT ·quoteAVX512(SB), NOSPLIT, $8-56
	MOVQ dst+0(FP), DI
	MOVQ room+8(FP), R8
	MOVQ src+16(FP), SI
	MOVQ n+24(FP), CX
	MOVQ m+32(FP), R9
	LEAQ -64(DI)(R8*1), R8
	MOVQ Mode_flags(R9), R10
	VMOVDQU64 Mode_class(R9), Z30
	VMOVDQU64 (Mode_class+64)(R9), Z31
	XORL R14, R14

ascii: // the block before ends in ASCII
	CMPQ CX, $64
	JB   asciitail
	CMPQ DI, R8
	JA   done
	VMOVDQU64 (SI), Z0
	VMOVDQA64 Z0, Z1
	VPERMI2B Z31, Z30, Z1
	VPMOVB2M Z0, K1
	VPTESTMB Z1, Z1, K2
	VMOVDQU64 Z0, (DI)
	KORTESTQ K1, K2
	JNE  first
	ADDQ $64, SI
	ADDQ $64, DI
	SUBQ $64, CX
	JMP  ascii

first:
	MOVQ $-1, R13
	XORL R12, R12
	JMP  block

asciitail: // 0 to 63 bytes are left
	XORL R12, R12
	TESTQ CX, CX
	JE   done
tail:
	LEAQ -64(DI)(CX*1), DX
	CMPQ DX, R8
	JA   done
	MOVQ $-1, R13
	BZHIQ CX, R13, R13
	KMOVQ R13, K4
	VMOVDQU8.Z (SI), K4, Z0
	VMOVDQA64 Z0, Z1
	VPERMI2B Z31, Z30, Z1
	VPMOVB2M Z0, K1
	VPTESTMB Z1, Z1, K4, K2
	VMOVDQU8 Z0, K4, (DI)
	KORTESTQ K1, K2
	JNE  block
	TESTQ R12, R12
	JNE  block
	ADDQ CX, SI
	ADDQ CX, DI
	JMP  done

wide: // the block before has bytes beyond ASCII
	MOVL $7, R12
	CMPQ CX, $64
	JB   tail
	CMPQ DI, R8
	JA   done
	MOVQ $-1, R13
	VMOVDQU64 (SI), Z0
	VMOVDQA64 Z0, Z1
	VPERMI2B Z31, Z30, Z1
	VPMOVB2M Z0, K1
	VPTESTMB Z1, Z1, K2
	VMOVDQU64 Z0, (DI)

block: // something is to be done in this one
	KANDNQ K2, K1, K2
	KMOVQ K1, AX
	KMOVQ K2, BX
	MOVQ AX, DX
	ORQ  R12, DX
	JE   escapes
	TESTQ R14, R14
	JNE  loaded
	UTF8LOAD512
	MOVL $1, R14
loaded:
	// The bytes before: behind ASCII there are none.
	LEAQ (R13)(R13*1), DX
	MOVL R12, BP
	ANDL $1, BP
	ORQ  BP, DX
	KMOVQ DX, K5
	LEAQ (R13*4), DX
	MOVL R12, BP
	ANDL $3, BP
	ORQ  BP, DX
	KMOVQ DX, K6
	LEAQ (R13*8), DX
	ORQ  R12, DX
	KMOVQ DX, K7
	VMOVDQU8.Z -1(SI), K5, Z2
	VMOVDQU8.Z -2(SI), K6, Z6
	VMOVDQU8.Z -3(SI), K7, Z7
	UTF8CHECK512
	KORTESTQ K3, K3
	JNE  illformed
	TESTQ $const_escapeLines, R10
	JE   nolines
	VPBROADCASTD quoteFill<>+4(SB), Z8
	VPCMPEQB Z8, Z6, K5
	KORTESTQ K5, K5
	JE   nolines
	VPCMPEQB Z22, Z2, K6
	VPBROADCASTD quoteFill<>+8(SB), Z8
	VPORD Z8, Z0, Z8
	VPBROADCASTD quoteFill<>+12(SB), Z9
	VPCMPEQB Z9, Z8, K7
	KANDQ K5, K6, K5
	KANDQ K5, K7, K5
	KORTESTQ K5, K5
	JNE  done
nolines:
	TESTQ BX, BX
	JNE  escapes
	CMPQ CX, $64
	JB   taildone
	ADDQ $64, SI
	ADDQ $64, DI
	SUBQ $64, CX
	TESTQ AX, AX
	JNE  wide
	JMP  ascii
taildone:
	ADDQ CX, SI
	ADDQ CX, DI
	JMP  done

illformed:
	// A character cut at the very end is found in a block of no bytes; say
	// less than all.
	TESTQ CX, CX
	JNE  done
	SUBQ $3, SI
	SUBQ $3, DI
	JMP  done

escapes:
	LEAQ 128(DI), DX
	CMPQ DX, R8
	JA   done
	VPMOVB2M Z1, K3
	KANDNQ K3, K1, K3
	KORTESTQ K3, K3
	JNE  long
	MOVQ $0xAAAAAAAAAAAAAAAA, BP
	MOVQ $0x5555555555555555, R11
	VPBROADCASTD quoteFill<>+0(SB), Z15
	// low half
	KMOVD BX, K4
	VPMOVZXBW Y0, Z8
	VPMOVZXBW Y1, Z9
	VPSLLW $8, Z9, Z9
	VMOVDQU16 Z15, K4, Z8
	VPORD Z9, Z8, Z8
	MOVL BX, DX
	PDEPQ BP, DX, DX
	MOVL R13, R15
	PDEPQ R11, R15, R15
	ORQ  R15, DX
	KMOVQ DX, K3
	VPCOMPRESSB.Z Z8, K3, Z8
	VMOVDQU64 Z8, (DI)
	POPCNTQ DX, DX
	ADDQ DX, DI
	// high half
	SHRQ $32, BX
	SHRQ $32, R13
	VEXTRACTI64X4 $1, Z0, Y8
	VEXTRACTI64X4 $1, Z1, Y9
	KMOVD BX, K4
	VPMOVZXBW Y8, Z8
	VPMOVZXBW Y9, Z9
	VPSLLW $8, Z9, Z9
	VMOVDQU16 Z15, K4, Z8
	VPORD Z9, Z8, Z8
	MOVL BX, DX
	PDEPQ BP, DX, DX
	MOVL R13, R15
	PDEPQ R11, R15, R15
	ORQ  R15, DX
	KMOVQ DX, K3
	VPCOMPRESSB.Z Z8, K3, Z8
	VMOVDQU64 Z8, (DI)
	POPCNTQ DX, DX
	ADDQ DX, DI
next:
	CMPQ CX, $64
	JB   escdone
	ADDQ $64, SI
	SUBQ $64, CX
	TESTQ AX, AX
	JNE  wide
	JMP  ascii
escdone:
	ADDQ CX, SI
	JMP  done

long:
	// At most 384 bytes come out, and a store runs on by 64.
	LEAQ 384(DI), DX
	CMPQ DX, R8
	JA   done
	POPCNTQ BX, DX
	CMPL DX, $16
	JGT  dense
longnext:
	TZCNTQ BX, DX           // the next escape
	MOVBLZX (SI)(DX*1), R11
	MOVQ Mode_text(R9)(R11*8), R11
	INCL DX
	SHRXQ DX, R13, BP       // the bytes behind it
	KMOVQ BP, K4
	VMOVDQU8.Z (SI)(DX*1), K4, Z8
	MOVQ R11, -1(DI)(DX*1)
	SHRQ $56, R11
	LEAQ -1(DI)(R11*1), DI  // where the block would begin now
	VMOVDQU64 Z8, (DI)(DX*1)
	BLSRQ BX, BX
	JNE  longnext
	POPCNTQ R13, DX
	ADDQ DX, DI
	JMP  next

dense:
	POPCNTQ R13, DX
	ADDQ SI, DX
	MOVQ SI, BP
densenext:
	MOVBLZX (BP), R11
	MOVQ Mode_text(R9)(R11*8), R11
	MOVQ R11, (DI)
	SHRQ $56, R11
	ADDQ R11, DI
	INCQ BP
	CMPQ BP, DX
	JNE  densenext
	JMP  next

done:
	SUBQ src+16(FP), SI
	SUBQ dst+0(FP), DI
	MOVQ SI, read+40(FP)
	MOVQ DI, wrote+48(FP)
	VZEROUPPER
	RET
