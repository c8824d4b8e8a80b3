package prove

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/mmcloughlin/avo/ir"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"

	"github.com/simdchacha/simdchacha/asmgen/arm64"
)

// Mutant is a kernel with one change.
type Mutant struct {
	Kernel
	Kind string
	What string
}

// mutator makes mutants of a kernel.
type mutator struct {
	Kernel
	rand *rand.Rand
	is   []*ir.Instruction
	code *code
	evex bool // the kernel has instructions of AVX-512
}

// mutations are the kinds of changes, with how often they are made. A function
// returns false where it cannot change that instruction. To double an
// instruction, or to move it by a few places, is harmless more often than not.
var mutations = []struct {
	kind  string
	often int
	make  func(m *mutator, at int) (Mutant, bool)
}{
	{"immediate", 20, (*mutator).immediate},
	{"register", 40, (*mutator).register},
	{"operands swapped", 10, (*mutator).exchange},
	{"address", 20, (*mutator).address},
	{"opcode", 20, (*mutator).opcode},
	{"dropped", 20, (*mutator).drop},
	{"doubled", 2, (*mutator).double},
	{"moved", 5, (*mutator).move},
	{"jump", 20, (*mutator).jump},
	{"table", 10, (*mutator).table},
}

// Mutants returns n different mutants of k, the same ones for the same seed, or
// fewer if there are no more. Each is made of instructions that the model knows.
func (k Kernel) Mutants(n int, seed uint64) []Mutant {
	m := &mutator{Kernel: k, rand: rand.New(rand.NewPCG(seed, uint64(len(k.Func.Name)))), is: k.Func.Instructions()}
	m.decoded = map[*ir.Instruction]step{}
	var err error
	if m.code, err = load(m.Kernel, newTerms()); err != nil {
		return nil
	}
	m.evex = slices.ContainsFunc(m.code.steps, func(s step) bool { return s.evex })
	var kinds []int
	for i, kind := range mutations {
		kinds = append(kinds, slices.Repeat([]int{i}, kind.often)...)
	}
	var all []Mutant
	seen := map[string]bool{}
	for tries := 0; len(all) < n && tries < 1000*n; tries++ {
		kind := mutations[kinds[m.rand.IntN(len(kinds))]]
		x, ok := kind.make(m, m.rand.IntN(len(m.is)))
		if !ok || seen[x.What] {
			continue
		}
		seen[x.What] = true
		x.Kind = kind.kind
		all = append(all, x)
	}
	return all
}

// with returns the mutant with other instructions.
func (m *mutator) with(at int, what string, is []*ir.Instruction) (Mutant, bool) {
	fn := *m.Func
	fn.Nodes = nil
	n := 0
	emit := func(upTo int) {
		for ; n < upTo; n++ {
			fn.Nodes = append(fn.Nodes, is[n])
		}
	}
	// Labels stay before the instruction that they stand before, as counted in
	// the original: a change of length is behind all labels before it.
	count, shift := 0, len(is)-len(m.is)
	for _, node := range m.Func.Nodes {
		switch node := node.(type) {
		case ir.Label:
			to := count
			if count > at {
				to += shift
			}
			emit(to)
			fn.Nodes = append(fn.Nodes, node)
		case *ir.Instruction:
			count++
		}
	}
	emit(len(is))
	k := m.Kernel
	k.Func = &fn
	return Mutant{Kernel: k, What: fmt.Sprintf("instruction %d: %s", at, what)}, true
}

// replace returns the mutant with one instruction changed.
func (m *mutator) replace(at int, change func(i *ir.Instruction)) (Mutant, bool) {
	i := *m.is[at]
	i.Operands = slices.Clone(i.Operands)
	i.Suffixes = slices.Clone(i.Suffixes)
	change(&i)
	if text(&i) == text(m.is[at]) || !m.modelled(&i) {
		return Mutant{}, false
	}
	is := slices.Clone(m.is)
	is[at] = &i
	return m.with(at, fmt.Sprintf("%s for %s", text(&i), text(m.is[at])), is)
}

