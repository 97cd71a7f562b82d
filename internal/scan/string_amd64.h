// Constants of the string kernels: backslash, quote, blank, and the last
// control character.
DATA stringFill<>+0(SB)/4, $0x5c5c5c5c
DATA stringFill<>+4(SB)/4, $0x22222222
DATA stringFill<>+8(SB)/4, $0x20202020
DATA stringFill<>+12(SB)/4, $0x1f1f1f1f
GLOBL stringFill<>(SB), RODATA|NOPTR, $16
