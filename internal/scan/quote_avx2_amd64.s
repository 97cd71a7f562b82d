//go:build amd64 && !purego

// Quote with AVX2. Its twin is quoteGeneric; what stops the kernel is done by
// that one.

#include "textflag.h"
#include "go_asm.h"
#include "utf8_amd64.h"
#include "quote_amd64.h"

// CLASSIFY sets the bytes of T to all ones where X has no escape, and the high
// bits of M where it is ASCII without. It changes U.
#define CLASSIFY(X, T, M, U) \
	VPSHUFB X, Y10, T \
	VPSRLW  $4, X, U \
	VPAND   U, Y12, U \
	VPSHUFB U, Y11, U \
	VPAND   U, T, T \
	VPCMPEQB T, Y9, T \
	VPANDN  T, X, M

// func quoteAVX2(dst mem.Ptr, room int, src mem.Ptr, n int, m *Mode) (read, wrote int)
//
// n must be 32 at least. It copies 32 bytes at a time, classified by the two
// nibble tables of m. Each escape of a block is written over what has been
// copied, and the 32 bytes behind it once more at their new place; where many
// bytes are escapes, all go through the text table one by one.
//
// The end of the text, when it is shorter than a block or when the bytes copied
// once more would lie beyond it, moves to the stack first.
//
// It stops at the start of a block (read and wrote may then cut a character)
// where less than 32 bytes of room are left or the escapes of the block may not
// fit, where UTF-8 is ill-formed, where a line separator is to be escaped, and
// before bytes beyond ASCII that are all to be escaped.
//
// DI, SI: where to write and read; R14: what SI is ahead of the text; CX: bytes
// left; R8: last place where a whole block may be written; R15: last place from
// which two blocks may be read; R9: m; R10: its flags; R12: not 0 behind a
// block with bytes beyond ASCII; R13: the bytes of the block; AX: escapes; BX:
// bytes beyond ASCII.
TEXT ·quoteAVX2(SB), NOSPLIT, $168-56
	MOVQ dst+0(FP), DI
	MOVQ room+8(FP), R8
	MOVQ src+16(FP), SI
	MOVQ n+24(FP), CX
	MOVQ m+32(FP), R9
	LEAQ -32(DI)(R8*1), R8
	LEAQ -64(SI)(CX*1), R15
	MOVQ Mode_flags(R9), R10
	VBROADCASTI128 Mode_nibbles(R9), Y10
	VBROADCASTI128 (Mode_nibbles+16)(R9), Y11
	VMOVDQU utf8Wide<>+0x00(SB), Y12
	VPXOR Y9, Y9, Y9
	XORL R12, R12
	XORL R14, R14
	MOVL $-1, R13

pair: // two blocks of ASCII at a time
	CMPQ CX, $64
	JB   single
	LEAQ 32(DI), DX
	CMPQ DX, R8
	JA   single
	VMOVDQU (SI), Y0
	VMOVDQU 32(SI), Y6
	CLASSIFY(Y0, Y1, Y2, Y4)
	CLASSIFY(Y6, Y7, Y8, Y5)
	VPAND Y2, Y8, Y8
	VPMOVMSKB Y8, AX
	VMOVDQU Y0, (DI)
	CMPL AX, $-1
	JNE  first
	VMOVDQU Y6, 32(DI)
	ADDQ $64, SI
	ADDQ $64, DI
	SUBQ $64, CX
	JMP  pair

first: // one of the two has something
	VPMOVMSKB Y2, AX
	CMPL AX, $-1
	JNE  block
	ADDQ $32, SI
	ADDQ $32, DI
	SUBQ $32, CX
single:
	CMPQ CX, $32
	JB   tail
	CMPQ DI, R8
	JA   done
	VMOVDQU (SI), Y0
	CLASSIFY(Y0, Y1, Y2, Y4)
	VMOVDQU Y0, (DI)
	VPMOVMSKB Y2, AX
	CMPL AX, $-1
	JNE  block
	TESTL R12, R12
	JNE  block
	ADDQ $32, SI
	ADDQ $32, DI
	SUBQ $32, CX
	JMP  pair

tail: // 0 to 31 bytes are left
	TESTQ CX, CX
	JE   end
	CMPQ DI, R8
	JA   done
	TESTQ R14, R14
	JNE  moved
	VMOVDQU -32(SI)(CX*1), Y0
	// While nothing has moved, a last block of plain ASCII may overlap.
	MOVQ DI, DX
	SUBQ dst+0(FP), DX
	MOVQ SI, BX
	SUBQ src+16(FP), BX
	SUBQ DX, BX
	ORQ  R12, BX
	JNE  shift
	CLASSIFY(Y0, Y1, Y2, Y4)
	VPMOVMSKB Y2, AX
	CMPL AX, $-1
	JNE  shift
	VMOVDQU Y0, -32(DI)(CX*1)
	ADDQ CX, SI
	ADDQ CX, DI
	JMP  done
