// Package arm64 makes avo write NEON kernels. avo itself knows the registers
// and instructions of x86 only; this package brings those of arm64 that ChaCha
// kernels need, as kinds of registers and as [ir.Instruction] builders, and
// leaves control flow, liveness, register allocation and printing to avo.
//
// A [Function]'s methods emit one instruction each. They are named after the
// mnemonic in the Arm Architecture Reference Manual, with a letter for the
// operands where there is a choice: W for the lower half of a general register,
// I for an immediate; H, S and D for lanes of 16, 32 and 64 bits, Q for all
// 128. Arguments stand in the manual's order, destination first: AddS(d, n, m)
// is d = n + m. The printer turns them into Go's order.
//
// An instruction declares what it reads and writes in its Inputs and Outputs:
// registers, [Flags], and memory. A load has its [operand.Mem] in Inputs, a
// store in Outputs; the registers of an address are not listed apart, as
// [ir.Instruction.InputRegisters] finds them there. Operands are the types of
// this package, of avo's constants, Mem or LabelRef; no operand is plain text.
//
// [Compile] allocates registers and checks the result. Misuse of a builder,
// like an immediate that the instruction has no room for, panics.
package arm64

import (
	"fmt"

	"github.com/mmcloughlin/avo/attr"
	"github.com/mmcloughlin/avo/gotypes"
	"github.com/mmcloughlin/avo/ir"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// Function is a function under construction. Instructions are appended to its
// Nodes, and so are the labels and comments of AddLabel and AddComment.
type Function struct {
	*ir.Function
	registers *reg.Collection
}

// NewFunction adds a NOSPLIT function to f, whose Go declaration is noescape.
// The signature is a Go function type, such as "func(dst *byte, n int)". It
// panics if the signature does not parse.
func NewFunction(f *ir.File, name, signature string, doc ...string) *Function {
	s, err := gotypes.ParseSignature(signature)
	if err != nil {
		panic(fmt.Sprintf("arm64: %s: %v", name, err))
	}
	fn := ir.NewFunction(name)
	fn.SetSignature(s)
	fn.Doc = doc
	fn.Attributes = attr.NOSPLIT
	fn.AddPragma("noescape")
	f.AddSection(fn)
	return &Function{fn, reg.NewCollection()}
}

// Table adds a read-only table of words to f and returns where it is.
func Table(f *ir.File, name string, words ...uint32) operand.Mem {
	g := ir.NewStaticGlobal(name)
	g.Attributes = attr.RODATA | attr.NOPTR
	for _, w := range words {
		g.Append(operand.U32(w))
	}
	f.AddSection(g)
	return g.Base()
}

// R returns a new virtual general register.
func (f *Function) R() R { return R{f.registers.VirtualRegister(KindR, specR)} }

// V returns a new virtual vector register.
func (f *Function) V() V { return V{Register: f.registers.VirtualRegister(KindV, specV)} }

// Param returns a new register with the parameter of that name, which must
// have 8 bytes.
func (f *Function) Param(name string) R {
	p, err := f.Signature.Params().Lookup(name).Resolve()
	if err != nil {
		panic(fmt.Sprintf("arm64: %s: parameter %s: %v", f.Name, name, err))
	}
	if gotypes.Sizes.Sizeof(p.Type) != 8 {
		panic(fmt.Sprintf("arm64: %s: parameter %s has no 8 bytes", f.Name, name))
	}
	d := f.R()
	f.load("MOVD", d, p.Addr, d)
	return d
}

// What is below the locals in a frame: the return address at 0(RSP), and 8
// bytes to align the locals (Go's internal ABI, arm64, "Stack layout").
const (
	linkSize = 8
	frameGap = 8
)

// AllocLocal reserves size bytes of the frame, rounded up to a multiple of 16,
// and returns where they are, aligned to 16. It stands in for avo's method,
// which knows the frame of amd64.
func (f *Function) AllocLocal(size int) operand.Mem {
	if f.LocalSize == 0 {
		f.LocalSize = frameGap
	}
	m := operand.Mem{Base: rsp, Disp: linkSize + f.LocalSize}
	f.LocalSize += (size + 15) &^ 15
	return m
}

// Mem is the memory at a register plus an offset in bytes.
func Mem(base R, offset int) operand.Mem { return operand.Mem{Base: base, Disp: offset} }

type ops = []operand.Op

// op emits an instruction that reads and writes those, with operands in the
// order of Go's assembler.
func (f *Function) op(opcode string, writes, reads ops, operands ...operand.Op) {
	f.AddInstruction(&ir.Instruction{Opcode: opcode, Operands: operands, Inputs: reads, Outputs: writes})
}

// imm is an immediate operand. It panics if k is not in [least, most].
func imm(k, least, most int) operand.Constant {
	within("immediate", k, least, most)
	return operand.Imm(uint64(k))
}

func within(what string, k, least, most int) {
	if k < least || k > most {
		panic(fmt.Sprintf("arm64: %s %d is not in [%d, %d]", what, k, least, most))
	}
}
