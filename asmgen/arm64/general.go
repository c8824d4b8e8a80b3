package arm64

import "github.com/mmcloughlin/avo/operand"

// maxArith is the largest immediate of an addition that is one instruction.
const maxArith = 1<<12 - 1

func (f *Function) general3(opcode string, d, n, m R) { f.op(opcode, ops{d}, ops{n, m}, m, n, d) }

func (f *Function) immediate(opcode string, d, n R, k operand.Constant) {
	f.op(opcode, ops{d}, ops{n}, k, n, d)
}

// Add is d = n + m.
func (f *Function) Add(d, n, m R) { f.general3("ADD", d, n, m) }

// AddI is d = n + k, for k of 12 bits.
func (f *Function) AddI(d, n R, k int) { f.immediate("ADD", d, n, imm(k, 0, maxArith)) }

// AddLsl is d = n + m<<k.
func (f *Function) AddLsl(d, n, m R, k int) { f.shifted("ADD", d, n, m, k) }

// Sub is d = n - m.
func (f *Function) Sub(d, n, m R) { f.general3("SUB", d, n, m) }

// SubI is d = n - k, for k of 12 bits.
func (f *Function) SubI(d, n R, k int) { f.immediate("SUB", d, n, imm(k, 0, maxArith)) }

// Subs is d = n - m, and sets the flags.
func (f *Function) Subs(d, n, m R) { f.op("SUBS", ops{d, Flags}, ops{n, m}, m, n, d) }

// SubsI is d = n - k, for k of 12 bits, and sets the flags.
func (f *Function) SubsI(d, n R, k int) {
	f.op("SUBS", ops{d, Flags}, ops{n}, imm(k, 0, maxArith), n, d)
}

// Cmp sets the flags for n against m.
func (f *Function) Cmp(n, m R) { f.op("CMP", ops{Flags}, ops{n, m}, m, n) }

// CmpI sets the flags for n against k, of 12 bits.
func (f *Function) CmpI(n R, k int) { f.op("CMP", ops{Flags}, ops{n}, imm(k, 0, maxArith), n) }

// OrrLsl is d = n | m<<k.
func (f *Function) OrrLsl(d, n, m R, k int) { f.shifted("ORR", d, n, m, k) }

func (f *Function) shifted(opcode string, d, n, m R, k int) {
	within("shift", k, 1, 63)
	f.op(opcode, ops{d}, ops{n, m}, Shifted{R: m, Amount: k}, n, d)
}

// LslI is d = n << k.
func (f *Function) LslI(d, n R, k int) { f.immediate("LSL", d, n, imm(k, 1, 63)) }

// LsrI is d = n >> k.
func (f *Function) LsrI(d, n R, k int) { f.immediate("LSR", d, n, imm(k, 1, 63)) }

// Mov is d = n.
func (f *Function) Mov(d, n R) { f.op("MOVD", ops{d}, ops{n}, n, d) }

// MovW is d = the lower half of n.
func (f *Function) MovW(d, n R) { f.op("MOVWU", ops{d}, ops{n}, n, d) }

// MovI is d = k, of 16 bits.
func (f *Function) MovI(d R, k int) { f.op("MOVD", ops{d}, nil, imm(k, 0, 1<<16-1), d) }

// AddW is d = n + m in 32 bits.
func (f *Function) AddW(d, n, m R) { f.general3("ADDW", d, n, m) }

// EorW is d = n ^ m in 32 bits.
func (f *Function) EorW(d, n, m R) { f.general3("EORW", d, n, m) }

// RorW is d = n >>> k in 32 bits.
func (f *Function) RorW(d, n R, k int) { f.immediate("RORW", d, n, imm(k, 1, 31)) }
