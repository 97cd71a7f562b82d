//go:build amd64 && !purego

// UTF-8 with AVX2. Its twin is utf8Generic.

#include "textflag.h"
#include "utf8_amd64.h"

// func utf8AVX2(p mem.Ptr, n int) int
//
// n must be 32 at least. It returns n where all is well-formed, else an offset
// not behind the fault, which may be in the middle of a character: the start of
// the block of 32 bytes in which it shows. The last block ends with the text
// and overlaps the one before it.
//
// SI: block; CX: the last place where one may begin.
TEXT ·utf8AVX2(SB), NOSPLIT, $0-24
	MOVQ p+0(FP), SI
	MOVQ n+8(FP), CX
	LEAQ -32(SI)(CX*1), CX
	LEAQ -32(CX), R8

ascii: // the block before ends in ASCII
	CMPQ SI, R8
	JA   one
	VMOVDQU (SI), Y0
	VPOR 32(SI), Y0, Y1
	VPMOVMSKB Y1, AX
	TESTL AX, AX
	JNE  one
	ADDQ $64, SI
	JMP  ascii
one:
	CMPQ SI, CX
	JA   last
	VMOVDQU (SI), Y0
	VPMOVMSKB Y0, AX
	TESTL AX, AX
	JNE  alone
	ADDQ $32, SI
	JMP  ascii

alone: // the bytes before are ASCII, or outside of the text
	VPERM2I128 $0x08, Y0, Y0, Y3
	VPALIGNR $15, Y3, Y0, Y2
	VPALIGNR $14, Y3, Y0, Y6
	VPALIGNR $13, Y3, Y0, Y7
	JMP  check

wide: // the block before has bytes beyond ASCII
	CMPQ SI, CX
	JA   last
	VMOVDQU (SI), Y0
	VMOVDQU -1(SI), Y2
	VMOVDQU -2(SI), Y6
	VMOVDQU -3(SI), Y7
check:
	UTF8CHECK256(Y0, Y2, Y6, Y7, Y3, Y4)
	VPTEST Y6, Y6
	JNE  done
	ADDQ $32, SI
	VPMOVMSKB Y0, AX
	TESTL AX, AX
	JNE  wide
	JMP  ascii

last: // less than a block is left
	LEAQ 32(CX), DX
	CMPQ SI, DX
	JE   end
	// 29 bytes of the last block at most have been looked at with what is
	// before them, or the text is too short for more.
	MOVQ p+0(FP), DX
	ADDQ $3, DX
	CMPQ CX, DX
	JB   done
	VMOVDQU (CX), Y0
	VMOVDQU -1(CX), Y2
	VMOVDQU -2(CX), Y6
	VMOVDQU -3(CX), Y7
	UTF8CHECK256(Y0, Y2, Y6, Y7, Y3, Y4)
	VPTEST Y6, Y6
	JNE  done
	LEAQ 32(CX), SI

end: // does the text end in the middle of a character?
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

done:
	SUBQ p+0(FP), SI
	MOVQ SI, ret+16(FP)
	VZEROUPPER
	RET
