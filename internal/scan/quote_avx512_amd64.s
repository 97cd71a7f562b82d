//go:build amd64 && !purego

// Quote with AVX-512. Its twin is quoteGeneric; what stops the kernel is done
// by that one.

#include "textflag.h"
#include "go_asm.h"
#include "utf8_amd64.h"
#include "quote_amd64.h"

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
// Where all characters beyond ASCII are escapes, a block that has some is
// decoded in place: the bytes of the 16-bit code that begins at each byte are
// worked out, those where none begins squeezed out, and eight codes at a time
// spread over eight bytes each, of which one (the character itself), two or six
// remain. Such a block ends with its last whole character.
//
// It stops at the start of a block (read and wrote may then cut a character)
// where less than 64 bytes of room are left or the escapes of the block may not
// fit, where UTF-8 is ill-formed, and where a line separator is to be escaped.
//
// DI, SI: where to write and read; CX: bytes left; R8: last place where a whole
// block may be written; R9: m; R10: its flags; R12: 7 behind a block with bytes
// beyond ASCII, else 0; R13: the bytes of the block; R14: 1 when the UTF-8
// constants are loaded; AX, K1: bytes beyond ASCII; BX, K2: escapes.
TEXT ·quoteAVX512(SB), NOSPLIT, $136-56
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
	TESTQ R12, R12
	JE   alone
	CMPQ CX, $64
	JB   alone
	VMOVDQU64 -1(SI), Z2
	VMOVDQU64 -2(SI), Z6
	VMOVDQU64 -3(SI), Z7
check:
	UTF8CHECK512
	KORTESTQ K3, K3
	JNE  illformed
	TESTQ $const_escapeWide, R10
	JNE  units
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
	// A character cut at the very end is found in a block of no bytes: back
	// to its start.
	TESTQ CX, CX
	JNE  done
	MOVL $1, DX
	CMPB -1(SI), $0xC0
	JAE  cut
	INCL DX
	CMPB -2(SI), $0xE0
	JAE  cut
	INCL DX
cut:
	SUBQ DX, SI
	SUBQ DX, DI
	JMP  done

escapes:
	// Each escape adds one byte here, five at most below.
	POPCNTQ BX, R11
	LEAQ 64(DI)(R11*1), DX
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
	LEAQ (DX)(R11*4), DX
	CMPQ DX, R8
	JA   done
	CMPL R11, $16
	JGT  dense
longnext:
	TZCNTQ BX, DX           // the next escape
	MOVBLZX (SI)(DX*1), R11
	MOVQ Mode_text(R9)(R11*8), R11
	SHRXQ DX, R13, BP       // the bytes behind it
	SHRQ $1, BP
	KMOVQ BP, K4
	INCL DX
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

alone: // behind ASCII there are no bytes before, and none behind the text
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
	JMP  check

units: // a block with bytes beyond ASCII that are all to be escaped
	// Leave a character that goes on behind the block to the next one.
	MOVL $64, R12
	CMPQ CX, R12
	JB   rest
	MOVL $63, DX
	CMPB 63(SI), $0xC0
	CMOVLCC DX, R12
	MOVL $62, DX
	CMPB 62(SI), $0xE0
	CMOVLCC DX, R12
	MOVL $61, DX
	CMPB 61(SI), $0xF0
	CMOVLCC DX, R12
	JMP  trim
rest:
	MOVQ CX, R12
trim:
	BZHIQ R12, R13, R13
	ANDQ R13, AX
	ANDQ R13, BX
	MOVQ R13, DX
	SHRQ $1, DX
	KMOVQ DX, K4
	VMOVDQU8.Z 1(SI), K4, Z2
	SHRQ $1, DX
	KMOVQ DX, K4
	VMOVDQU8.Z 2(SI), K4, Z3
	// Low and high byte of the code that begins at each byte: two bytes long
	VPBROADCASTD quoteFill<>+16(SB), Z23 // C0
	VPBROADCASTD quoteFill<>+20(SB), Z24 // F0
	VPBROADCASTD quoteFill<>+24(SB), Z25 // 07
	VPBROADCASTD quoteFill<>+28(SB), Z26 // E0
	VPSLLW $6, Z0, Z4
	VMOVDQA64 Z23, Z5
	VPTERNLOGD $0xCA, Z2, Z4, Z5
	VPSRLW $2, Z0, Z6
	VPANDD Z25, Z6, Z6
	// three
	VPSLLW $6, Z2, Z4
	VMOVDQA64 Z23, Z7
	VPTERNLOGD $0xCA, Z3, Z4, Z7
	VPSLLW $4, Z0, Z8
	VPSRLW $2, Z2, Z9
	VPTERNLOGD $0xE4, Z24, Z9, Z8
	// of which one is chosen
	VPCMPUB $5, Z23, Z0, K4
	VPCMPUB $5, Z26, Z0, K5
	VMOVDQU8.Z Z6, K4, Z10
	VMOVDQU8 Z8, K5, Z10                 // high
	VMOVDQA64 Z0, Z11
	VMOVDQU8 Z5, K4, Z11
	VMOVDQU8 Z7, K5, Z11                 // low
	KMOVQ K4, DX
	NOTQ AX
	ORQ  AX, DX
	ANDQ R13, DX                         // where a code begins
	NOTQ AX
	// four: two codes, the second from the third byte on
	VPCMPUB $5, Z24, Z0, K4
	KMOVQ K4, R11
	ANDQ R13, R11
	JE   nopairs
	VPSLLW $2, Z2, Z4
	VPSRLW $4, Z3, Z7
	VPBROADCASTD quoteFill<>+32(SB), Z8  // FC
	VPTERNLOGD $0xCA, Z7, Z4, Z8
	VPBROADCASTD quoteFill<>+36(SB), Z9  // 40
	VPCMPUB $1, Z9, Z8, K5
	VPSUBB Z9, Z8, Z8
	VPANDD Z25, Z0, Z7
	VPBROADCASTD quoteFill<>+40(SB), Z9  // D8
	VPADDB Z9, Z7, Z7
	VPTERNLOGD $0xFF, Z9, Z9, Z9
	VPADDB Z9, Z7, K5, Z7
	VMOVDQU8 Z7, K4, Z10
	VMOVDQU8 Z8, K4, Z11
	SHLQ $2, R11
	ORQ  R11, DX
	KMOVQ R11, K4
	VMOVDQU8 Z5, K4, Z11
	VPBROADCASTD quoteFill<>+44(SB), Z9  // DC
	VPBROADCASTD quoteFill<>+48(SB), Z8  // 03
	VPTERNLOGD $0xF8, Z6, Z8, Z9
	VMOVDQU8 Z9, K4, Z10