// modelled reports whether the model has a form for a plain instruction, and
// whether the kernel's CPU has it.
func (m *mutator) modelled(i *ir.Instruction) bool {
	if i.IsBranch || i.IsTerminal {
		return true
	}
	s, err := m.code.decode(i)
	return err == nil && (m.evex || !s.evex)
}

// pick returns a random operand for which ok holds, or -1.
func (m *mutator) pick(at int, ok func(op operand.Op) bool) int {
	var which []int
	for n, op := range m.is[at].Operands {
		if ok(op) {
			which = append(which, n)
		}
	}
	if len(which) == 0 {
		return -1
	}
	return which[m.rand.IntN(len(which))]
}

func (m *mutator) immediate(at int) (Mutant, bool) {
	n := m.pick(at, func(op operand.Op) bool { _, ok := immediate(op); return ok })
	if n < 0 {
		return Mutant{}, false
	}
	k, _ := immediate(m.is[at].Operands[n])
	changed := []int64{k + 1, k - 1, k ^ 1<<m.rand.IntN(8), k * 2, 32 - k}[m.rand.IntN(5)]
	return m.replace(at, func(i *ir.Instruction) {
		if changed < 0 {
			i.Operands[n] = operand.I32(changed)
			return
		}
		i.Operands[n] = operand.Imm(uint64(changed))
	})
}

func (m *mutator) register(at int) (Mutant, bool) {
	n := m.pick(at, func(op operand.Op) bool { rs, err := registersOf(op); return err == nil && len(rs) > 0 })
	if n < 0 {
		return Mutant{}, false
	}
	return m.replace(at, func(i *ir.Instruction) { i.Operands[n] = m.otherRegister(i.Operands[n]) })
}

// otherRegister replaces one register of an operand by another one that the
// kernel uses.
func (m *mutator) otherRegister(op operand.Op) operand.Op {
	switch op := op.(type) {
	case arm64.R:
		op.Register = m.another(op).(arm64.R).Register
		return op
	case arm64.V:
		op.Register = m.another(op).(arm64.V).Register
		return op
	case arm64.List:
		op.V = m.otherRegister(op.V).(arm64.V)
		return op
	case arm64.Shifted:
		op.R = m.otherRegister(op.R).(arm64.R)
		return op
	case arm64.Pair:
		if m.rand.IntN(2) == 0 {
			op.First = m.otherRegister(op.First).(reg.Register)
		} else {
			op.Second = m.otherRegister(op.Second).(reg.Register)
		}
		return op
	case operand.Mem:
		if op.Base.Kind() == reg.KindGP || op.Base.Kind() == arm64.KindR {
			op.Base = m.otherRegister(op.Base).(reg.Register)
		}
		return op
	case reg.Physical:
		if other := reg.LookupID(m.another(op).ID(), reg.Spec(op.Mask())); other != nil {
			return other
		}
	}
	return op
}

// another returns a register of the kind of r that the kernel uses.
func (m *mutator) another(r reg.Register) reg.Register {
	var all []reg.Register
	for _, i := range m.is {
		for _, op := range i.Operands {
			rs, _ := registersOf(op)
			for _, o := range rs {
				if o.Kind() == r.Kind() {
					all = append(all, o)
				}
			}
		}
	}
	return all[m.rand.IntN(len(all))]
}

// registersOf returns the registers in an operand.
func registersOf(op operand.Op) ([]reg.Register, error) {
	switch op := op.(type) {
	case arm64.R, arm64.V, arm64.List, arm64.Pair, arm64.Shifted, arm64.Address:
		return arm64.Registers(op)
	}
	return operand.Registers(op), nil
}

func (m *mutator) exchange(at int) (Mutant, bool) {
	n := len(m.is[at].Operands)
	if n < 2 || m.is[at].IsBranch {
		return Mutant{}, false
	}
	a := m.rand.IntN(n)
	b := (a + 1 + m.rand.IntN(n-1)) % n
	return m.replace(at, func(i *ir.Instruction) { i.Operands[a], i.Operands[b] = i.Operands[b], i.Operands[a] })
}

