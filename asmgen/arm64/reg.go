package arm64

import (
	"fmt"
	"slices"

	"github.com/mmcloughlin/avo/reg"
)

// Kinds of registers, outside of the range that avo defines for x86.
const (
	KindR     reg.Kind = 0x40 // general: R0 to R30
	KindV     reg.Kind = 0x41 // vector: V0 to V31, also called F0 to F31
	KindFlags reg.Kind = 0x42 // NZCV
)

// A kind has one width, so that every write defines the whole register. That
// is what the hardware does: a write of Wn clears the upper half of Xn, and one
// of a 128-bit arrangement replaces Vn. The exceptions, inserts and VSRI,
// declare that they also read their destination.
const (
	specR     = reg.S64
	specV     = reg.S128
	specFlags = reg.S8
)

// fixed is a physical register; the name is for those that are not in an R or
// V. avo's interface has unexported methods, which fixed borrows from another
// register.
type fixed struct {
	reg.Register
	name string
}

func fix(k reg.Kind, i reg.Index, s reg.Spec, name string) fixed {
	return fixed{reg.NewVirtual(i, k, s), name}
}

func (f fixed) ID() reg.ID               { return f.Register.ID() &^ 1 } // bit 0 means virtual
func (f fixed) PhysicalIndex() reg.Index { return f.ID().Index() }
func (f fixed) Info() reg.Info           { return reg.None }
func (f fixed) Asm() string              { return f.name }

// Flags is the condition flags NZCV as a register, in the Inputs and Outputs of
// the instructions that read and write them. A pass that keeps the order of
// definitions and uses of registers keeps flags right without knowing of them.
var Flags reg.Physical = fix(KindFlags, 0, specFlags, "NZCV")

// rsp is the hardware stack pointer, which avo has no name for: in Go's arm64
// assembly, the SP of reg.StackPointer is a pseudo register. Both have an empty
// mask, which keeps them out of the liveness sets.
var rsp = fixed{reg.StackPointer, "RSP"}

// registerFile returns the registers of a kind that kernels may use. Go's
// internal ABI (https://go.dev/src/cmd/compile/abi-internal, arm64) leaves out of the general ones
// R16 and R17 (scratch of linkers), R18 (the operating system's), R27 (scratch
// of the assembler), R28 (the current goroutine), R29 (frame pointer) and
// R30 (link register). R26, the closure context, is free in a function's body.
func registerFile(k reg.Kind) []reg.Physical {
	var file []reg.Physical
	for i := range reg.Index(32) {
		switch {
		case k == KindV:
			file = append(file, fix(k, i, specV, ""))
		case k == KindR && (i <= 15 || 19 <= i && i <= 26):
			file = append(file, fix(k, i, specR, ""))
		}
	}
	return file
}

// allocatable reports whether id names a register of its kind's registerFile.
func allocatable(id reg.ID) bool {
	return slices.ContainsFunc(registerFile(id.Kind()), func(p reg.Physical) bool { return p.ID() == id })
}

// registerName is prefix and number, in brackets for a virtual register.
func registerName(prefix string, id reg.ID) string {
	if id.IsVirtual() {
		return fmt.Sprintf("<%s%d>", prefix, id.Index())
	}
	return fmt.Sprintf("%s%d", prefix, id.Index())
}
