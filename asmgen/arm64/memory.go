package arm64

import (
	"fmt"

	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// Ldr is d = 8 bytes of m.
func (f *Function) Ldr(d R, m operand.Mem) { f.load("MOVD", d, single(m, 8), d) }

// LdrW is d = 4 bytes of m.
func (f *Function) LdrW(d R, m operand.Mem) { f.load("MOVWU", d, single(m, 4), d) }

// Str is 8 bytes of m = t.
func (f *Function) Str(t R, m operand.Mem) { f.store("MOVD", t, single(m, 8), t) }

// StrW is 4 bytes of m = the lower half of t.
func (f *Function) StrW(t R, m operand.Mem) { f.store("MOVW", t, single(m, 4), t) }

// Ldp is a, b = 16 bytes of m.
func (f *Function) Ldp(a, b R, m operand.Mem) {
	f.loadPair("LDP", a, b, paired(m, 8), Pair{First: a, Second: b})
}

// LdpW is a, b = 8 bytes of m.
func (f *Function) LdpW(a, b R, m operand.Mem) {
	f.loadPair("LDPW", a, b, paired(m, 4), Pair{First: a, Second: b})
}

// Stp is 16 bytes of m = a, b.
func (f *Function) Stp(a, b R, m operand.Mem) {
	f.storePair("STP", a, b, paired(m, 8), Pair{First: a, Second: b})
}

// StpW is 8 bytes of m = the lower halves of a, b.
func (f *Function) StpW(a, b R, m operand.Mem) {
	f.storePair("STPW", a, b, paired(m, 4), Pair{First: a, Second: b})
}

// LdrQ is d = 16 bytes of m.
func (f *Function) LdrQ(d V, m operand.Mem) { f.load("FMOVQ", d, single(m, 16), d.as(Q)) }

// StrQ is 16 bytes of m = t.
func (f *Function) StrQ(t V, m operand.Mem) { f.store("FMOVQ", t, single(m, 16), t.as(Q)) }

// LdpQ is a, b = 32 bytes of m.
func (f *Function) LdpQ(a, b V, m operand.Mem) {
	f.loadPair("FLDPQ", a, b, paired(m, 16), Pair{First: a.as(Q), Second: b.as(Q)})
}

// StpQ is 32 bytes of m = a, b.
func (f *Function) StpQ(a, b V, m operand.Mem) {
	f.storePair("FSTPQ", a, b, paired(m, 16), Pair{First: a.as(Q), Second: b.as(Q)})
}

// Ld1S is d = 16 bytes of m, as lanes of 32 bits. m has no offset.
func (f *Function) Ld1S(d V, m operand.Mem) { f.load("VLD1", d, bare(m), List{V: d.as(S4)}) }

// Ld1RS sets all lanes of 32 bits of d to 4 bytes of m. m has no offset.
func (f *Function) Ld1RS(d V, m operand.Mem) { f.load("VLD1R", d, bare(m), List{V: d.as(S4)}) }

// Ld1RD sets both lanes of 64 bits of d to 8 bytes of m. m has no offset.
func (f *Function) Ld1RD(d V, m operand.Mem) { f.load("VLD1R", d, bare(m), List{V: d.as(D2)}) }

// Adr is d = the address of m, a table or a local.
func (f *Function) Adr(d R, m operand.Mem) {
	if m.Base != rsp && m.Base != reg.StaticBase {
		panic("arm64: " + m.Asm() + " is neither a table nor a local")
	}
	f.op("MOVD", ops{d}, nil, Address{Mem: m}, d)
}

func (f *Function) load(opcode string, d operand.Op, m operand.Mem, as operand.Op) {
	f.op(opcode, ops{d}, ops{m}, m, as)
}

func (f *Function) store(opcode string, t operand.Op, m operand.Mem, as operand.Op) {
	f.op(opcode, ops{m}, ops{t}, as, m)
}

func (f *Function) loadPair(opcode string, a, b reg.Register, m operand.Mem, as Pair) {
	if a.ID() == b.ID() {
		panic("arm64: " + opcode + " of one register twice") // unpredictable, says the manual
	}
	f.op(opcode, ops{a, b}, ops{m}, m, as)
}

func (f *Function) storePair(opcode string, a, b reg.Register, m operand.Mem, as Pair) {
	f.op(opcode, ops{m}, ops{a, b}, as, m)
}

// single checks that one access of size bytes to m is one instruction. Where
// the offset does not fit, the assembler would expand it, by way of R27.
func single(m operand.Mem, size int) operand.Mem {
	scaled := m.Disp%size == 0 && 0 <= m.Disp && m.Disp <= 4095*size
	return direct(m, scaled || -256 <= m.Disp && m.Disp <= 255)
}

// paired is single for an access of two times size bytes.
func paired(m operand.Mem, size int) operand.Mem {
	return direct(m, m.Disp%size == 0 && -64*size <= m.Disp && m.Disp <= 63*size)
}

// bare is single for an instruction that has no room for an offset.
func bare(m operand.Mem) operand.Mem { return direct(m, m.Disp == 0) }

// direct panics unless m is the memory at a register or a local, and its
// offset fits.
func direct(m operand.Mem, fits bool) operand.Mem {
	if _, general := m.Base.(R); !general && m.Base != rsp || m.Index != nil || m.Symbol.Name != "" {
		panic("arm64: " + m.Asm() + " is not the memory at a register or a local")
	}
	if !fits {
		panic(fmt.Sprintf("arm64: the instruction has no room for the offset of %s", m.Asm()))
	}
	return m
}
