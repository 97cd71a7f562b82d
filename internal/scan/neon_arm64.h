// What the NEON kernels share: the tables of the UTF-8 check (see utf8_amd64.h
// for the method) and the check itself.

// High half of the byte before, its low half, high half of the byte; then the
// bytes that fill a register: low half, what makes the lead of a three- and of
// a four-byte character keep its high bit, high bit.
DATA neonTable<>+0x00(SB)/8, $0x0202020202020202
DATA neonTable<>+0x08(SB)/8, $0x4915012180808080
DATA neonTable<>+0x10(SB)/8, $0xcbcbcb8b8383a3e7
DATA neonTable<>+0x18(SB)/8, $0xcbcbdbcbcbcbcbcb
DATA neonTable<>+0x20(SB)/8, $0x0101010101010101
DATA neonTable<>+0x28(SB)/8, $0x01010101babaaee6
DATA neonTable<>+0x30(SB)/8, $0x0f0f0f0f0f0f0f0f
DATA neonTable<>+0x38(SB)/8, $0x0f0f0f0f0f0f0f0f
DATA neonTable<>+0x40(SB)/8, $0x6060606060606060
DATA neonTable<>+0x48(SB)/8, $0x6060606060606060
DATA neonTable<>+0x50(SB)/8, $0x7070707070707070
DATA neonTable<>+0x58(SB)/8, $0x7070707070707070
DATA neonTable<>+0x60(SB)/8, $0x8080808080808080
DATA neonTable<>+0x68(SB)/8, $0x8080808080808080
GLOBL neonTable<>(SB), RODATA|NOPTR, $112

// NEONLOAD loads V18 to V24, and clears V25, the block before, and V26, the
// errors. It changes R4.
#define NEONLOAD \
	MOVD $neonTable<>(SB), R4 \
	VLD1.P 48(R4), [V19.B16, V20.B16, V21.B16] \
	VLD1.P 16(R4), [V18.B16] \
	VLD1 (R4), [V22.B16, V23.B16, V24.B16] \
	VEOR V25.B16, V25.B16, V25.B16 \
	VEOR V26.B16, V26.B16, V26.B16

// NEONCHECK adds to V26 what is not zero where the block CUR behind the block
// PREV is ill-formed. It changes V4 to V7 and V27.
#define NEONCHECK(CUR, PREV) \
	VEXT $15, CUR, PREV, V4.B16 \
	VEXT $14, CUR, PREV, V5.B16 \
	VEXT $13, CUR, PREV, V6.B16 \
	VUSHR $4, V4.B16, V7.B16 \
	VTBL V7.B16, [V19.B16], V7.B16 \
	VAND V18.B16, V4.B16, V4.B16 \
	VTBL V4.B16, [V20.B16], V4.B16 \
	VUSHR $4, CUR, V27.B16 \
	VTBL V27.B16, [V21.B16], V27.B16 \
	VAND V4.B16, V7.B16, V7.B16 \
	VAND V27.B16, V7.B16, V7.B16 \
	VUMAX V22.B16, V5.B16, V5.B16 \
	VSUB V22.B16, V5.B16, V5.B16 \
	VUMAX V23.B16, V6.B16, V6.B16 \
	VSUB V23.B16, V6.B16, V6.B16 \
	VORR V5.B16, V6.B16, V5.B16 \
	VAND V24.B16, V5.B16, V5.B16 \
	VEOR V7.B16, V5.B16, V5.B16 \
	VORR V5.B16, V26.B16, V26.B16

// NEONCLASS adds to V28 what is not zero where a byte of X is an escape of the
// nibble tables V16 and V17. It changes V4, V5.
#define NEONCLASS(X) \
	VAND V18.B16, X, V4.B16 \
	VTBL V4.B16, [V16.B16], V4.B16 \
	VUSHR $4, X, V5.B16 \
	VTBL V5.B16, [V17.B16], V5.B16 \
	VAND V4.B16, V5.B16, V4.B16 \
	VORR V4.B16, V28.B16, V28.B16

// NEONANY sets R to the bits of V, those of both halves together. It changes T.
#define NEONANY(V, R, T) \
	VMOV V.D[0], R \
	VMOV V.D[1], T \
	ORR  T, R
