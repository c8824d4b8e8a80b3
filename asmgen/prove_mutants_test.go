package main

import (
	"flag"
	"fmt"
	"slices"
	"strings"
	"testing"
	"text/tabwriter"

	"github.com/mmcloughlin/avo/ir"

	"github.com/simdchacha/simdchacha/asmgen/prove"
	"github.com/simdchacha/simdchacha/asmgen/prove/workshop"
	"github.com/simdchacha/simdchacha/chacha"
)

// mutants is the number of mutants of each kernel. The full run, with 2000,
// takes many minutes.
var mutants = flag.Int("mutants", 60, "`number` of mutants of each kernel")

const (
	mutantSeed = 1
	onTheCPU   = 16 // harmless mutants of each kernel that are run
)

// survivor is a mutant that the proof does not refuse.
type survivor struct {
	prove.Mutant
	same bool
}

// score is what became of the mutants of a kernel.
type score struct {
	refused, same int
	survivors     []survivor
}

// TestMutants changes every kernel in many ways. The proof has to refuse what
// is not harmless: a mutant that it lets pass must perform the same operations
// on the same words, as far as they reach the output. Some of those, and all
// that are proven by laws of arithmetic only, are also run against the
// definition.
func TestMutants(t *testing.T) {
	all := append(kernels(t, "amd64", prove.AMD64), kernels(t, "arm64", prove.ARM64)...)
	scores := make([]score, len(all))
	t.Run("proof", func(t *testing.T) {
		for i, k := range all {
			t.Run(k.Func.Name, func(t *testing.T) {
				t.Parallel()
				scores[i] = judge(t, k)
			})
		}
	})
	for name, machine := range machines {
		t.Run(name, func(t *testing.T) {
			var run []survivor
			for i, k := range all {
				if machineOf(k) == name {
					run = append(run, choose(scores[i].survivors)...)
				}
			}
			differ(t, machine.goarch, machine.features, run)
		})
	}
	t.Log("\n" + mutantTable(all, scores))
}

func judge(t *testing.T, k prove.Kernel) (s score) {
	ms := k.Mutants(*mutants, mutantSeed)
	if len(ms) != *mutants {
		t.Errorf("%d mutants, want %d", len(ms), *mutants)
	}
	verdicts, err := k.Judge(ms)
	if err != nil {
		t.Fatal(err)
	}
	for i, v := range verdicts {
		switch {
		case v.Refused != nil:
			s.refused++
			continue
		case v.Same:
			s.same++
		default:
			t.Logf("proven by arithmetic: %s", ms[i].What)
		}
		s.survivors = append(s.survivors, survivor{ms[i], v.Same})
	}
	return s
}

// machines are what kernels are run on.
var machines = map[string]struct {
	goarch   string
	features []string
}{
	"amd64":  {"amd64", []string{"avx2"}},
	"AVX512": {"amd64", []string{"avx512f", "avx512vl"}},
	"arm64":  {"arm64", nil},
}

func machineOf(k prove.Kernel) string {
	if strings.Contains(k.Func.Name, "AVX512") {
		return "AVX512"
	}
	return k.Arch.Name
}

// choose returns the survivors to be run. Those of a changed table are left out,
// as their tables have the name of the original.
func choose(all []survivor) (run []survivor) {
	same := 0
	for _, s := range all {
		if s.Kind == "table" {
			continue
		}
		if s.same {
			if same++; same > onTheCPU {
				continue
			}
		}
		run = append(run, s)
	}
	return run
}

// differ runs survivors, and fails for those that are not the definition.
func differ(t *testing.T, goarch string, features []string, run []survivor) {
	f := &ir.File{Includes: []string{"textflag.h"}}
	byName := map[string]survivor{}
	for i, s := range run {
		if i == 0 {
			for _, g := range s.Tables {
				f.AddSection(g)
			}
		}
		fn := *s.Func
		fn.Name = fmt.Sprintf("mutant%dof%s", i, s.Func.Name)
		byName[fn.Name] = s
		f.AddSection(&fn)
	}
	for _, name := range workshop.Kernels(t, goarch, features, f, blockCounts, define) {
		t.Errorf("%s is proven, but wrong: %s", name, byName[name].What)
	}
	t.Logf("%d survivors of %d kernels were run", len(run), len(slices.Compact(kernelNames(run))))
}

func kernelNames(run []survivor) (names []string) {
	for _, s := range run {
		names = append(names, s.Func.Name)
	}
	return names
}

// blockCounts are what a kernel is called with: less than a group, groups, and
// more.
func blockCounts(name string) []int {
	_, name, _ = strings.Cut(name, "of")
	var group int
	if n, _ := fmt.Sscanf(name, "interlaced%d", &group); n == 1 {
		return []int{group, 3 * group}
	}
	if n, _ := fmt.Sscanf(name, "blocks%d", &group); n != 1 {
		panic("a kernel of another name: " + name)
	}
	return []int{max(group-1, 1), group, group + 1, 2*group + (group+1)/2}
}

// define is what a kernel, or a mutant of it, has to do.
func define(name string, dst []byte, s *chacha.State, r chacha.Rounds) {
	if !strings.Contains(name, "interlaced") {
		chacha.Blocks(dst, s, r)
		return
	}
	for b := range len(dst) / chacha.BlockSize { // as prove.Interlaced has it
		in, out := *s, make([]byte, chacha.BlockSize)
		chacha.Blocks(out, s, r)
		for w := range chacha.Words {
			at := 4 * (4*chacha.Words*(b/4) + 4*w + b%4)
			copy(dst[at:], out[4*w:4*w+4])
			if w < chacha.Key || w >= chacha.Counter {
				subtract(dst[at:], in[w])
			}
		}
	}
}

// subtract takes k from a word.
func subtract(p []byte, k uint32) {
	x := uint32(p[0]) | uint32(p[1])<<8 | uint32(p[2])<<16 | uint32(p[3])<<24
	x -= k
	p[0], p[1], p[2], p[3] = byte(x), byte(x>>8), byte(x>>16), byte(x>>24)
}

func mutantTable(all []prove.Kernel, scores []score) string {
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "kernel\tmutants\trefused\tsame operations\tby arithmetic")
	var sum score
	for i, s := range scores {
		other := len(s.survivors) - s.same
		fmt.Fprintf(w, "%s\t%d\t%d\t%d\t%d\n", all[i].Func.Name, s.refused+len(s.survivors), s.refused, s.same, other)
		sum.refused += s.refused
		sum.same += s.same
		sum.survivors = append(sum.survivors, s.survivors...)
	}
	fmt.Fprintf(w, "all\t%d\t%d\t%d\t%d\n", sum.refused+len(sum.survivors), sum.refused, sum.same, len(sum.survivors)-sum.same)
	w.Flush()
	return b.String()
}
