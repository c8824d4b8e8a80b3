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

// Judge tries to prove mutants of k. One that is refused for one number of
// rounds is not tried for the others.
func (k Kernel) Judge(mutants []Mutant) ([]Verdict, error) {
	verdicts := make([]Verdict, len(mutants))
	left := make([]int, len(mutants)) // those that are not refused
	for i := range left {
		left[i] = i
	}
	for _, r := range allRounds {
		p, err := newProver(k, newTerms())
		if err == nil {
			err = p.prove(r)
		}
		if err != nil {
			return nil, err
		}
		errs, err := p.judge(pick(mutants, left))
		if err != nil {
			return nil, err
		}
		for n, i := range left {
			verdicts[i].Refused = errs[n]
		}
		left = slices.DeleteFunc(left, func(i int) bool { return verdicts[i].Refused != nil })
	}
	p, err := record(k)
	if err != nil {
		return nil, err
	}
	errs, err := p.judge(pick(mutants, left))
	for n, i := range left {
		verdicts[i].Same = err == nil && errs[n] == nil
	}
	return verdicts, err
}

func pick(mutants []Mutant, which []int) (picked []Kernel) {
	for _, i := range which {
		picked = append(picked, mutants[i].Kernel)
	}
	return picked
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
