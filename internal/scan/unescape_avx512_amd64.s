//go:build amd64 && !purego

// Unescaping with AVX-512. Its twin is decodeGeneric.

#include "textflag.h"
#include "unescape_amd64.h"

// SQUEEZE writes the bytes R13 of the block Z0, those of R12 as in Z1, without
// those of BX, and moves DI on. It changes DX, R11, R12.
#define SQUEEZE \
	ANDQ R13, R12 \
	KMOVQ R12, K2 \
	VMOVDQU8 Z1, K2, Z0 \
	ANDNQ R13, BX, DX \
	KMOVQ DX, K2 \
	VPCOMPRESSB.Z Z0, K2, Z0 \
	POPCNTQ DX, DX \
	MOVQ $-1, R11 \
	BZHIQ DX, R11, R11 \
	KMOVQ R11, K2 \
	VMOVDQU8 Z0, K2, (DI) \
	ADDQ DX, DI

// func unescapeAVX512(dst, src mem.Ptr, n int) (read, wrote int)
//
// It stops before an escape with digits that is one of a few, half of a
// surrogate pair or none at all, and near the end. dst may be src: stores are masked, as
// what follows may not be read yet.
//
// Blocks of 64 bytes up to the first escape with digits: what each byte stands
// for as the letter of an escape is looked up and put in place of the letters,
// then the backslashes are squeezed out. Escapes with digits are taken up to
// eight at a time, each spread over eight bytes, in which the digits become a
// code and the code becomes UTF-8, of which the bytes that are not wanted are
// squeezed out.
//
// DI, SI: where to write and read; CX: bytes left; R13: the bytes of the block;
// BX: backslashes, then escapes; R12: escaped; AX: those of them that are none
// of the letters.
TEXT ·unescapeAVX512(SB), NOSPLIT, $0-40
	MOVQ dst+0(FP), DI
	MOVQ src+8(FP), SI
	MOVQ n+16(FP), CX
	MOVL $0x5c, AX
	VPBROADCASTB AX, Z29
	VMOVDQU64 unescapeLetter<>+0x00(SB), Z30
	VMOVDQU64 unescapeLetter<>+0x40(SB), Z31
	XORL R8, R8  // 1: the constants for digits are loaded
	MOVQ $0xAAAAAAAAAAAAAAAA, R9
	MOVQ $0x0101010101010101, R10
	CMPQ CX, $48
	JB   loop
	CMPW (SI), $0x755c
	JE   digits

loop:
	MOVQ $-1, R13
	CMPQ CX, $64
	JB   tail
	VMOVDQU64 (SI), Z0
	VPCMPEQB Z29, Z0, K1
	KMOVQ K1, BX
	TESTQ BX, BX
	JNE  escapes
	VMOVDQU64 Z0, (DI)  // not ahead of what has been read
	ADDQ $64, SI
	ADDQ $64, DI
	SUBQ $64, CX
	JMP  loop

tail:
	TESTQ CX, CX
	JE   done
	BZHIQ CX, R13, R13
	KMOVQ R13, K2
	VMOVDQU8.Z (SI), K2, Z0
	VPCMPEQB Z29, Z0, K1
	KMOVQ K1, BX
	TESTQ BX, BX
	JNE  escapes
	VMOVDQU8 Z0, K2, (DI)
	ADDQ CX, SI
	ADDQ CX, DI
	JMP  done

escapes:
	LEAQ (BX)(BX*1), R12
	ORQ  R9, R12
	SUBQ BX, R12
	XORQ R9, R12  // escapes and what they escape
	ANDQ R12, BX  // escapes
	XORQ BX, R12  // escaped
	VMOVDQA64 Z0, Z1
	VPERMI2B Z31, Z30, Z1
	VPTESTMB Z1, Z1, K3
	VPMOVB2M Z0, K4
	KANDNQ K3, K4, K3
	KMOVQ K3, AX
	ANDNQ R12, AX, AX
	// How far to go is guessed by branches, so that the next block need not
	// wait for the masks of this one.
	MOVQ BX, DX
	SHRQ $63, DX
	RORQ $1, DX   // the top bit where the last byte escapes
	MOVQ AX, R11
	ORQ  DX, R11
	JNE  part
	CMPQ CX, $64
	JB   last
	SQUEEZE
	ADDQ $64, SI
	SUBQ $64, CX
	JMP  loop
last:
	SQUEEZE
	ADDQ CX, SI
	JMP  done

part:
	TESTQ AX, AX
	JNE  stop
	BTRQ $63, R13
	SQUEEZE
	ADDQ $63, SI
	SUBQ $63, CX
	JMP  loop

