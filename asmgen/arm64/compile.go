package arm64

import (
	"errors"
	"fmt"

	"github.com/mmcloughlin/avo/ir"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/pass"
	"github.com/mmcloughlin/avo/reg"
)

// Compile makes a file ready for the printer: the arm64 counterpart of avo's
// pass.Compile. It runs once. It fails when registers do not suffice, when an
// instruction may read a register that nothing wrote, and when [Check] does.
var Compile = pass.Concat(
	pass.Verify,
	pass.FunctionPass(pass.PruneJumpToFollowingLabel),
	pass.FunctionPass(pass.PruneDanglingLabels),
	pass.FunctionPass(pass.LabelTarget),
	pass.FunctionPass(pass.CFG),
	pass.FunctionPass(verifyEnd),
	pass.FunctionPass(pass.Liveness),
	pass.FunctionPass(allocate),
	pass.FunctionPass(verifyAllocation),
	pass.FunctionPass(bind),
	pass.FunctionPass(labelLast),
	pass.Func(pass.IncludeTextFlagHeader),
	Check,
)

// verifyEnd fails if control can run past the last instruction.
func verifyEnd(fn *ir.Function) error {
	is := fn.Instructions()
	if len(is) == 0 {
		return errors.New(fn.Name + ": no instructions")
	}
	if last := is[len(is)-1]; !last.IsTerminal && !last.IsUnconditionalBranch() {
		return fmt.Errorf("%s: control runs past the last instruction, %s", fn.Name, last.Opcode)
	}
	return nil
}

// bind replaces virtual registers by those that fn.Allocation gives them, in
// every form of operand.
func bind(fn *ir.Function) error {
	for _, i := range fn.Instructions() {
		for _, operands := range []ops{i.Operands, i.Inputs, i.Outputs} {
			for n, op := range operands {
				operands[n] = bindOperand(op, fn.Allocation)
			}
		}
	}
	return nil
}

func bindOperand(op operand.Op, a reg.Allocation) operand.Op {
	switch op := op.(type) {
	case reg.Register:
		return bindRegister(op, a)
	case Pair:
		op.First, op.Second = bindRegister(op.First, a), bindRegister(op.Second, a)
		return op
	case List:
		op.V = bindRegister(op.V, a).(V)
		return op
	case Shifted:
		op.R = bindRegister(op.R, a).(R)
		return op
	case operand.Mem:
		op.Base = bindRegister(op.Base, a)
		return op
	}
	return op // no registers, or of a form that Check refuses
}

func bindRegister(r reg.Register, a reg.Allocation) reg.Register {
	index := int(a.LookupDefault(r.ID()).Index())
	switch r := r.(type) {
	case R:
		return FixedR(index)
	case V:
		return V{FixedV(index).Register, r.arrangement, r.lane}
	}
	return r // NZCV, RSP, FP, SB
}
