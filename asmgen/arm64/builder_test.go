package arm64

import (
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// builder is what a builder method is expected to do, written down by hand from
// the Arm Architecture Reference Manual. Lists are separated by spaces.
type builder struct {
	method        string
	emit          func(f *Function)
	reads, writes string // registers
	loads, stores string // memory
	line          string // in Go's syntax
	llvm          string // in GNU syntax; several instructions separated by "; "
}

// r and v are virtual registers that the tests bind to the physical ones of
// the same number.
func r(i int) R { return R{reg.NewVirtual(reg.Index(i), KindR, specR)} }
func v(i int) V { return V{Register: reg.NewVirtual(reg.Index(i), KindV, specV)} }

// at is memory at the virtual register r(i).
func at(i, offset int) operand.Mem { return Mem(r(i), offset) }

var (
	local = operand.Mem{Base: rsp, Disp: 16}
	table = operand.NewDataAddr(operand.NewStaticSymbol("table"), 16)
)

// The test function has the label top at its first instruction, the parameters
// (dst *byte, n int), and no frame.
var builders = []builder{
	{method: "AddS", emit: func(f *Function) { f.AddS(v(3), v(17), v(30)) }, reads: "V17 V30", writes: "V3",
		line: "VADD V30.S4, V17.S4, V3.S4", llvm: "add v3.4s, v17.4s, v30.4s"},
	{method: "AddD", emit: func(f *Function) { f.AddD(v(3), v(17), v(30)) }, reads: "V17 V30", writes: "V3",
		line: "VADD V30.D2, V17.D2, V3.D2", llvm: "add v3.2d, v17.2d, v30.2d"},
	{method: "Eor", emit: func(f *Function) { f.Eor(v(0), v(1), v(31)) }, reads: "V1 V31", writes: "V0",
		line: "VEOR V31.B16, V1.B16, V0.B16", llvm: "eor v0.16b, v1.16b, v31.16b"},
	{method: "Zip1S", emit: func(f *Function) { f.Zip1S(v(2), v(4), v(8)) }, reads: "V4 V8", writes: "V2",
		line: "VZIP1 V8.S4, V4.S4, V2.S4", llvm: "zip1 v2.4s, v4.4s, v8.4s"},
	{method: "Zip2S", emit: func(f *Function) { f.Zip2S(v(2), v(4), v(8)) }, reads: "V4 V8", writes: "V2",
		line: "VZIP2 V8.S4, V4.S4, V2.S4", llvm: "zip2 v2.4s, v4.4s, v8.4s"},
	{method: "Zip1D", emit: func(f *Function) { f.Zip1D(v(2), v(4), v(8)) }, reads: "V4 V8", writes: "V2",
		line: "VZIP1 V8.D2, V4.D2, V2.D2", llvm: "zip1 v2.2d, v4.2d, v8.2d"},
	{method: "Zip2D", emit: func(f *Function) { f.Zip2D(v(2), v(4), v(8)) }, reads: "V4 V8", writes: "V2",
		line: "VZIP2 V8.D2, V4.D2, V2.D2", llvm: "zip2 v2.2d, v4.2d, v8.2d"},
	{method: "Uzp1S", emit: func(f *Function) { f.Uzp1S(v(16), v(5), v(9)) }, reads: "V5 V9", writes: "V16",
		line: "VUZP1 V9.S4, V5.S4, V16.S4", llvm: "uzp1 v16.4s, v5.4s, v9.4s"},
	{method: "Uzp2S", emit: func(f *Function) { f.Uzp2S(v(16), v(5), v(9)) }, reads: "V5 V9", writes: "V16",
		line: "VUZP2 V9.S4, V5.S4, V16.S4", llvm: "uzp2 v16.4s, v5.4s, v9.4s"},
	{method: "Mov16B", emit: func(f *Function) { f.Mov16B(v(7), v(21)) }, reads: "V21", writes: "V7",
		line: "VMOV V21.B16, V7.B16", llvm: "mov v7.16b, v21.16b"},
	{method: "Rev32H", emit: func(f *Function) { f.Rev32H(v(7), v(21)) }, reads: "V21", writes: "V7",
		line: "VREV32 V21.H8, V7.H8", llvm: "rev32 v7.8h, v21.8h"},
	{method: "ShlS", emit: func(f *Function) { f.ShlS(v(1), v(2), 12) }, reads: "V2", writes: "V1",
		line: "VSHL $0x0c, V2.S4, V1.S4", llvm: "shl v1.4s, v2.4s, #12"},
	{method: "SriS", emit: func(f *Function) { f.SriS(v(1), v(2), 20) }, reads: "V2 V1", writes: "V1",
		line: "VSRI $0x14, V2.S4, V1.S4", llvm: "sri v1.4s, v2.4s, #20"},
	{method: "Tbl", emit: func(f *Function) { f.Tbl(v(1), v(2), v(31)) }, reads: "V2 V31", writes: "V1",
		line: "VTBL V31.B16, [V2.B16], V1.B16", llvm: "tbl v1.16b, { v2.16b }, v31.16b"},
	{method: "Ext", emit: func(f *Function) { f.Ext(v(1), v(2), v(3), 12) }, reads: "V2 V3", writes: "V1",
		line: "VEXT $0x0c, V3.B16, V2.B16, V1.B16", llvm: "ext v1.16b, v2.16b, v3.16b, #12"},
	{method: "DupS", emit: func(f *Function) { f.DupS(v(20), r(5)) }, reads: "R5", writes: "V20",
		line: "VDUP R5, V20.S4", llvm: "dup v20.4s, w5"},
	{method: "DupD", emit: func(f *Function) { f.DupD(v(20), r(5)) }, reads: "R5", writes: "V20",
		line: "VDUP R5, V20.D2", llvm: "dup v20.2d, x5"},
	{method: "DupLaneS", emit: func(f *Function) { f.DupLaneS(v(20), v(6), 3) }, reads: "V6", writes: "V20",
		line: "VDUP V6.S[3], V20.S4", llvm: "dup v20.4s, v6.s[3]"},
	{method: "DupLaneD", emit: func(f *Function) { f.DupLaneD(v(20), v(6), 1) }, reads: "V6", writes: "V20",
		line: "VDUP V6.D[1], V20.D2", llvm: "dup v20.2d, v6.d[1]"},
	{method: "InsS", emit: func(f *Function) { f.InsS(v(9), 2, r(8)) }, reads: "R8 V9", writes: "V9",
		line: "VMOV R8, V9.S[2]", llvm: "mov v9.s[2], w8"},
	{method: "InsD", emit: func(f *Function) { f.InsD(v(9), 1, r(8)) }, reads: "R8 V9", writes: "V9",
		line: "VMOV R8, V9.D[1]", llvm: "mov v9.d[1], x8"},

	{method: "Add", emit: func(f *Function) { f.Add(r(1), r(20), r(26)) }, reads: "R20 R26", writes: "R1",
		line: "ADD R26, R20, R1", llvm: "add x1, x20, x26"},
	{method: "AddI", emit: func(f *Function) { f.AddI(r(1), r(20), 4095) }, reads: "R20", writes: "R1",
		line: "ADD $0x0fff, R20, R1", llvm: "add x1, x20, #4095"},
	{method: "AddLsl", emit: func(f *Function) { f.AddLsl(r(1), r(2), r(3), 6) }, reads: "R2 R3", writes: "R1",
		line: "ADD R3<<6, R2, R1", llvm: "add x1, x2, x3, lsl #6"},
	{method: "Sub", emit: func(f *Function) { f.Sub(r(1), r(2), r(3)) }, reads: "R2 R3", writes: "R1",
		line: "SUB R3, R2, R1", llvm: "sub x1, x2, x3"},
	{method: "SubI", emit: func(f *Function) { f.SubI(r(1), r(2), 64) }, reads: "R2", writes: "R1",
		line: "SUB $0x40, R2, R1", llvm: "sub x1, x2, #64"},
	{method: "Subs", emit: func(f *Function) { f.Subs(r(1), r(2), r(3)) }, reads: "R2 R3", writes: "R1 NZCV",
		line: "SUBS R3, R2, R1", llvm: "subs x1, x2, x3"},
	{method: "SubsI", emit: func(f *Function) { f.SubsI(r(1), r(2), 4) }, reads: "R2", writes: "R1 NZCV",
		line: "SUBS $0x04, R2, R1", llvm: "subs x1, x2, #4"},
	{method: "Cmp", emit: func(f *Function) { f.Cmp(r(6), r(7)) }, reads: "R6 R7", writes: "NZCV",
		line: "CMP R7, R6", llvm: "cmp x6, x7"},
	{method: "CmpI", emit: func(f *Function) { f.CmpI(r(6), 1) }, reads: "R6", writes: "NZCV",
		line: "CMP $0x01, R6", llvm: "cmp x6, #1"},
	{method: "OrrLsl", emit: func(f *Function) { f.OrrLsl(r(1), r(2), r(3), 32) }, reads: "R2 R3", writes: "R1",
		line: "ORR R3<<32, R2, R1", llvm: "orr x1, x2, x3, lsl #32"},
	{method: "LslI", emit: func(f *Function) { f.LslI(r(1), r(2), 6) }, reads: "R2", writes: "R1",
		line: "LSL $0x06, R2, R1", llvm: "lsl x1, x2, #6"},
	{method: "LsrI", emit: func(f *Function) { f.LsrI(r(1), r(2), 32) }, reads: "R2", writes: "R1",
		line: "LSR $0x20, R2, R1", llvm: "lsr x1, x2, #32"},
	{method: "Mov", emit: func(f *Function) { f.Mov(r(19), r(25)) }, reads: "R25", writes: "R19",
		line: "MOVD R25, R19", llvm: "mov x19, x25"},
	{method: "MovW", emit: func(f *Function) { f.MovW(r(19), r(25)) }, reads: "R25", writes: "R19",
		line: "MOVWU R25, R19", llvm: "mov w19, w25"},
	{method: "MovI", emit: func(f *Function) { f.MovI(r(4), 65535) }, writes: "R4",
		line: "MOVD $0xffff, R4", llvm: "mov x4, #65535"},
	{method: "MovI", emit: func(f *Function) { f.MovI(r(4), 0) }, writes: "R4",
		line: "MOVD $0x00, R4", llvm: "mov x4, xzr"},
	{method: "AddW", emit: func(f *Function) { f.AddW(r(10), r(11), r(12)) }, reads: "R11 R12", writes: "R10",
		line: "ADDW R12, R11, R10", llvm: "add w10, w11, w12"},
	{method: "EorW", emit: func(f *Function) { f.EorW(r(10), r(11), r(12)) }, reads: "R11 R12", writes: "R10",
		line: "EORW R12, R11, R10", llvm: "eor w10, w11, w12"},
	{method: "RorW", emit: func(f *Function) { f.RorW(r(10), r(11), 25) }, reads: "R11", writes: "R10",
		line: "RORW $0x19, R11, R10", llvm: "ror w10, w11, #25"},

	{method: "Ldr", emit: func(f *Function) { f.Ldr(r(0), at(1, 48)) }, reads: "R1", writes: "R0", loads: "48(R1)",
		line: "MOVD 48(R1), R0", llvm: "ldr x0, [x1, #48]"},
	{method: "LdrW", emit: func(f *Function) { f.LdrW(r(0), at(1, 52)) }, reads: "R1", writes: "R0", loads: "52(R1)",
		line: "MOVWU 52(R1), R0", llvm: "ldr w0, [x1, #52]"},
	{method: "Str", emit: func(f *Function) { f.Str(r(0), at(1, 48)) }, reads: "R0 R1", stores: "48(R1)",
		line: "MOVD R0, 48(R1)", llvm: "str x0, [x1, #48]"},
	{method: "StrW", emit: func(f *Function) { f.StrW(r(0), at(1, 0)) }, reads: "R0 R1", stores: "(R1)",
		line: "MOVW R0, (R1)", llvm: "str w0, [x1]"},
	{method: "Ldp", emit: func(f *Function) { f.Ldp(r(2), r(9), at(1, 504)) }, reads: "R1", writes: "R2 R9", loads: "504(R1)",
		line: "LDP 504(R1), (R2, R9)", llvm: "ldp x2, x9, [x1, #504]"},
	{method: "LdpW", emit: func(f *Function) { f.LdpW(r(2), r(9), at(1, 8)) }, reads: "R1", writes: "R2 R9", loads: "8(R1)",
		line: "LDPW 8(R1), (R2, R9)", llvm: "ldp w2, w9, [x1, #8]"},
	{method: "Stp", emit: func(f *Function) { f.Stp(r(2), r(9), at(1, -16)) }, reads: "R2 R9 R1", stores: "-16(R1)",
		line: "STP (R2, R9), -16(R1)", llvm: "stp x2, x9, [x1, #-16]"},
	{method: "StpW", emit: func(f *Function) { f.StpW(r(2), r(9), at(1, 252)) }, reads: "R2 R9 R1", stores: "252(R1)",
		line: "STPW (R2, R9), 252(R1)", llvm: "stp w2, w9, [x1, #252]"},
	{method: "LdrQ", emit: func(f *Function) { f.LdrQ(v(30), at(3, 65520)) }, reads: "R3", writes: "V30", loads: "65520(R3)",
		line: "FMOVQ 65520(R3), F30", llvm: "ldr q30, [x3, #65520]"},
	{method: "LdrQ", emit: func(f *Function) { f.LdrQ(v(30), local) }, writes: "V30", loads: "16(RSP)",
		line: "FMOVQ 16(RSP), F30", llvm: "ldr q30, [sp, #16]"},
	{method: "StrQ", emit: func(f *Function) { f.StrQ(v(30), at(3, -255)) }, reads: "V30 R3", stores: "-255(R3)",
		line: "FMOVQ F30, -255(R3)", llvm: "stur q30, [x3, #-255]"},
	{method: "StrQ", emit: func(f *Function) { f.StrQ(v(30), local) }, reads: "V30", stores: "16(RSP)",
		line: "FMOVQ F30, 16(RSP)", llvm: "str q30, [sp, #16]"},
	{method: "LdpQ", emit: func(f *Function) { f.LdpQ(v(30), v(5), at(3, 1008)) }, reads: "R3", writes: "V30 V5", loads: "1008(R3)",
		line: "FLDPQ 1008(R3), (F30, F5)", llvm: "ldp q30, q5, [x3, #1008]"},
	{method: "StpQ", emit: func(f *Function) { f.StpQ(v(30), v(5), at(3, -1024)) }, reads: "V30 V5 R3", stores: "-1024(R3)",
		line: "FSTPQ (F30, F5), -1024(R3)", llvm: "stp q30, q5, [x3, #-1024]"},
	{method: "Ld1S", emit: func(f *Function) { f.Ld1S(v(14), at(3, 0)) }, reads: "R3", writes: "V14", loads: "(R3)",
		line: "VLD1 (R3), [V14.S4]", llvm: "ld1 { v14.4s }, [x3]"},
	{method: "Ld1RS", emit: func(f *Function) { f.Ld1RS(v(14), at(3, 0)) }, reads: "R3", writes: "V14", loads: "(R3)",
		line: "VLD1R (R3), [V14.S4]", llvm: "ld1r { v14.4s }, [x3]"},
	{method: "Ld1RD", emit: func(f *Function) { f.Ld1RD(v(14), at(3, 0)) }, reads: "R3", writes: "V14", loads: "(R3)",
		line: "VLD1R (R3), [V14.D2]", llvm: "ld1r { v14.2d }, [x3]"},
	{method: "Adr", emit: func(f *Function) { f.Adr(r(7), table) }, writes: "R7",
		line: "MOVD $table<>+16(SB), R7", llvm: "adrp x7, #0; add x7, x7, #0"}, // for the linker to fill in
	{method: "Adr", emit: func(f *Function) { f.Adr(r(7), local) }, writes: "R7",
		line: "MOVD $16(RSP), R7", llvm: "add x7, sp, #16"},
	{method: "Param", emit: func(f *Function) { f.Param("n") }, writes: "R0", loads: "n+8(FP)",
		line: "MOVD n+8(FP), R0", llvm: "ldr x0, [sp, #16]"},

	{method: "B", emit: func(f *Function) { f.B("top") }, line: "B top", llvm: "b top"},
	{method: "Cbz", emit: func(f *Function) { f.Cbz(r(22), "top") }, reads: "R22", line: "CBZ R22, top", llvm: "cbz x22, top"},
	{method: "Cbnz", emit: func(f *Function) { f.Cbnz(r(22), "top") }, reads: "R22", line: "CBNZ R22, top", llvm: "cbnz x22, top"},
	{method: "Beq", emit: func(f *Function) { f.Beq("top") }, reads: "NZCV", line: "BEQ top", llvm: "b.eq top"},
	{method: "Bne", emit: func(f *Function) { f.Bne("top") }, reads: "NZCV", line: "BNE top", llvm: "b.ne top"},
	{method: "Blt", emit: func(f *Function) { f.Blt("top") }, reads: "NZCV", line: "BLT top", llvm: "b.lt top"},
	{method: "Ble", emit: func(f *Function) { f.Ble("top") }, reads: "NZCV", line: "BLE top", llvm: "b.le top"},
	{method: "Bgt", emit: func(f *Function) { f.Bgt("top") }, reads: "NZCV", line: "BGT top", llvm: "b.gt top"},
	{method: "Bge", emit: func(f *Function) { f.Bge("top") }, reads: "NZCV", line: "BGE top", llvm: "b.ge top"},
	{method: "Blo", emit: func(f *Function) { f.Blo("top") }, reads: "NZCV", line: "BLO top", llvm: "b.lo top"},
	{method: "Bls", emit: func(f *Function) { f.Bls("top") }, reads: "NZCV", line: "BLS top", llvm: "b.ls top"},
	{method: "Bhi", emit: func(f *Function) { f.Bhi("top") }, reads: "NZCV", line: "BHI top", llvm: "b.hi top"},
	{method: "Bhs", emit: func(f *Function) { f.Bhs("top") }, reads: "NZCV", line: "BHS top", llvm: "b.hs top"},
	{method: "Ret", emit: func(f *Function) { f.Ret() }, line: "RET", llvm: "ret"},
}
