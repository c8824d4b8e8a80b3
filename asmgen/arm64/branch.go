package arm64

import (
	"github.com/mmcloughlin/avo/ir"
	"github.com/mmcloughlin/avo/operand"
)

// branch emits a jump to a label. The label comes first among the operands,
// where avo's control flow analysis looks for it.
func (f *Function) branch(opcode, label string, reads ops, operands ...operand.Op) {
	f.AddInstruction(&ir.Instruction{
		Opcode:        opcode,
		Operands:      append(ops{operand.LabelRef(label)}, operands...),
		Inputs:        reads,
		IsBranch:      true,
		IsConditional: len(reads) > 0,
	})
}

// B jumps.
func (f *Function) B(label string) { f.branch("B", label, nil) }

// Cbz jumps if n = 0.
func (f *Function) Cbz(n R, label string) { f.branch("CBZ", label, ops{n}, n) }

// Cbnz jumps if n ≠ 0.
func (f *Function) Cbnz(n R, label string) { f.branch("CBNZ", label, ops{n}, n) }

// Beq jumps if n = m, where Cmp(n, m) or Subs(d, n, m) set the flags; likewise below.
func (f *Function) Beq(label string) { f.branch("BEQ", label, ops{Flags}) }

// Bne jumps if n ≠ m.
func (f *Function) Bne(label string) { f.branch("BNE", label, ops{Flags}) }

// Blt jumps if n < m, signed.
func (f *Function) Blt(label string) { f.branch("BLT", label, ops{Flags}) }

// Ble jumps if n ≤ m, signed.
func (f *Function) Ble(label string) { f.branch("BLE", label, ops{Flags}) }

// Bgt jumps if n > m, signed.
func (f *Function) Bgt(label string) { f.branch("BGT", label, ops{Flags}) }

// Bge jumps if n ≥ m, signed.
func (f *Function) Bge(label string) { f.branch("BGE", label, ops{Flags}) }

// Blo jumps if n < m, unsigned.
func (f *Function) Blo(label string) { f.branch("BLO", label, ops{Flags}) }

// Bls jumps if n ≤ m, unsigned.
func (f *Function) Bls(label string) { f.branch("BLS", label, ops{Flags}) }

// Bhi jumps if n > m, unsigned.
func (f *Function) Bhi(label string) { f.branch("BHI", label, ops{Flags}) }

// Bhs jumps if n ≥ m, unsigned.
func (f *Function) Bhs(label string) { f.branch("BHS", label, ops{Flags}) }

// Ret returns.
func (f *Function) Ret() { f.AddInstruction(&ir.Instruction{Opcode: "RET", IsTerminal: true}) }

// Target returns the label that a branch jumps to, before [Compile] and after
// it. ir's TargetLabel does not find it after.
func Target(i *ir.Instruction) (ir.Label, bool) {
	for _, op := range i.Operands {
		if l, ok := op.(operand.LabelRef); ok {
			return ir.Label(l), true
		}
	}
	return "", false
}

// labelLast moves the label of CBZ and CBNZ behind their register, where the
// assembler wants it.
func labelLast(fn *ir.Function) error {
	for _, i := range fn.Instructions() {
		if i.TargetLabel() != nil && len(i.Operands) == 2 {
			i.Operands[0], i.Operands[1] = i.Operands[1], i.Operands[0]
		}
	}
	return nil
}
