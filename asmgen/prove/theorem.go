package prove

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/mmcloughlin/avo/ir"

	"github.com/simdchacha/simdchacha/chacha"
)

// Kernel is a function to prove, as it is going to be printed.
type Kernel struct {
	Func   *ir.Function
	Tables []*ir.Global
	Arch   *Arch
	Layout Layout

	decoded map[*ir.Instruction]step // if not nil, what was decoded before
}

// Kernels returns the functions of a file as kernels.
func Kernels(f *ir.File, arch *Arch, layout func(*ir.Function) Layout) []Kernel {
	var tables []*ir.Global
	for _, s := range f.Sections {
		if g, ok := s.(*ir.Global); ok {
			tables = append(tables, g)
		}
	}
	var all []Kernel
	for _, fn := range f.Functions() {
		all = append(all, Kernel{Func: fn, Tables: tables, Arch: arch, Layout: layout(fn)})
	}
	return all
}

// Report is how a proof went.
type Report struct {
	Kernel   string
	Rounds   chacha.Rounds
	Proven   bool
	Paths    int // from the entry or a loop's head to a loop's head or the return
	Executed int // instructions on them
	Terms    int
	Time     time.Duration
}

// Prove proves that k computes ChaCha with that many rounds: for every state,
// every n from 1 to 2^57-1 that is a multiple of the layout's unit, and all
// buffers. The error of a kernel that is not proven says where it goes wrong.
func (k Kernel) Prove(rounds chacha.Rounds) (Report, error) {
	start := time.Now()
	r := Report{Kernel: k.Func.Name, Rounds: rounds}
	p, err := newProver(k, newTerms())
	if err == nil {
		err = p.prove(rounds)
	}
	if err != nil {
		err = fmt.Errorf("%s, %d rounds: %w", k.Func.Name, int(rounds), err)
	}
	r.Proven, r.Paths, r.Executed, r.Terms, r.Time = err == nil, p.paths, p.executed, len(p.nodes), time.Since(start)
	return r, err
}

// prover proves one kernel.
type prover struct {
	*Terms
	kernel Kernel
	code   *code
	def    *definition
	n      blocks        // at the entry
	cut    map[int]bool  // labels that are heads of loops over blocks
	heads  map[int]*head // by label
	queue  []int         // labels of heads to run from
	limit  int           // on instructions of a path
	fixed  bool          // the invariants may not change any more
	from   int           // label where the paths begin

	defined   blockTerms       // known before
	brief     bool             // a mismatch need not be explained, which takes long
	recorded  map[writing]bool // in the free algebra: what may be written
	recording bool             // what is written is recorded

	paths, executed int
	longest         int // instructions of a path
}

const (
	defaultLimit = 1 << 16
	mostParts    = 1 << 24 // of all terms
	entry        = -1
)

func newProver(k Kernel, t *Terms) (*prover, error) {
	c, err := load(k, t)
	n := blocks{k.Layout.Unit, mostBlocks / k.Layout.Unit * k.Layout.Unit, k.Layout.Unit}
	return &prover{Terms: t, kernel: k, code: c, n: n, limit: defaultLimit}, err
}

// want is what belongs into a word of the output, where the kernel writes got.
func (p *prover) want(word int, got Term) Term {
	if p.lawless {
		return p.recall(word, got)
	}
	return p.def.word(word)
}

// cutNeeded is the panic of a jump back that only n can end: its label has to
// become the head of a loop.
type cutNeeded struct{ label int }

var errMismatch = errors.New("a word of the output is wrong")

// errCut is cutNeeded as an error.
type errCut struct{ label int }

func (errCut) Error() string { return "a loop has no head" }

// prove finds invariants, and then checks them. What finds them need not be
// right for the proof to be.
func (p *prover) prove(rounds chacha.Rounds) error {
	p.cut = map[int]bool{}
	for {
		err := p.attempt(rounds)
		var c errCut
		switch {
		case err == nil:
			return p.check()
		case !errors.As(err, &c):
			return err
		}
		p.cut[c.label] = true
	}
}

// check runs every path from the entry and from the heads of the loops. Each
// must keep the invariants, which do not change any more.
func (p *prover) check() error {
	p.fixed, p.paths, p.executed = true, 0, 0
	for _, label := range slices.Concat([]int{entry}, slices.Sorted(maps.Keys(p.heads))) {
		if err := p.explore(label, anything); err != nil {
			return err
		}
	}
	return nil
}

// attempt runs the kernel from its entry and from the heads of its loops, until
// the invariants at the heads hold on every path that leads there.
func (p *prover) attempt(rounds chacha.Rounds) error {
	p.def = newDefinition(p.Terms, rounds, p.kernel.Layout, p.defined)
	p.heads = map[int]*head{}
	p.queue = []int{entry}
	for len(p.queue) > 0 {
		label := p.queue[0]
		p.queue = p.queue[1:]
		if err := p.explore(label, anything); err != nil {
			return err
		}
	}
	return nil
}

// explore runs all paths from the entry or a head, under an assumption about
// the counter. A branch on the counter ends this, and both sides are explored
// instead.
func (p *prover) explore(label int, a assumption) error {
	p.assumed, p.from = a, label
	p.def.use(a)
	split, err := p.paths1(label)
	p.assumed = anything
	if err != nil || split == nil {
		return err
	}
	for _, side := range split.sides {
		if side == a {
			return errors.New("a branch splits the counter where it is split already")
		}
		if slices.Contains(p.queue, label) {
			return nil // the invariant has changed, and the branch may have
		}
		if err := p.explore(label, side); err != nil {
			return err
		}
	}
	return nil
}