shift: // 64 bytes on the stack are the end of the text and zeros
	MOVL -4(SI), DX
	LEAQ buf-128(SP), BX
	VMOVDQU Y0, (BX)
	VMOVDQU Y9, 32(BX)
	VMOVDQU Y9, 64(BX)
	LEAQ 32(BX), BX
	SUBQ CX, BX
	MOVL DX, -4(BX)
	MOVQ BX, R14
	SUBQ SI, R14
	MOVQ BX, SI
	MOVQ $-1, R15
moved:
	MOVL $-1, R13
	BZHIL CX, R13, R13
	VMOVDQU (SI), Y0
	CLASSIFY(Y0, Y1, Y2, Y4)
	VMOVDQU Y0, (DI)
	VPMOVMSKB Y2, AX
	NOTL AX
	ANDL R13, AX
	ORL  R12, AX
	JNE  block
	ADDQ CX, SI
	ADDQ CX, DI
	JMP  done

end:
	// The last block may end in the middle of a character.
	TESTL R12, R12
	JE   done
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
	SUBQ DX, DI
	JMP  done

block: // something is to be done in this one
	VPMOVMSKB Y0, BX
	VPMOVMSKB Y1, AX
	NOTL AX
	ANDL R13, AX
	ANDL R13, BX
	MOVL BX, DX
	ORL  R12, DX
	JE   escapes
	TESTQ $const_escapeWide, R10
	JNE  done
	TESTL R12, R12
	JE   alone
	VMOVDQU -1(SI), Y2
	VMOVDQU -2(SI), Y6
	VMOVDQU -3(SI), Y7
	JMP  check
alone: // the bytes before are ASCII, or outside of the text
	VPERM2I128 $0x08, Y0, Y0, Y3
	VPALIGNR $15, Y3, Y0, Y2
	VPALIGNR $14, Y3, Y0, Y6
	VPALIGNR $13, Y3, Y0, Y7
check:
	TESTQ $const_escapeLines, R10
	JE   nolines
	VPBROADCASTD quoteFill<>+4(SB), Y3
	VPCMPEQB Y3, Y6, Y3
	VPTEST Y3, Y3
	JE   nolines
	VPCMPEQB utf8Wide<>+0x60(SB), Y2, Y4
	VPAND Y3, Y4, Y3
	VPBROADCASTD quoteFill<>+8(SB), Y4
	VPOR Y4, Y0, Y4
	VPBROADCASTD quoteFill<>+12(SB), Y5
	VPCMPEQB Y5, Y4, Y4
	VPTEST Y3, Y4
	JNE  done
nolines:
	UTF8CHECK256(Y0, Y2, Y6, Y7, Y3, Y4)
	VPTEST Y6, Y6
	JNE  done
	TESTL AX, AX
	JNE  escapes
	MOVL BX, R12
	CMPQ CX, $32
	JB   taildone
	ADDQ $32, SI
	ADDQ $32, DI
	SUBQ $32, CX
	TESTL BX, BX
	JE   pair
	JMP  single
taildone:
	ADDQ CX, SI
	ADDQ CX, DI
	JMP  done

escapes:
	POPCNTL AX, DX
	LEAQ (DX)(DX*4), R11
	LEAQ 32(DI)(R11*1), R11
	CMPQ R11, R8
	JA   done
	CMPL DX, $12
	JGT  dense
	CMPQ SI, R15
	JA   move
next:
	TZCNTL AX, DX           // the next escape
	MOVBLZX (SI)(DX*1), R11
	MOVQ Mode_text(R9)(R11*8), R11
	INCL DX
	VMOVDQU (SI)(DX*1), Y0  // the bytes behind it
	MOVQ R11, -1(DI)(DX*1)
	SHRQ $56, R11
	LEAQ -1(DI)(R11*1), DI  // where the block would begin now
	VMOVDQU Y0, (DI)(DX*1)
	BLSRL AX, AX
	JNE  next
	POPCNTL R13, DX
	ADDQ DX, DI
	ADDQ DX, SI
	SUBQ DX, CX
	MOVL BX, R12
	JMP  single

dense:
	POPCNTL R13, DX
	SUBQ DX, CX
	ADDQ SI, DX
densenext:
	MOVBLZX (SI), R11
	MOVQ Mode_text(R9)(R11*8), R11
	MOVQ R11, (DI)
	SHRQ $56, R11
	ADDQ R11, DI
	INCQ SI
	CMPQ SI, DX
	JNE  densenext
	MOVL BX, R12
	JMP  single

move: // 32 to 63 bytes are left, of which the second half is copied to the stack
	VMOVDQU (SI), Y0
	VMOVDQU -32(SI)(CX*1), Y2
	LEAQ buf-128(SP), DX
	VMOVDQU Y0, (DX)
	VMOVDQU Y9, 64(DX)
	VMOVDQU Y2, -32(DX)(CX*1)
	MOVQ DX, R14
	SUBQ SI, R14
	MOVQ DX, SI
	MOVQ $-1, R15
	JMP  next

done:
	SUBQ R14, SI
	SUBQ src+16(FP), SI
	SUBQ dst+0(FP), DI
	MOVQ SI, read+40(FP)
	MOVQ DI, wrote+48(FP)
	VZEROUPPER
	RET
