package prove

// In the free algebra, arithmetic on words has no laws: a sum is the sum of
// those two words and equal to nothing else. What moves words is understood as
// ever. Two kernels that agree there perform the same operations on the same
// words. This is how a mutant that is proven shows that it is harmless, as
// reordered or dead instructions are, without the normal forms that the proof
// relies on.

func (t *Terms) operate(f operator, a, b Term) Term {
	if !t.free {
		return f.of(t, a, b)
	}
	if f.name == xors.name && a == b {
		return zero // the idiom for zero
	}
	if f.commutative && a > b {
		a, b = b, a
	}
	return t.intern(opFree, f.name, []part{{a, 1}, {b, 1}})
}

func (t *Terms) operateBy(f shiftBy, x Term, n int) Term {
	if !t.free {
		return f.of(t, x, n)
	}
	if f.name == rols.name || f.name == rors.name {
		n &= 31
	}
	return t.intern(opFree, f.name<<8|uint32(n), []part{{x, 1}})
}

// output is a word of dst, as written on the paths from a label.
type output struct {
	from, word int
	assumed    assumption
}

// recorder knows what a kernel writes in the free algebra.
type recorder struct {
	*Terms
	mark  mark
	words map[output]Term
}

// record runs a kernel in the free algebra. It returns an error if the kernel
// itself writes a word in different ways on different paths.
func record(k Kernel) (*recorder, error) {
	r := &recorder{Terms: newTerms(), words: map[output]Term{}}
	r.free = true
	p, err := newProver(k, r.Terms)
	if err != nil {
		return nil, err
	}
	p.expect = func(word int, got Term) Term {
		at := output{p.from, word, p.assumed}
		if _, ok := r.words[at]; !ok {
			r.words[at] = got
		}
		return r.words[at]
	}
	err = p.prove(allRounds[0])
	r.mark = r.Terms.mark()
	return r, err
}

// same reports whether a kernel performs the recorded operations on the
// recorded words. Nothing but the rounds loop depends on the number of rounds,
// and allRounds[0] is enough of it to go round.
func (r *recorder) same(k Kernel) bool {
	defer r.rollback(r.mark)
	p, err := newProver(k, r.Terms)
	if err != nil {
		return false
	}
	p.brief = true
	p.expect = func(word int, _ Term) Term {
		if want, ok := r.words[output{p.from, word, p.assumed}]; ok {
			return want
		}
		return unwritten
	}
	return p.prove(allRounds[0]) == nil
}
