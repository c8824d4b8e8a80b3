package prove

import (
	"fmt"
	"strings"

	"github.com/mmcloughlin/avo/ir"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// code is a kernel, ready to run.
type code struct {
	fn     *ir.Function
	arch   *Arch
	steps  []step
	labels map[ir.Label]int // number of a label
	at     []int            // by label: the step that it stands before
	named  map[int]int      // label that stands before a step
	symbol map[string]space
	tables [][]Term
	wide   bool // it names vector registers of more than 128 bits
	x15    bool // it names X15

	alignment int // of the frame's address that it computes, or 0
}

// step is an instruction: one of a plain one, a jump, or a return.
type step struct {
	run  func(*Machine)
	jump *jump
	ret  bool
	wide bool // names a vector register of more than 128 bits
	x15  bool // names X15
	evex bool // is an instruction of AVX-512
}

type jump struct {
	on    condition
	label int
	test  func(*Machine) // sets the flags that the jump looks at, if they are its own
}

// Arch is the model of an architecture.
type Arch struct {
	Name       string
	frameStart int64 // of the local variables, from the stack pointer on
	instr      map[string][]*form
	jumps      map[string]condition
	match      func(token string, op operand.Op, c *code) (arg, bool)
	zeroing    func(opcode string) bool      // clears the rest of a vector register that it writes
	keep       func(i *ir.Instruction) error // refuses registers that are not a kernel's
	atReturn   func(m *Machine) error        // what it owes to its caller
	alignment  func(fn *ir.Function) int     // of the frame's address that fn computes, or 0
	target     func(i *ir.Instruction) (ir.Label, bool)
	test       func(i *ir.Instruction, c *code) (func(*Machine), error) // of a jump that compares by itself
}

// form is one way to use an opcode: the kinds of its operands, and what it does.
//
//	x y z    vector register of 128, 256, 512 bits
//	r w      general register, its lower half
//	m4 …     memory of so many bytes; a16 aligned to its size; b4 broadcast
//	s i I L  constant of 7 or 8 bits, signed constant of 32 bits, any constant
//	4 5 6    constant of so many bits, not 0
type form struct {
	opcode string
	tokens []string
	build  func(o []arg) func(*Machine)
}

func (f *form) String() string { return f.opcode + " " + strings.Join(f.tokens, ", ") }

// arg is an operand of an instruction.
type arg struct {
	kind      argKind
	reg       int
	words     int // that the operand has
	zeroing   bool
	broadcast bool // one word for all
	lane      int  // of a vector register, in words
	shift     int  // to the left, of a general register
	second    *arg // of a pair
	imm       int64
	mem       address
}

type argKind int

const (
	argImm argKind = iota
	argGeneral
	argVector
	argMem
	argAddress // the address itself
)

// address is base + index*scale + offset.
type address struct {
	base       linear // without a register
	reg, index int    // -1 for none
	scale      int64
	aligned    bool
}

type vec [lanes]Term

// size is how many words an operand has.
func (a *arg) size() int {
	if a.second != nil {
		return a.words + a.second.size()
	}
	return a.words
}

// get reads n words of an operand.
func (a *arg) get(m *Machine, to *vec, n int) {
	if a.second != nil {
		var rest vec
		a.second.get(m, &rest, a.second.words)
		copy(to[a.words:], rest[:])
		n = a.words
	}
	switch a.kind {
	case argImm:
		to[0], to[1] = m.constant(uint32(a.imm)), m.constant(uint32(a.imm>>32))
	case argGeneral:
		v := m.general(a.reg)
		if a.shift > 0 {
			v = m.shl64(v, a.shift)
		}
		to[0] = v.lo
		if n > 1 {
			to[1] = v.hi
		}
	case argVector:
		copy(to[:n], m.vector(a.reg)[a.lane:])
	case argMem:
		if !a.broadcast {
			m.load(to[:n], m.address(&a.mem, n))
			return
		}
		m.load(to[:1], m.address(&a.mem, 1))
		for i := 1; i < n; i++ {
			to[i] = to[0]
		}
	case argAddress:
		v := m.Terms.words(m.address(&a.mem, 0))
		to[0], to[1] = v.lo, v.hi
	}
}

// set writes all words of an operand.
func (a *arg) set(m *Machine, from *vec) {
	if a.second != nil {
		var rest vec
		copy(rest[:], from[a.words:])
		a.second.set(m, &rest)
	}
	switch a.kind {
	case argGeneral:
		v := value{from[0], zero}
		if a.words == 2 {
			v.hi = from[1]
		}
		m.setGeneral(a.reg, v)
	case argVector:
		r := m.vector(a.reg)
		copy(r[a.lane:], from[:a.words])
		if a.zeroing {
			for i := a.words; i < lanes; i++ {
				r[i] = zero
			}
		}
		m.wide = m.wide || a.words > 4
	case argMem:
		m.store(m.address(&a.mem, a.words), from[:a.words])
	default:
		refuse("a constant as destination")
	}
}

// address returns where an operand of n words is.
func (m *Machine) address(a *address, n int) linear {
	x := a.base
	for _, part := range []struct {
		reg   int
		scale int64
	}{{a.reg, 1}, {a.index, a.scale}} {
		if part.reg < 0 {
			continue
		}
		y, ok := m.numberOf(m.general(part.reg))
		if !ok {
			refuse("an address depends on %s", m.show(m.general(part.reg).lo))
		}
		if y.from != none && (x.from != none || part.scale != 1) {
			refuse("an address is the sum of two")
		}
		x = linear{x.from + y.from, x.perBlock + y.perBlock*part.scale, x.offset + y.offset*part.scale}
	}
	if size := int64(4 * n); a.aligned && (x.offset%size != 0 || m.alignment(x.from)%size != 0) {
		refuse("an operand that must be aligned is not known to be")
	}
	return x
}

// alignment is what the first address of a space is known to be a multiple of,
// for operands that fit into it.
func (m *Machine) alignment(s space) int64 {
	switch {
	case s >= tables:
		return 32 // at most, in Go: cmd/link/internal/ld, symalign; less for a table that is smaller
	case s == aligned:
		return int64(m.code.alignment)
	}
	return 1
}

// load decodes a kernel.
func load(k Kernel, t *Terms) (*code, error) {
	fn, arch := k.Func, k.Arch
	c := &code{fn: fn, arch: arch, labels: map[ir.Label]int{}, named: map[int]int{}, symbol: map[string]space{}}
	for i, g := range k.Tables {
		words, err := tableWords(g, t)
		if err != nil {
			return nil, err
		}
		c.symbol[g.Symbol.String()] = tables + space(i)
		c.tables = append(c.tables, words)
	}
	if err := checkFrame(fn); err != nil {
		return nil, err
	}
	pc := 0
	for _, n := range fn.Nodes {
		switch n := n.(type) {
		case ir.Label:
			if _, ok := c.labels[n]; ok {
				return nil, fmt.Errorf("label %s stands twice", n)
			}
			if _, ok := c.named[pc]; !ok {
				c.named[pc] = len(c.at)
			}
			c.labels[n] = len(c.at)
			c.at = append(c.at, pc)
		case *ir.Instruction:
			pc++
		}
	}
	c.alignment = arch.alignment(fn)
	for i, in := range fn.Instructions() {
		s, ok := k.decoded[in]
		if !ok {
			var err error
			if s, err = c.decode(in); err != nil {
				return nil, fmt.Errorf("instruction %d, %s: %w", i, text(in), err)
			}
			if k.decoded != nil {
				k.decoded[in] = s
			}
		}
		c.steps = append(c.steps, s)
		c.wide, c.x15 = c.wide || s.wide, c.x15 || s.x15
	}
	return c, nil
}

// tableWords returns the contents of a read-only table.
func tableWords(g *ir.Global, t *Terms) ([]Term, error) {
	if g.Size%4 != 0 || g.Attributes.Asm() != "RODATA|NOPTR" {
		return nil, fmt.Errorf("table %s: not whole words, or not read-only", g.Symbol)
	}
	bytes := make([]byte, g.Size)
	for _, d := range g.Data {
		x, ok := immediate(d.Value)
		if !ok {
			return nil, fmt.Errorf("table %s: a constant of a kind that is not modelled: %T", g.Symbol, d.Value)
		}
		for i := range d.Value.Bytes() {
			bytes[d.Offset+i] = byte(x >> (8 * i))
		}
	}
	var words []Term
	for i := 0; i < len(bytes); i += 4 {
		words = append(words, t.constant(uint32(bytes[i])|uint32(bytes[i+1])<<8|uint32(bytes[i+2])<<16|uint32(bytes[i+3])<<24))
	}
	return words, nil
}

// text is an instruction as the printer prints it.
func text(in *ir.Instruction) string {
	var ops []string
	for _, op := range in.Operands {
		ops = append(ops, op.Asm())
	}
	return strings.TrimSpace(in.OpcodeWithSuffixes() + " " + strings.Join(ops, ", "))
}

func (c *code) decode(in *ir.Instruction) (step, error) {
	if err := c.arch.keep(in); err != nil {
		return step{}, err
	}
	s, err := c.decodeAny(in)
	for _, r := range in.Registers() {
		s.wide = s.wide || r.Kind() == reg.KindVector && r.Size() > 16
		s.x15 = s.x15 || r.ID() == reg.X15.ID()
	}
	return s, err
}

func (c *code) decodeAny(in *ir.Instruction) (step, error) {
	opcode := in.OpcodeWithSuffixes()
	if opcode == "RET" && len(in.Operands) == 0 {
		return step{ret: true}, nil
	}
	if on, ok := c.arch.jumps[opcode]; ok {
		return c.decodeJump(in, on)
	}
	for _, f := range c.arch.instr[opcode] {
		if o, ok := c.match(f, in.Operands); ok {
			return step{run: f.build(o), evex: c.arch == AMD64 && f.evex()}, nil
		}
	}
	if len(c.arch.instr[opcode]) > 0 {
		return step{}, fmt.Errorf("the model of %s has no form with these operands", opcode)
	}
	return step{}, fmt.Errorf("%s has no model of %s", c.arch.Name, opcode)
}

func (c *code) match(f *form, ops []operand.Op) ([]arg, bool) {
	if len(ops) != len(f.tokens) {
		return nil, false
	}
	args := make([]arg, len(ops))
	for i, op := range ops {
		var ok bool
		if args[i], ok = c.arch.match(f.tokens[i], op, c); !ok {
			return nil, false
		}
		args[i].zeroing = c.arch.zeroing(f.opcode)
	}
	return args, true
}

func (c *code) decodeJump(in *ir.Instruction, on condition) (step, error) {
	label, ok := c.arch.target(in)
	if !ok {
		return step{}, fmt.Errorf("a jump to no label")
	}
	number, ok := c.labels[label]
	if !ok {
		return step{}, fmt.Errorf("label %s does not exist", label)
	}
	test, err := c.arch.test(in, c)
	return step{jump: &jump{on, number, test}}, err
}

// immediate returns the value of a constant.
func immediate(op operand.Op) (int64, bool) {
	switch k := op.(type) {
	case operand.I8:
		return int64(k), true
	case operand.I16:
		return int64(k), true
	case operand.I32:
		return int64(k), true
	case operand.I64:
		return int64(k), true
	case operand.U8:
		return int64(k), true
	case operand.U16:
		return int64(k), true
	case operand.U32:
		return int64(k), true
	case operand.U64:
		return int64(k), true
	}
	return 0, false
}
