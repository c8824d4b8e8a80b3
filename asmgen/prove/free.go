package prove

import "maps"

// In the free algebra, arithmetic on words has no laws: a sum is the sum of
// those two words and equal to nothing else. What moves words is understood as
// ever. Two kernels that agree there perform the same operations on the same
// words. This is how a mutant that is proven shows that it is harmless, as
// reordered or dead instructions are, without the normal forms that the proof
// relies on.

func (t *Terms) operate(f operator, a, b Term) Term {
	if !t.lawless {
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
	if !t.lawless {
		return f.of(t, x, n)
	}
	if f.name == rols.name || f.name == rors.name {
		n &= 31
	}
	return t.intern(opFree, f.name<<8|uint32(n), []part{{x, 1}})
}

// writing is a word that a kernel writes to dst, on a path from a label.
type writing struct {
	from, word int
	assumed    assumption
	is         Term
}

// record runs a kernel in the free algebra, and remembers what it writes.
// Nothing but how often the loop of the rounds is run depends on the number of
// rounds.
func record(k Kernel) (*prover, error) {
	t := newTerms()
	t.lawless = true
	p, err := newProver(k, t)
	if err != nil {
		return nil, err
	}
	p.recorded, p.recording = map[writing]bool{}, true
	err = p.prove(allRounds[0])
	// Who writes the same function of an unknown word need not have that word.
	maps.DeleteFunc(p.recorded, func(w writing, _ bool) bool { return p.nodes[w.is].unknown })
	return p, err
}

// recall returns got if the original writes it there too. While invariants are
// being found, anything may be written.
func (p *prover) recall(word int, got Term) Term {
	w := writing{p.from, word, p.assumed, got}
	switch {
	case p.recording && p.fixed:
		p.recorded[w] = true
		return got
	case !p.fixed || p.recorded[w]:
		return got
	}
	return unwritten
}
