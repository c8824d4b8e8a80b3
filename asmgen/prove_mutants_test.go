package main

import (
	"flag"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/mmcloughlin/avo/ir"

	"github.com/simdchacha/simdchacha/asmgen/prove"
	"github.com/simdchacha/simdchacha/asmgen/prove/workshop"
	"github.com/simdchacha/simdchacha/chacha"
)

// mutants is the number of mutants of each kernel. The full run has 2000.
var mutants = flag.Int("mutants", 200, "`number` of mutants of each kernel")

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
	kernel                string
	refused, same, others int // the others are equal by arithmetic
	survivors             []survivor
	run, wrong            int
	time                  time.Duration
}

// TestMutants changes every kernel in many ways. The proof has to refuse what
// is not harmless: a mutant that it lets pass must perform the same operations
// on the same words, as far as they reach the output. Some of those, and all
// that are proven by laws of arithmetic only, are also run against the
// definition. The table in docs/proof.md is what this test prints.
func TestMutants(t *testing.T) {
	all := allKernels(t)
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
			var run []*score
			for i, k := range all {
				if machineOf(k) == name {
					run = append(run, &scores[i])
				}
			}
			differ(t, machine.goarch, machine.features, run)
		})
	}
	t.Log("\n" + mutantTable(scores))
}

func judge(t *testing.T, k prove.Kernel) score {
	s, start := score{kernel: k.Func.Name}, time.Now()
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
			s.others++
			t.Logf("proven by arithmetic: %s", ms[i].What)
		}
		s.survivors = append(s.survivors, survivor{ms[i], v.Same})
	}
	s.time = time.Since(start)
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
func differ(t *testing.T, goarch string, features []string, scores []*score) {
	f := &ir.File{Includes: []string{"textflag.h"}}
	type of struct {
		*score
		what string
	}
	byName := map[string]of{}
	for _, s := range scores {
		for _, x := range choose(s.survivors) {
			if len(byName) == 0 {
				for _, g := range x.Tables {
					f.AddSection(g)
				}
			}
			fn := *x.Func
			fn.Name = fmt.Sprintf("mutant%dof%s", len(byName), x.Func.Name)
			byName[fn.Name] = of{s, x.What}
			f.AddSection(&fn)
		}
	}
	wrong := workshop.Kernels(t, goarch, features, f, blockCounts, define)
	for _, of := range byName {
		of.run++
	}
	for _, name := range wrong {
		byName[name].wrong++
		t.Errorf("%s is proven, but wrong: %s", name, byName[name].what)
	}
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

// mutantTable is in Markdown.
func mutantTable(scores []score) string {
	var b strings.Builder
	b.WriteString("| kernel | mutants | refused | same operations | equal by arithmetic | run | of these, wrong | time |\n")
	b.WriteString("|---|---:|---:|---:|---:|---:|---:|---:|\n")
	line := func(s score) {
		fmt.Fprintf(&b, "| %s | %d | %d | %d | %d | %d | %d | %.1f s |\n",
			s.kernel, s.refused+s.same+s.others, s.refused, s.same, s.others, s.run, s.wrong, s.time.Seconds())
	}
	sum := score{kernel: "all"}
	for _, s := range scores {
		if s.kernel == "" {
			continue // left out by -run
		}
		line(s)
		sum.refused += s.refused
		sum.same += s.same
		sum.others += s.others
		sum.run += s.run
		sum.wrong += s.wrong
		sum.time += s.time
	}
	line(sum)
	return b.String()
}

// TestJudge compares what is said of mutants with proofs that share nothing.
func TestJudge(t *testing.T) {
	for _, k := range allKernels(t) {
		if len(k.Func.Instructions()) > 200 {
			continue // its proofs take long
		}
		t.Run(k.Func.Name, func(t *testing.T) {
			t.Parallel()
			ms := k.Mutants(*mutants, mutantSeed+1)
			verdicts, err := k.Judge(ms)
			if err != nil {
				t.Fatal(err)
			}
			for i, x := range ms {
				var err error
				for _, r := range []chacha.Rounds{chacha.R8, chacha.R12, chacha.R20} {
					if err == nil {
						_, err = x.Prove(r)
					}
				}
				if (err == nil) != (verdicts[i].Refused == nil) {
					t.Errorf("%s: the verdict is %v, the proof is %v", x.What, verdicts[i].Refused, err)
				}
			}
		})
	}
}
