//go:build amd64 && !purego

// UTF-8 with AVX-512. Its twin is utf8Generic.

#include "textflag.h"
#include "utf8_amd64.h"

// func utf8AVX512(p mem.Ptr, n int) int
//
// It returns n where all is well-formed, else an offset not behind the fault,
// which may be in the middle of a character: the start of the block of 64 bytes
// in which it shows.
//
// SI: block; CX: bytes left.
TEXT ·utf8AVX512(SB), NOSPLIT, $0-24
	MOVQ p+0(FP), SI
	MOVQ n+8(FP), CX
	XORL R14, R14  // 1: the constants are loaded

ascii: // the block before ends in ASCII
	CMPQ CX, $128
	JB   one
	VMOVDQU64 (SI), Z0
	VPORD 64(SI), Z0, Z1
	VPMOVB2M Z1, K1
	KORTESTQ K1, K1
	JNE  one
	ADDQ $128, SI
	SUBQ $128, CX
	JMP  ascii
one:
	MOVQ $-1, R13
	CMPQ CX, $64
	JB   tail
	VMOVDQU64 (SI), Z0
	VPMOVB2M Z0, K1
	KORTESTQ K1, K1
	JNE  alone
	ADDQ $64, SI
	SUBQ $64, CX
	JMP  ascii
tail:
	TESTQ CX, CX
	JE   done
	BZHIQ CX, R13, R13
	KMOVQ R13, K4
	VMOVDQU8.Z (SI), K4, Z0
	VPMOVB2M Z0, K1
	KORTESTQ K1, K1
	JE   all

alone: // the bytes before are ASCII, or outside of the text
	TESTQ R14, R14
	JNE  loaded
	UTF8LOAD512
	MOVL $1, R14
loaded:
	LEAQ (R13)(R13*1), DX
	KMOVQ DX, K5
	VMOVDQU8.Z -1(SI), K5, Z2
	ADDQ DX, DX
	KMOVQ DX, K5
	VMOVDQU8.Z -2(SI), K5, Z6
	ADDQ DX, DX
	KMOVQ DX, K5
	VMOVDQU8.Z -3(SI), K5, Z7
	JMP  check

wide: // the block before has bytes beyond ASCII
	CMPQ CX, $64
	JB   widetail
	VMOVDQU64 (SI), Z0
	VMOVDQU64 -1(SI), Z2
	VMOVDQU64 -2(SI), Z6
	VMOVDQU64 -3(SI), Z7
check:
	UTF8CHECK512
	KORTESTQ K3, K3
	JNE  done
	CMPQ CX, $64
	JB   all
	ADDQ $64, SI
	SUBQ $64, CX
	VPMOVB2M Z0, K1
	KORTESTQ K1, K1
	JNE  wide
	JMP  ascii

widetail:
	TESTQ CX, CX
	JE   end
	MOVQ $-1, R13
	BZHIQ CX, R13, R13
	KMOVQ R13, K4
	LEAQ 1(R13)(R13*1), DX // one more: a cut shows in the zero behind the end
	KMOVQ DX, K5
	VMOVDQU8.Z (SI), K4, Z0
	VMOVDQU8.Z -1(SI), K5, Z2
	VMOVDQU8.Z -2(SI), K5, Z6
	VMOVDQU8.Z -3(SI), K5, Z7
	JMP  check

end: // does the last block end in the middle of a character?
	MOVL $1, DX
	CMPB -1(SI), $0xC0
	JAE  cut
	INCL DX
	CMPB -2(SI), $0xE0
	JAE  cut
	INCL DX
	CMPB -3(SI), $0xF0
	JB   done
cut:
	SUBQ DX, SI
	JMP  done

all:
	ADDQ CX, SI
done:
	SUBQ p+0(FP), SI
	MOVQ SI, ret+16(FP)
	VZEROUPPER
	RET
