package prove

import (
	"slices"
	"strings"

	"github.com/simdchacha/simdchacha/chacha"
)

// allRounds are the numbers of rounds that a kernel must be proven for.
var allRounds = []chacha.Rounds{chacha.R8, chacha.R12, chacha.R20}

// Verdict is what the proof says of a mutant: Refused, with the reason, or that
// it is proven. Then Same says whether it performs the operations of the
// original on the same words, as far as they reach the output, and in no other
// way: whether it is harmless by itself, and not by laws of arithmetic.
type Verdict struct {
	Refused error
	Same    bool
}

// Judge tries to prove mutants of k, as any kernel. One that is refused for one
// number of rounds is not tried for the others.
func (k Kernel) Judge(mutants []Mutant) ([]Verdict, error) {
	verdicts := make([]Verdict, len(mutants))
	for _, r := range allRounds {
		p, err := newProver(k, newTerms())
		if err == nil {
			err = p.prove(r)
		}
		if err != nil {
			return nil, err
		}
		for i, x := range mutants {
			if verdicts[i].Refused == nil {
				verdicts[i].Refused = p.try(x.Kernel)
			}
		}
	}
	p, err := record(k)
	if err != nil {
		return nil, err
	}
	for i, x := range mutants {
		verdicts[i].Same = verdicts[i].Refused == nil && p.try(x.Kernel) == nil
	}
	return verdicts, nil
}

// try proves a mutant of the kernel that p has proven, with the terms of that at
// hand, which saves making them anew.
func (p *prover) try(mutant Kernel) error {
	defer p.rollback(p.mark())
	q, err := newProver(mutant, p.Terms)
	if err != nil {
		return err
	}
	q.limit, q.brief, q.defined, q.recorded = 2*p.longest, true, p.def.made, p.recorded
	return q.prove(p.def.rounds)
}

// splitSuffix splits the name of an opcode as ir does.
func splitSuffix(name string) (opcode string, suffixes []string) {
	parts := strings.Split(name, ".")
	return parts[0], parts[1:]
}

// sortedKeys returns the keys of a map in order.
func sortedKeys[V any](m map[string]V) []string {
	var keys []string
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}