nopairs:
	// DX: codes; R11: those in digits; BX: those with a letter, which is put
	// in place of the high byte, behind a backslash.
	VPMOVB2M Z1, K5
	KMOVQ K5, R11
	ANDQ BX, R11
	XORQ R11, BX
	ANDQ DX, AX
	ORQ  AX, R11
	KMOVQ BX, K4
	VPBROADCASTD quoteFill<>+52(SB), Z4
	VMOVDQU8 Z4, K4, Z11
	VMOVDQU8 Z1, K4, Z10
	KMOVQ DX, K4
	VPCOMPRESSB.Z Z11, K4, Z11
	VPCOMPRESSB.Z Z10, K4, Z10
	PEXTQ DX, R11, R11
	PEXTQ DX, BX, BX
	POPCNTQ DX, DX
	POPCNTQ R11, AX
	LEAQ (AX)(AX*4), AX
	ADDQ DX, AX
	ADDQ DI, AX
	POPCNTQ BX, BP
	ADDQ BP, AX
	CMPQ AX, R8
	JA   nounits
	ADDQ R12, SI
	SUBQ R12, CX
	LEAQ codes-128(SP), R12
	VMOVDQU64 Z11, (R12)
	VMOVDQU64 Z10, 64(R12)
	VBROADCASTI32X4 quoteDigits<>+0(SB), Z7
	VPBROADCASTQ quoteDigits<>+16(SB), Z8
	VPBROADCASTD quoteDigits<>+24(SB), Z9
	MOVQ $0x0303030303030303, AX
	KMOVQ AX, K5
	MOVQ $0x0101010101010101, R13
eight: // codes at a time, eight bytes each, squeezed to those wanted
	MOVBLZX R11, AX
	MOVBLZX BX, BP
	MOVL AX, R15
	ORL  BP, R15
	JE   plain
	VPMOVZXBQ (R12), Z4
	VPMOVZXBQ 64(R12), Z5
	VPSLLQ $8, Z5, Z5
	VPORQ Z5, Z4, Z4
	VPMULTISHIFTQB Z4, Z8, Z5
	VPANDD Z19, Z5, Z5
	VPSHUFB Z5, Z7, Z5
	VMOVDQU8 Z9, K5, Z5
	KMOVB AX, K4
	VMOVDQA64 Z5, K4, Z4
	PDEPQ R13, AX, AX
	PDEPQ R13, BP, BP
	IMUL3Q $0x3f, AX, AX
	LEAQ (BP)(BP*2), BP
	ORQ  BP, AX
	ORQ  R13, AX
	LEAL (DX*8), BP
	CMPQ DX, $8
	JGE  whole
	BZHIQ BP, AX, AX
whole:
	KMOVQ AX, K4
	VPCOMPRESSB.Z Z4, K4, Z4
	VMOVDQU64 Z4, (DI)
	POPCNTQ AX, AX
	ADDQ AX, DI
more:
	ADDQ $8, R12
	SHRQ $8, R11
	SHRQ $8, BX
	SUBQ $8, DX
	JGT  eight
	JMP  ascii
plain:
	MOVQ (R12), AX
	MOVQ AX, (DI)
	MOVL $8, AX
	CMPQ DX, AX
	CMOVQLT DX, AX
	ADDQ AX, DI
	JMP  more
nounits:
	XORL R12, R12

done:
	SUBQ src+16(FP), SI
	SUBQ dst+0(FP), DI
	MOVQ SI, read+40(FP)
	MOVQ DI, wrote+48(FP)
	VZEROUPPER
	RET
