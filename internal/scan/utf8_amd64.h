// The UTF-8 check of both tiers: the "lookup4" method of John Keiser and
// Daniel Lemire. Each byte looks up, by its own high half and by both halves of
// the byte before it, which errors the pair may be part of; an error is real
// where all three agree. Two saturating subtractions say where the second or
// third continuation byte of a long character has to stand, the bit 0x80 of
// the tables says where two continuation bytes in a row do stand.

// By the high half of the byte before, its low half, the high half of the byte.
DATA utf8High1<>+0(SB)/8, $0x0202020202020202
DATA utf8High1<>+8(SB)/8, $0x4915012180808080
GLOBL utf8High1<>(SB), RODATA|NOPTR, $16
DATA utf8Low1<>+0(SB)/8, $0xcbcbcb8b8383a3e7
DATA utf8Low1<>+8(SB)/8, $0xcbcbdbcbcbcbcbcb
GLOBL utf8Low1<>(SB), RODATA|NOPTR, $16
DATA utf8High2<>+0(SB)/8, $0x0101010101010101
DATA utf8High2<>+8(SB)/8, $0x01010101babaaee6
GLOBL utf8High2<>(SB), RODATA|NOPTR, $16

// Bytes that fill a register: low half, what makes the lead of a three- and of
// a four-byte character keep its high bit, the high bit.
DATA utf8Fill<>+0(SB)/4, $0x0f0f0f0f
DATA utf8Fill<>+4(SB)/4, $0x60606060
DATA utf8Fill<>+8(SB)/4, $0x70707070
DATA utf8Fill<>+12(SB)/4, $0x80808080
GLOBL utf8Fill<>(SB), RODATA|NOPTR, $16

// UTF8LOAD512 loads Z16 to Z22.
#define UTF8LOAD512 \
	VBROADCASTI32X4 utf8High1<>(SB), Z16 \
	VBROADCASTI32X4 utf8Low1<>(SB), Z17 \
	VBROADCASTI32X4 utf8High2<>(SB), Z18 \
	VPBROADCASTD utf8Fill<>+0(SB), Z19 \
	VPBROADCASTD utf8Fill<>+4(SB), Z20 \
	VPBROADCASTD utf8Fill<>+8(SB), Z21 \
	VPBROADCASTD utf8Fill<>+12(SB), Z22

// UTF8CHECK512 sets the bits of K3 at the errors of the block Z0, where Z2, Z6
// and Z7 are the bytes one, two and three before. It needs UTF8LOAD512 and
// changes Z3, Z4, Z5, Z8, Z9.
#define UTF8CHECK512 \
	VPSRLW $4, Z2, Z3 \
	VPANDD Z19, Z3, Z3 \
	VPSHUFB Z3, Z16, Z3 \
	VPANDD Z19, Z2, Z4 \
	VPSHUFB Z4, Z17, Z4 \
	VPSRLW $4, Z0, Z5 \
	VPANDD Z19, Z5, Z5 \
	VPSHUFB Z5, Z18, Z5 \
	VPTERNLOGD $0x80, Z5, Z4, Z3 \
	VPSUBUSB Z20, Z6, Z8 \
	VPSUBUSB Z21, Z7, Z9 \
	VPTERNLOGD $0xA8, Z22, Z9, Z8 \
	VPCMPUB $4, Z3, Z8, K3

// The same four, 32 bytes each, for AVX2.
DATA utf8Wide<>+0x00(SB)/8, $0x0f0f0f0f0f0f0f0f
DATA utf8Wide<>+0x08(SB)/8, $0x0f0f0f0f0f0f0f0f
DATA utf8Wide<>+0x10(SB)/8, $0x0f0f0f0f0f0f0f0f
DATA utf8Wide<>+0x18(SB)/8, $0x0f0f0f0f0f0f0f0f
DATA utf8Wide<>+0x20(SB)/8, $0x6060606060606060
DATA utf8Wide<>+0x28(SB)/8, $0x6060606060606060
DATA utf8Wide<>+0x30(SB)/8, $0x6060606060606060
DATA utf8Wide<>+0x38(SB)/8, $0x6060606060606060
DATA utf8Wide<>+0x40(SB)/8, $0x7070707070707070
DATA utf8Wide<>+0x48(SB)/8, $0x7070707070707070
DATA utf8Wide<>+0x50(SB)/8, $0x7070707070707070
DATA utf8Wide<>+0x58(SB)/8, $0x7070707070707070
DATA utf8Wide<>+0x60(SB)/8, $0x8080808080808080
DATA utf8Wide<>+0x68(SB)/8, $0x8080808080808080
DATA utf8Wide<>+0x70(SB)/8, $0x8080808080808080
DATA utf8Wide<>+0x78(SB)/8, $0x8080808080808080
GLOBL utf8Wide<>(SB), RODATA|NOPTR, $128

// UTF8CHECK256 leaves in P2 what is not zero at the errors of the block B,
// where P1, P2, P3 are the bytes one, two and three before. It changes all
// registers named but B.
#define UTF8CHECK256(B, P1, P2, P3, T, U) \
	VPSRLW $4, P1, T \
	VPAND utf8Wide<>+0x00(SB), T, T \
	VBROADCASTI128 utf8High1<>(SB), U \
	VPSHUFB T, U, T \
	VPAND utf8Wide<>+0x00(SB), P1, P1 \
	VBROADCASTI128 utf8Low1<>(SB), U \
	VPSHUFB P1, U, P1 \
	VPAND P1, T, T \
	VPSRLW $4, B, P1 \
	VPAND utf8Wide<>+0x00(SB), P1, P1 \
	VBROADCASTI128 utf8High2<>(SB), U \
	VPSHUFB P1, U, P1 \
	VPAND P1, T, T \
	VPSUBUSB utf8Wide<>+0x20(SB), P2, P2 \
	VPSUBUSB utf8Wide<>+0x40(SB), P3, P3 \
	VPOR P3, P2, P2 \
	VPAND utf8Wide<>+0x60(SB), P2, P2 \
	VPXOR T, P2, P2
