// Constants of the unescaping kernel.

// What each one-letter escape stands for, 0 for other letters.
DATA unescapeLetter<>+0x00(SB)/8, $0x0000000000000000
DATA unescapeLetter<>+0x08(SB)/8, $0x0000000000000000
DATA unescapeLetter<>+0x10(SB)/8, $0x0000000000000000
DATA unescapeLetter<>+0x18(SB)/8, $0x0000000000000000
DATA unescapeLetter<>+0x20(SB)/8, $0x0000000000220000
DATA unescapeLetter<>+0x28(SB)/8, $0x2f00000000000000
DATA unescapeLetter<>+0x30(SB)/8, $0x0000000000000000
DATA unescapeLetter<>+0x38(SB)/8, $0x0000000000000000
DATA unescapeLetter<>+0x40(SB)/8, $0x0000000000000000
DATA unescapeLetter<>+0x48(SB)/8, $0x0000000000000000
DATA unescapeLetter<>+0x50(SB)/8, $0x0000000000000000
DATA unescapeLetter<>+0x58(SB)/8, $0x0000005c00000000
DATA unescapeLetter<>+0x60(SB)/8, $0x000c000000080000
DATA unescapeLetter<>+0x68(SB)/8, $0x000a000000000000
DATA unescapeLetter<>+0x70(SB)/8, $0x00000009000d0000
DATA unescapeLetter<>+0x78(SB)/8, $0x0000000000000000
GLOBL unescapeLetter<>(SB), RODATA|NOPTR, $128

// The value of each hexadecimal digit, 0x80 for other characters.
DATA unescapeHex<>+0x00(SB)/8, $0x8080808080808080
DATA unescapeHex<>+0x08(SB)/8, $0x8080808080808080
DATA unescapeHex<>+0x10(SB)/8, $0x8080808080808080
DATA unescapeHex<>+0x18(SB)/8, $0x8080808080808080
DATA unescapeHex<>+0x20(SB)/8, $0x8080808080808080
DATA unescapeHex<>+0x28(SB)/8, $0x8080808080808080
DATA unescapeHex<>+0x30(SB)/8, $0x0706050403020100
DATA unescapeHex<>+0x38(SB)/8, $0x8080808080800908
DATA unescapeHex<>+0x40(SB)/8, $0x800f0e0d0c0b0a80
DATA unescapeHex<>+0x48(SB)/8, $0x8080808080808080
DATA unescapeHex<>+0x50(SB)/8, $0x8080808080808080
DATA unescapeHex<>+0x58(SB)/8, $0x8080808080808080
DATA unescapeHex<>+0x60(SB)/8, $0x800f0e0d0c0b0a80
DATA unescapeHex<>+0x68(SB)/8, $0x8080808080808080
DATA unescapeHex<>+0x70(SB)/8, $0x8080808080808080
DATA unescapeHex<>+0x78(SB)/8, $0x8080808080808080
GLOBL unescapeHex<>(SB), RODATA|NOPTR, $128

// Spreads eight times six bytes over eight words.
DATA unescapeSpread<>+0x00(SB)/8, $0x0000050403020100
DATA unescapeSpread<>+0x08(SB)/8, $0x00000b0a09080706
DATA unescapeSpread<>+0x10(SB)/8, $0x000011100f0e0d0c
DATA unescapeSpread<>+0x18(SB)/8, $0x0000171615141312
DATA unescapeSpread<>+0x20(SB)/8, $0x00001d1c1b1a1918
DATA unescapeSpread<>+0x28(SB)/8, $0x0000232221201f1e
DATA unescapeSpread<>+0x30(SB)/8, $0x0000292827262524
DATA unescapeSpread<>+0x38(SB)/8, $0x00002f2e2d2c2b2a
GLOBL unescapeSpread<>(SB), RODATA|NOPTR, $64

DATA unescapeWord<>+0x00(SB)/8, $0x000000000000755c // the first two bytes of an escape
DATA unescapeWord<>+0x08(SB)/8, $0x0000011001100000 // weights of the digits
DATA unescapeWord<>+0x10(SB)/8, $0x3030303030301020 // where the two bytes of the code are then
DATA unescapeWord<>+0x18(SB)/8, $0x000000000000060c // where the bytes of three, two begin in the code
DATA unescapeWord<>+0x20(SB)/8, $0x0000000000000006
DATA unescapeWord<>+0x28(SB)/8, $0x00000000003f3f0f // bits of the code in three, two bytes
DATA unescapeWord<>+0x30(SB)/8, $0x0000000000003f1f
DATA unescapeWord<>+0x38(SB)/8, $0x00000000008080e0 // bits beside them
DATA unescapeWord<>+0x40(SB)/8, $0x00000000000080c0
DATA unescapeWord<>+0x48(SB)/8, $0x0000000000000080 // the first codes of two, of three bytes
DATA unescapeWord<>+0x50(SB)/8, $0x0000000000000800
DATA unescapeWord<>+0x58(SB)/8, $0x000000000000f800 // surrogates: bits to look at, their value
DATA unescapeWord<>+0x60(SB)/8, $0x000000000000d800
GLOBL unescapeWord<>(SB), RODATA|NOPTR, $104
