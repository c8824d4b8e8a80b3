#include "textflag.h"

// func read64() (v uint64, ok bool)
TEXT ·read64(SB), NOSPLIT, $0-9
	RDRANDQ AX
	MOVQ    AX, v+0(FP)
	SETCS   ok+8(FP)
	RET

// func read32() (v uint32, ok bool)
TEXT ·read32(SB), NOSPLIT, $0-5
	RDRANDL AX
	MOVL    AX, v+0(FP)
	SETCS   ok+4(FP)
	RET
