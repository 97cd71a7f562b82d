// Constants of the quoting kernels.
DATA quoteFill<>+0(SB)/4, $0x005c005c  // words of a backslash
DATA quoteFill<>+4(SB)/4, $0xe2e2e2e2  // U+2028 is E2 80 A8,
DATA quoteFill<>+8(SB)/4, $0x01010101  // U+2029 is
DATA quoteFill<>+12(SB)/4, $0xa9a9a9a9 // E2 80 A9
DATA quoteFill<>+16(SB)/4, $0xc0c0c0c0
DATA quoteFill<>+20(SB)/4, $0xf0f0f0f0
DATA quoteFill<>+24(SB)/4, $0x07070707
DATA quoteFill<>+28(SB)/4, $0xe0e0e0e0
DATA quoteFill<>+32(SB)/4, $0xfcfcfcfc
DATA quoteFill<>+36(SB)/4, $0x40404040
DATA quoteFill<>+40(SB)/4, $0xd8d8d8d8
DATA quoteFill<>+44(SB)/4, $0xdcdcdcdc
DATA quoteFill<>+48(SB)/4, $0x03030303
DATA quoteFill<>+52(SB)/4, $0x5c5c5c5c
GLOBL quoteFill<>(SB), RODATA|NOPTR, $56

// The digits; for each byte of a \u form where its digit begins in the code;
// its first two bytes.
DATA quoteDigits<>+0(SB)/8, $0x3736353433323130
DATA quoteDigits<>+8(SB)/8, $0x6665646362613938
DATA quoteDigits<>+16(SB)/8, $0x00000004080c0000
DATA quoteDigits<>+24(SB)/4, $0x755c755c
GLOBL quoteDigits<>(SB), RODATA|NOPTR, $28
