// Constants of the structural index, both tiers.

// White space by its low half, other bytes nowhere near.
DATA indexBlank<>+0(SB)/8, $0x0202020241164620
DATA indexBlank<>+8(SB)/8, $0x64640d64640a0964
GLOBL indexBlank<>(SB), RODATA|NOPTR, $16

// Operators by their low half, with the bit 0x20 set that [ and { differ by.
DATA indexOperator<>+0(SB)/8, $0x0000000000000000
DATA indexOperator<>+8(SB)/8, $0x00007d2c7b3a0000
GLOBL indexOperator<>(SB), RODATA|NOPTR, $16

// Backslash, quote, blank, the last control character; the number eight.
DATA indexFill<>+0(SB)/4, $0x5c5c5c5c
DATA indexFill<>+4(SB)/4, $0x22222222
DATA indexFill<>+8(SB)/4, $0x20202020
DATA indexFill<>+12(SB)/4, $0x1f1f1f1f
DATA indexFill<>+16(SB)/4, $8
GLOBL indexFill<>(SB), RODATA|NOPTR, $20

// The largest bytes with which a block does not end inside of a character.
DATA indexOpen<>+0(SB)/8, $0xffffffffffffffff
DATA indexOpen<>+8(SB)/8, $0xffffffffffffffff
DATA indexOpen<>+16(SB)/8, $0xffffffffffffffff
DATA indexOpen<>+24(SB)/8, $0xffffffffffffffff
DATA indexOpen<>+32(SB)/8, $0xffffffffffffffff
DATA indexOpen<>+40(SB)/8, $0xffffffffffffffff
DATA indexOpen<>+48(SB)/8, $0xffffffffffffffff
DATA indexOpen<>+56(SB)/8, $0xbfdfefffffffffff
GLOBL indexOpen<>(SB), RODATA|NOPTR, $64
