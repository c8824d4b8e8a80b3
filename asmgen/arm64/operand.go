package arm64

import (
	"fmt"

	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// R is a general register.
type R struct{ reg.Register }

// FixedR returns the general register of that number, 0 to 30.
func FixedR(i int) R { return R{fix(KindR, reg.Index(i), specR, "")} }

// Asm returns the register's name.
func (r R) Asm() string { return registerName("R", r.ID()) }

// V is a vector register, as an operand looks at it.
type V struct {
	reg.Register
	arrangement Arrangement
	lane        int
}

// FixedV returns the vector register of that number, 0 to 31.
func FixedV(i int) V { return V{Register: fix(KindV, reg.Index(i), specV, "")} }

// Arrangement is the division of a vector register into lanes.
type Arrangement string

// Arrangements. An operand of D or S is one lane.
const (
	Whole Arrangement = ""    // the register, in no operand of an instruction
	B16   Arrangement = "B16" // 16 lanes of 8 bits
	H8    Arrangement = "H8"
	S4    Arrangement = "S4"
	D2    Arrangement = "D2"
	D     Arrangement = "D" // a lane of D2
	S     Arrangement = "S" // a lane of S4
	Q     Arrangement = "Q" // one lane of 128 bits, a register Fn
)

// Arrangement returns how the operand divides the register into lanes.
func (v V) Arrangement() Arrangement { return v.arrangement }

// Lane returns which lane of arrangement D or S the operand is; otherwise 0.
func (v V) Lane() int { return v.lane }

// Asm returns the register's name with arrangement and lane.
func (v V) Asm() string {
	switch v.arrangement {
	case Whole:
		return registerName("V", v.ID())
	case Q:
		return registerName("F", v.ID())
	case D, S:
		return fmt.Sprintf("%s.%s[%d]", registerName("V", v.ID()), v.arrangement, v.lane)
	}
	return registerName("V", v.ID()) + "." + string(v.arrangement)
}

func (v V) as(a Arrangement) V { return V{v.Register, a, 0} }

// element is one lane of v. It panics if v has no such lane.
func (v V) element(a Arrangement, lane int) V {
	within("lane", lane, 0, map[Arrangement]int{S: 3, D: 1}[a])
	return V{v.Register, a, lane}
}

// opaque makes a type an operand that avo passes on without looking inside. To
// avo it is a constant; the nil in it is never called.
type opaque = operand.Constant

// Pair is two registers that a load fills or a store writes out: (R1, R2).
type Pair struct {
	opaque
	First, Second reg.Register
}

// Asm returns the pair in parentheses.
func (p Pair) Asm() string { return fmt.Sprintf("(%s, %s)", p.First.Asm(), p.Second.Asm()) }

// List is the only vector register of a list: [V1.B16].
type List struct {
	opaque
	V V
}

// Asm returns the list in brackets.
func (l List) Asm() string { return "[" + l.V.Asm() + "]" }

// Shifted is a general register shifted left: R1<<6.
type Shifted struct {
	opaque
	R      R
	Amount int
}

// Asm returns the register with its shift.
func (s Shifted) Asm() string { return fmt.Sprintf("%s<<%d", s.R.Asm(), s.Amount) }

// Address is the address of a memory operand, with no access to it: $16(RSP).
type Address struct {
	opaque
	Mem operand.Mem
}

// Asm returns the memory operand with a dollar sign.
func (a Address) Asm() string { return "$" + a.Mem.Asm() }

// Registers returns the registers inside an operand, for every form of operand
// that this package builds. Vector registers come with arrangement and lane.
func Registers(op operand.Op) ([]reg.Register, error) {
	switch op := op.(type) {
	case R, V:
		return []reg.Register{op.(reg.Register)}, nil
	case Pair:
		return []reg.Register{op.First, op.Second}, nil
	case List:
		return []reg.Register{op.V}, nil
	case Shifted:
		return []reg.Register{op.R}, nil
	case Address:
		return Registers(op.Mem)
	case operand.Mem, operand.U8, operand.U16, operand.U32, operand.U64, operand.LabelRef:
		return operand.Registers(op), nil
	}
	return nil, fmt.Errorf("operand of a form that is not modelled: %T", op)
}
