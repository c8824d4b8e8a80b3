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

// Judge tries to prove mutants of k.
func (k Kernel) Judge(mutants []Mutant) ([]Verdict, error) {
	var judges []*judge
	for _, r := range allRounds {
		j, err := newJudge(k, r)
		if err != nil {
			return nil, err
		}
		judges = append(judges, j)
	}
	free, err := record(k)
	if err != nil {
		return nil, err
	}
	verdicts := make([]Verdict, len(mutants))
	for i, x := range mutants {
		v := &verdicts[i]
		for _, j := range judges {
			if v.Refused = j.prove(x.Kernel); v.Refused != nil {
				break
			}
		}
		v.Same = v.Refused == nil && free.same(x.Kernel)
	}
	return verdicts, nil
}

// judge proves mutants for one number of rounds, with the terms of the original
// at hand.
type judge struct {
	*Terms
	rounds  chacha.Rounds
	mark    mark
	limit   int
	defined blockTerms
}

func newJudge(k Kernel, r chacha.Rounds) (*judge, error) {
	t := newTerms()
	p, err := newProver(k, t)
	if err != nil {
		return nil, err
	}
	if err := p.prove(r); err != nil {
		return nil, err
	}
	return &judge{t, r, t.mark(), 2 * p.longest, p.def.made}, nil
}

func (j *judge) prove(k Kernel) error {
	defer j.rollback(j.mark)
	p, err := newProver(k, j.Terms)
	if err != nil {
		return err
	}
	p.limit, p.defined, p.brief = j.limit, j.defined, true
	return p.prove(j.rounds)
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