func (p *prover) paths1(label int) (split *splitNeeded, err error) {
	m := p.start(label)
	defer func() {
		switch r := recover().(type) {
		case nil:
		case splitNeeded:
			split = &r
		case cutNeeded:
			err = errCut(r)
		case refusal:
			err = p.refused(m, string(r))
		case mismatch:
			if p.brief {
				err = errMismatch
				break
			}
			err = p.refused(m, p.def.explain(r))
		default:
			panic(r)
		}
	}()
	for work := []*Machine{m}; len(work) > 0; {
		m, work = work[len(work)-1], work[:len(work)-1]
		more, err := p.path(m)
		if err != nil {
			return nil, err
		}
		work = append(work, more...)
	}
	return nil, nil
}

// refused adds to a reason where the run was.
func (p *prover) refused(m *Machine, reason string) error {
	is := p.code.fn.Instructions()
	if m.pc >= len(is) {
		return fmt.Errorf("at the end, for %v: %s", m.left, reason)
	}
	return fmt.Errorf("instruction %d, %s, for %v: %s", m.pc, text(is[m.pc]), m.left, reason)
}

// start returns the machine at the entry or at a head.
func (p *prover) start(label int) *Machine {
	m := &Machine{
		Terms: p.Terms, code: p.code, left: p.n, expect: p.want,
		passed: make([]int, len(p.code.at)), decided: -1, from: label,
	}
	if label != entry {
		h := p.heads[label]
		on := p.shift(0, false)
		for _, x := range h.w {
			m.w = append(m.w, on.of(x))
		}
		m.left, m.pc = h.left, p.code.at[label]
		m.wide = p.code.wide
		return m
	}
	for i := range frameAt + p.code.fn.LocalSize/4 {
		m.w = append(m.w, p.variable(i))
	}
	args := []linear{{from: dst}, {perBlock: 1}, {from: state}, {offset: int64(p.def.rounds)}}
	for i, x := range args {
		v := p.words(x)
		m.w[paramsAt+2*i], m.w[paramsAt+2*i+1] = v.lo, v.hi
	}
	return m
}

// path runs m to the next head, or to the return. Where n decides a branch, it
// returns a machine for each of the other numbers of blocks.
func (p *prover) path(m *Machine) (more []*Machine, err error) {
	p.paths++
	for {
		if label, ok := p.code.named[m.pc]; ok {
			if p.cut[label] && m.executed > 0 {
				return more, p.arrive(m, label)
			}
			m.passed[label] = m.executed
		}
		if m.executed++; m.executed > p.limit || len(p.args) > mostParts {
			refuse("the loops have no end in sight")
		}
		p.executed++
		p.longest = max(p.longest, m.executed)
		if m.pc >= len(p.code.steps) {
			refuse("control runs past the last instruction")
		}
		switch s := &p.code.steps[m.pc]; {
		case s.ret:
			return more, p.finish(m)
		case s.jump != nil:
			more = append(more, p.jump(m, s.jump)...)
		default:
			s.run(m)
			m.pc++
		}
	}
}

// jump executes a jump. It returns a machine for each of the other outcomes.
func (p *prover) jump(m *Machine, j *jump) (more []*Machine) {
	set := m.flags
	if j.test != nil {
		j.test(m)
	}
	all := m.decide(j.on)
	m.flags = set
	if len(all) > 1 {
		m.decided = m.executed
	}
	for _, o := range all[1:] {
		c := m.clone(o.left)
		p.branch(c, j, o.taken)
		more = append(more, c)
	}
	m.left = all[0].left
	p.branch(m, j, all[0].taken)
	return more
}

func (p *prover) branch(m *Machine, j *jump, taken bool) {
	if !taken {
		m.pc++
		return
	}
	to := p.code.at[j.label]
	if label := p.code.named[to]; to <= m.pc && m.decided > m.passed[label] && !p.cut[label] {
		panic(cutNeeded{label})
	}
	m.pc = to
}

// finish checks what is left to check at the return.
func (p *prover) finish(m *Machine) error {
	fail := func(format string, args ...any) error { return p.refused(m, fmt.Sprintf(format, args...)) }
	n := m.progress()
	if m.left.least != n || m.left.most != n {
		return fail("%d blocks are written", n)
	}
	got := value{m.resolved(m.w[chacha.Counter]), m.resolved(m.w[chacha.Counter+1])}
	if want := p.words(linear{counter, 0, n}); got != want {
		return fail("the counter is left as %s, %s", p.show(got.lo), p.show(got.hi))
	}
	if err := p.code.arch.atReturn(m); err != nil {
		return fail("%v", err)
	}
	if at, x := m.secret(); at >= 0 {
		return fail("%s is left with %s", locationName(at), p.show(x))
	}
	return nil
}

// secret returns a location of the frame that is left with anything but the
// counter in it, or -1.
func (m *Machine) secret() (location int, x Term) {
	public := map[Term]bool{counterLow: true, counterHigh: true, m.atEntry(chacha.Counter): true, m.atEntry(chacha.Counter + 1): true}
	var isPublic func(x Term) bool
	isPublic = func(x Term) bool {
		secret := func(p part) bool { return !isPublic(p.term) }
		if !public[x] && (m.nodes[x].op == opVar || slices.ContainsFunc(m.argsOf(x), secret)) {
			return false
		}
		public[x] = true
		return true
	}
	for i, x := range m.w[frameAt:] {
		written := x != m.variable(frameAt+i)
		if written && !isPublic(x) {
			return frameAt + i, x
		}
	}
	return -1, zero
}