stop: // before the first escape that is not of one letter, or has none of them
	SHRQ $1, AX   // bits of the escapes
	BLSMSKQ AX, DX
	SHRQ $1, DX   // all below
	ANDQ DX, R13
	SQUEEZE
	POPCNTQ R13, DX
	ADDQ DX, SI
	SUBQ DX, CX
	// A few are faster without the kernel.
	CMPQ CX, $48
	JB   done
	CMPW 42(SI), $0x755c
	JNE  done

digits: // an escape of another kind, and 48 bytes at least
	MOVQ $0xffffffffffff, R13
	KMOVQ R13, K2
	VMOVDQU8.Z (SI), K2, Z0
	TESTQ R8, R8
	JNE  loaded
	MOVL $1, R8
	VMOVDQU64 unescapeSpread<>(SB), Z16
	VMOVDQU64 unescapeHex<>+0x00(SB), Z17
	VMOVDQU64 unescapeHex<>+0x40(SB), Z18
	VPBROADCASTQ unescapeWord<>+0x00(SB), Z19
	VPBROADCASTQ unescapeWord<>+0x08(SB), Z20
	VPBROADCASTQ unescapeWord<>+0x10(SB), Z21
	VPBROADCASTQ unescapeWord<>+0x18(SB), Z22
	VPBROADCASTQ unescapeWord<>+0x20(SB), Z23
	VPBROADCASTQ unescapeWord<>+0x28(SB), Z24
	VPBROADCASTQ unescapeWord<>+0x30(SB), Z25
	VPBROADCASTQ unescapeWord<>+0x38(SB), Z26
	VPBROADCASTQ unescapeWord<>+0x40(SB), Z27
loaded:
	VPERMB Z0, Z16, Z0
	VMOVDQA64 Z0, Z1
	VPERMI2B Z18, Z17, Z1
	VPORQ Z0, Z1, Z2
	VPMOVB2M Z2, K3
	VPCMPB $4, Z19, Z0, K4
	KMOVQ K3, AX
	KMOVQ K4, BX
	IMUL3Q $0x3c, R10, DX
	ANDQ DX, AX
	LEAQ (R10)(R10*2), DX
	ANDQ DX, BX
	ORQ  BX, AX             // bytes that are not as they should be
	VPMADDUBSW Z20, Z1, Z1
	VPMULTISHIFTQB Z1, Z21, Z1
	VPANDQ.BCST unescapeWord<>+0x58(SB), Z1, Z2
	VPCMPEQQ.BCST unescapeWord<>+0x60(SB), Z2, K3
	KMOVB K3, BX
	PDEPQ R10, BX, BX
	ORQ  BX, AX             // and surrogates
	TZCNTQ AX, AX
	SHRQ $3, AX             // so many escapes are
	JE   done
	VPCMPUQ.BCST $5, unescapeWord<>+0x48(SB), Z1, K2
	VPCMPUQ.BCST $5, unescapeWord<>+0x50(SB), Z1, K3
	VPMULTISHIFTQB Z1, Z22, Z2
	VPMULTISHIFTQB Z1, Z23, Z3
	VPTERNLOGQ $0xEA, Z26, Z24, Z2
	VPTERNLOGQ $0xEA, Z27, Z25, Z3
	VMOVDQA64 Z3, K2, Z1
	VMOVDQA64 Z2, K3, Z1
	KMOVB K2, BX
	KMOVB K3, DX
	PDEPQ R10, BX, BX
	PDEPQ R10, DX, DX
	LEAQ (R10)(BX*2), BX
	LEAQ (BX)(DX*4), BX     // the bytes of UTF-8
	LEAL (AX*8), DX
	BZHIQ DX, BX, BX
	KMOVQ BX, K2
	VPCOMPRESSB.Z Z1, K2, Z1
	POPCNTQ BX, BX
	MOVQ $-1, R11
	BZHIQ BX, R11, R11
	KMOVQ R11, K2
	VMOVDQU8 Z1, K2, (DI)
	ADDQ BX, DI
	CMPQ AX, $8
	JNE  few
	ADDQ $48, SI
	SUBQ $48, CX
	CMPQ CX, $48
	JB   done
	CMPW 42(SI), $0x755c
	JE   digits
	JMP  done
few:
	LEAQ (AX)(AX*2), AX
	ADDQ AX, AX
	ADDQ AX, SI
	SUBQ AX, CX
	JMP  loop

done:
	SUBQ src+8(FP), SI
	SUBQ dst+0(FP), DI
	MOVQ SI, read+24(FP)
	MOVQ DI, wrote+32(FP)
	VZEROUPPER
	RET
