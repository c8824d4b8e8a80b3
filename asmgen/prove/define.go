package prove

import (
	"fmt"

	"github.com/simdchacha/simdchacha/chacha"
)

// Layout is the form of a kernel's output.
type Layout struct {
	Unit  int64                          // a kernel is called for a multiple of so many blocks
	Block func(at int) (block, word int) // of a word of the output
	Added func(word int) bool            // words that the input is added to, after the rounds
}

// Sequential is the layout of package chacha: one block after the other.
var Sequential = Layout{
	Unit:  1,
	Block: func(at int) (block, word int) { return at / chacha.Words, at % chacha.Words },
	Added: func(int) bool { return true },
}

// Interlaced is the layout of chacha.Interlaced, for a kernel that is called
// for a multiple of unit blocks.
func Interlaced(unit int) Layout {
	const group = 4 * chacha.Words
	return Layout{
		Unit:  int64(unit),
		Block: func(at int) (block, word int) { return at/group*4 + at%4, at % group / 4 },
		Added: func(word int) bool { return word >= chacha.Key && word < chacha.Counter },
	}
}

// definition is ChaCha on terms, as the tables of package chacha define it.
type definition struct {
	*Terms
	rounds chacha.Rounds
	layout Layout
	known  blockTerms // which it does not change
	made   blockTerms
	blocks map[int]*[chacha.Words]Term // of made, under the assumption in use
}

// blockTerms has the terms of blocks, by their numbers, under assumptions.
type blockTerms map[assumption]map[int]*[chacha.Words]Term

func newDefinition(t *Terms, r chacha.Rounds, l Layout, known blockTerms) *definition {
	return &definition{Terms: t, rounds: r, layout: l, known: known, made: blockTerms{}}
}

// use changes to an assumption about the counter.
func (d *definition) use(a assumption) {
	if d.made[a] == nil {
		d.made[a] = map[int]*[chacha.Words]Term{}
	}
	d.blocks = d.made[a]
}

// word is what belongs into a word of the output.
func (d *definition) word(at int) Term {
	block, word := d.layout.Block(at)
	return d.block(block)[word]
}

func (d *definition) block(number int) *[chacha.Words]Term {
	if b, ok := d.known[d.assumed][number]; ok {
		return b
	}
	if b, ok := d.blocks[number]; ok {
		return b
	}
	out := new([chacha.Words]Term)
	*out = d.input(number)
	d.run(out, func(operation, Term) {})
	d.blocks[number] = out
	return out
}

// input is the state of a block: that of the first one with so many added to
// the counter, of 64 bits.
func (d *definition) input(number int) (s [chacha.Words]Term) {
	for i := range s {
		s[i] = d.variable(i)
	}
	c := d.add64(value{s[chacha.Counter], s[chacha.Counter+1]}, value{d.constant(uint32(number)), zero})
	s[chacha.Counter], s[chacha.Counter+1] = c.lo, c.hi
	return s
}

// run turns the state of a block into the block, and calls step with every
// result on the way.
func (d *definition) run(x *[chacha.Words]Term, step func(operation, Term)) {
	input := *x
	for round := range int(d.rounds) {
		for _, q := range chacha.DoubleRound[round%2*4:][:4] {
			d.quarterRound(x, q, func(n int, t Term) { step(operation{round, n, q}, t) })
		}
	}
	for i := range x {
		if d.layout.Added(i) {
			x[i] = d.add(x[i], input[i])
		}
	}
}

// quarterRound is RFC 8439, Section 2.1.
func (d *definition) quarterRound(x *[chacha.Words]Term, q [4]int, step func(n int, t Term)) {
	for i, n := range chacha.Rotations {
		a, b, c := halfOf(q, i)
		x[a] = d.add(x[a], x[b])
		step(2*i, x[a])
		x[c] = d.rotate(d.xor(x[c], x[a]), n)
		step(2*i+1, x[c])
	}
}

// halfOf returns the words of step i of a quarter-round: x[a] += x[b]; x[c] =
// (x[c] ^ x[a]) <<< n.
func halfOf(q [4]int, i int) (a, b, c int) {
	if i%2 == 0 {
		return q[0], q[1], q[3]
	}
	return q[2], q[3], q[1]
}

// operation is one of the eight of a quarter-round.
type operation struct {
	round, number int
	q             [4]int
}

func (o operation) String() string {
	a, b, c := halfOf(o.q, o.number/2)
	what := fmt.Sprintf("x%d += x%d", a, b)
	if o.number%2 == 1 {
		what = fmt.Sprintf("x%d = (x%d ^ x%d) <<< %d", c, c, a, chacha.Rotations[o.number/2])
	}
	return fmt.Sprintf("round %d, quarter-round %v, %s", o.round+1, o.q, what)
}

// explain says what is wrong with a word of the output: the first operation of
// the definition whose result it should be made of, but is not.
func (d *definition) explain(w mismatch) string {
	block, word := d.layout.Block(w.word)
	has, needs := d.within(w.got), d.within(w.want)
	first := "the addition of the input"
	x := d.input(block)
	found := false
	d.run(&x, func(o operation, t Term) {
		if !found && needs[t] && !has[t] {
			found = true
			first = fmt.Sprintf("%v, which is %s", o, d.show(t))
		}
	})
	got, want := d.differ(w.got, w.want)
	return fmt.Sprintf("block %d, word %d: does not have %s; the terms differ where it has %s for %s",
		block, word, first, d.show(got), d.show(want))
}

// within returns the terms that x is made of.
func (t *Terms) within(x Term) map[Term]bool {
	all := map[Term]bool{x: true}
	for work := []Term{x}; len(work) > 0; {
		x := work[len(work)-1]
		work = work[:len(work)-1]
		for _, p := range t.argsOf(x) {
			if !all[p.term] {
				all[p.term] = true
				work = append(work, p.term)
			}
		}
	}
	return all
}
