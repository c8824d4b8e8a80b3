package prove

import "strings"

// forms is a list of instruction models under construction.
type forms map[string][]*form

// add adds an opcode. Operands are written one after the other, alternatives
// apart by |: "x|a16 x" is a register or aligned memory, then a register. V, M
// and A stand for a vector register, memory and aligned memory of each of the
// widths.
func (fs forms) add(opcode, widths, operands string, build func(o []arg) func(*Machine)) {
	if widths == "" {
		fs.expand(opcode, operands, build)
	}
	for _, w := range widths {
		size := map[rune]string{'x': "16", 'y': "32", 'z': "64"}[w]
		fs.expand(opcode, strings.NewReplacer("V", string(w), "M", "m"+size, "A", "a"+size).Replace(operands), build)
	}
}

func (fs forms) expand(opcode, operands string, build func(o []arg) func(*Machine)) {
	all := [][]string{nil}
	for _, alternatives := range strings.Fields(operands) {
		var longer [][]string
		for _, tokens := range all {
			for _, a := range strings.Split(alternatives, "|") {
				longer = append(longer, append(tokens[:len(tokens):len(tokens)], a))
			}
		}
		all = longer
	}
	for _, tokens := range all {
		fs[opcode] = append(fs[opcode], &form{opcode, tokens, build})
	}
}

// operator is an operation on two words, and shiftBy one with a constant.
type (
	operator struct {
		name        uint32
		commutative bool
		of          func(t *Terms, a, b Term) Term
	}
	shiftBy struct {
		name uint32
		of   func(t *Terms, x Term, n int) Term
	}
)

var (
	adds = operator{1, true, (*Terms).add}
	subs = operator{2, false, (*Terms).sub}
	xors = operator{3, true, (*Terms).xor}
	ors  = operator{4, true, (*Terms).or}
	ands = operator{5, true, (*Terms).and}
	shls = shiftBy{1, (*Terms).shl}
	shrs = shiftBy{2, (*Terms).shr}
	rols = shiftBy{3, (*Terms).rotate}
	rors = shiftBy{4, func(t *Terms, x Term, n int) Term { return t.rotate(x, -n) }}
)

// The builders below make instructions out of functions on terms. The
// destination is the last operand. In a form of two, it is also the first
// source; otherwise the first source is the last but one.

func sources(o []arg) (a, b, to *arg) {
	to = &o[len(o)-1]
	if len(o) == 2 {
		return to, &o[0], to
	}
	return &o[len(o)-2], &o[len(o)-3], to
}

// lanewise is f(a, b) in every word.
func lanewise(f operator) func(o []arg) func(*Machine) {
	return func(o []arg) func(*Machine) {
		a, b, to := sources(o)
		return func(m *Machine) {
			var x, y vec
			n := to.words
			a.get(m, &x, n)
			b.get(m, &y, n)
			for i := range n {
				x[i] = m.operate(f, x[i], y[i])
			}
			to.set(m, &x)
		}
	}
}

// pairwise is f(a, b) in every pair of words.
func pairwise(f func(t *Terms, a, b value) value) func(o []arg) func(*Machine) {
	return func(o []arg) func(*Machine) {
		a, b, to := sources(o)
		return func(m *Machine) {
			var x, y vec
			n := to.words
			a.get(m, &x, n)
			b.get(m, &y, n)
			for i := 0; i < n; i += 2 {
				v := f(m.Terms, value{x[i], x[i+1]}, value{y[i], y[i+1]})
				x[i], x[i+1] = v.lo, v.hi
			}
			to.set(m, &x)
		}
	}
}

// shifting is f(a, k) in every word, where k is the first operand.
func shifting(f shiftBy) func(o []arg) func(*Machine) {
	return func(o []arg) func(*Machine) {
		a, to, k := &o[len(o)-1], &o[len(o)-1], int(o[0].imm)
		if len(o) == 3 {
			a = &o[1]
		}
		return func(m *Machine) {
			var x vec
			a.get(m, &x, to.words)
			for i := range to.words {
				x[i] = m.operateBy(f, x[i], k)
			}
			to.set(m, &x)
		}
	}
}

// each is f(a) in every word.
func each(f func(t *Terms, a Term) Term) func(o []arg) func(*Machine) {
	return func(o []arg) func(*Machine) {
		a, to := &o[0], &o[1]
		return func(m *Machine) {
			var x vec
			a.get(m, &x, to.words)
			for i := range to.words {
				x[i] = f(m.Terms, x[i])
			}
			to.set(m, &x)
		}
	}
}

// same moves words as they are.
func same(_, i int) int { return i }

// moving moves words of one source: word i of the result is word from(k, i) of
// it, or zero if from is negative. k is the first operand where that is a
// constant.
func moving(from func(k, i int) int) func(o []arg) func(*Machine) {
	return func(o []arg) func(*Machine) {
		a, to := &o[len(o)-2], &o[len(o)-1]
		pick := picks(o, from)
		return func(m *Machine) {
			var x, r vec
			a.get(m, &x, a.size())
			move(&r, pick, &x, nil)
			to.set(m, &r)
		}
	}
}

// merging is moving from two sources: words of b count from lanes on.
func merging(from func(k, i int) int) func(o []arg) func(*Machine) {
	return func(o []arg) func(*Machine) {
		k := o
		if o[0].kind == argImm {
			k = o[1:]
		}
		a, b, to := sources(k)
		pick := picks(o, from)
		return func(m *Machine) {
			var x, y, r vec
			a.get(m, &x, a.words)
			b.get(m, &y, b.words)
			move(&r, pick, &x, &y)
			to.set(m, &r)
		}
	}
}

// picks tabulates from.
func picks(o []arg, from func(k, i int) int) (pick []int) {
	for i := range o[len(o)-1].size() {
		pick = append(pick, from(int(o[0].imm), i))
	}
	return pick
}

func move(r *vec, pick []int, x, y *vec) {
	for i, p := range pick {
		switch {
		case p < 0:
			r[i] = zero
		case p < lanes:
			r[i] = x[p]
		default:
			r[i] = y[p-lanes]
		}
	}
}

// inPieces makes a shuffle of a 128-bit piece, where words of b count from 4
// on, one of every piece of a vector.
func inPieces(from func(k, i int) int) func(k, i int) int {
	return func(k, i int) int {
		p := from(k, i%4)
		return i&^3 + p%4 + p/4*lanes
	}
}

func fixed(from ...int) func(k, i int) int { return func(_, i int) int { return from[i] } }

// field is the i-th field of two bits of k.
func field(k, i int) int { return k >> (2 * i) & 3 }
