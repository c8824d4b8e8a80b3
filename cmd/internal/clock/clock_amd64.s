#include "textflag.h"

// LFENCE waits for the instructions before it, and RDTSC does not (Intel,
// "Software Developer's Manual", volume 2, RDTSC).

// func Ticks() uint64
TEXT ·Ticks(SB), NOSPLIT, $0-8
	LFENCE
	RDTSC
	LFENCE
	SHLQ $32, DX
	ORQ  DX, AX
	MOVQ AX, ret+0(FP)
	RET

// The addends are registers: recent CPUs add an immediate while they rename
// registers, several a cycle.
#define ADD4 ADDQ DX, AX; ADDQ DX, AX; ADDQ DX, AX; ADDQ DX, AX
#define ADD16 ADD4; ADD4; ADD4; ADD4

// func Chain(n int)
TEXT ·Chain(SB), NOSPLIT, $0-8
	MOVQ n+0(FP), CX

loop:
	ADD16
	ADD16
	ADD16
	ADD16
	SUBQ $64, CX
	JGT  loop
	RET