func (m *mutator) address(at int) (Mutant, bool) {
	n := m.pick(at, operand.IsMem)
	if n < 0 {
		return Mutant{}, false
	}
	by := []int{4, -4, 16, -16, 32, 64, -64, 8}[m.rand.IntN(8)]
	return m.replace(at, func(i *ir.Instruction) { i.Operands[n] = i.Operands[n].(operand.Mem).Offset(by) })
}

func (m *mutator) opcode(at int) (Mutant, bool) {
	if m.is[at].IsBranch || m.is[at].IsTerminal {
		return Mutant{}, false
	}
	names := sortedKeys(m.Arch.instr)
	name := names[m.rand.IntN(len(names))]
	if vex := m.Arch.zeroing(name); m.Arch == AMD64 && vex != m.Arch.zeroing(m.is[at].Opcode) {
		return Mutant{}, false // of another instruction set
	}
	return m.replace(at, func(i *ir.Instruction) { i.Opcode, i.Suffixes = splitSuffix(name) })
}

func (m *mutator) drop(at int) (Mutant, bool) {
	is := slices.Delete(slices.Clone(m.is), at, at+1)
	return m.with(at, "dropped "+text(m.is[at]), is)
}

func (m *mutator) double(at int) (Mutant, bool) {
	return m.with(at, "doubled "+text(m.is[at]), slices.Insert(slices.Clone(m.is), at, m.is[at]))
}

// move moves an instruction down by up to eight places.
func (m *mutator) move(at int) (Mutant, bool) {
	to := at + 1 + m.rand.IntN(8)
	if to >= len(m.is) {
		return Mutant{}, false
	}
	is := slices.Delete(slices.Clone(m.is), at, at+1)
	return m.with(at, fmt.Sprintf("moved behind %d: %s", to, text(m.is[at])), slices.Insert(is, to, m.is[at]))
}

func (m *mutator) jump(at int) (Mutant, bool) {
	if !m.is[at].IsBranch {
		return Mutant{}, false
	}
	i := *m.is[at]
	i.Operands = slices.Clone(i.Operands)
	if m.rand.IntN(2) == 0 {
		names := sortedKeys(m.Arch.jumps)
		i.Opcode = names[m.rand.IntN(len(names))]
	} else {
		labels := m.Func.Labels()
		for n, op := range i.Operands {
			if _, ok := op.(operand.LabelRef); ok {
				i.Operands[n] = operand.LabelRef(labels[m.rand.IntN(len(labels))])
			}
		}
	}
	if text(&i) == text(m.is[at]) {
		return Mutant{}, false
	}
	is := slices.Clone(m.is)
	is[at] = &i
	return m.with(at, fmt.Sprintf("%s for %s", text(&i), text(m.is[at])), is)
}

// table flips a bit of a table that the instruction reads.
func (m *mutator) table(at int) (Mutant, bool) {
	for _, op := range m.is[at].Operands {
		if a, ok := op.(arm64.Address); ok {
			op = a.Mem
		}
		mem, ok := op.(operand.Mem)
		for n, g := range m.Tables {
			if !ok || mem.Base.Asm() != "SB" || g.Symbol.String() != mem.Symbol.String() {
				continue
			}
			d, bit := m.rand.IntN(len(g.Data)), m.rand.IntN(32)
			word, ok := g.Data[d].Value.(operand.U32)
			if !ok {
				return Mutant{}, false
			}
			changed := *g
			changed.Data = slices.Clone(g.Data)
			changed.Data[d].Value = word ^ 1<<bit
			x, _ := m.with(at, fmt.Sprintf("bit %d of datum %d of %s flipped", bit, d, g.Symbol), m.is)
			x.Tables = slices.Clone(m.Tables)
			x.Tables[n] = &changed
			return x, true
		}
	}
	return Mutant{}, false
}
