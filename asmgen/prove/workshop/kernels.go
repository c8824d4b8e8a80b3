package workshop

import (
	_ "embed"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/mmcloughlin/avo/ir"
	"github.com/mmcloughlin/avo/printer"

	"github.com/simdchacha/simdchacha/chacha"
)

//go:embed kernels.go.txt
var kernelsMain string

// Case is one call of a kernel.
type Case struct {
	Blocks int
	Rounds chacha.Rounds
	State  chacha.State
}

// cases are as in the program: random states, whose counters are sometimes
// about to wrap, in their low word or as a whole.
func cases(blocks []int) (all []Case) {
	for _, n := range blocks {
		for _, rounds := range []chacha.Rounds{chacha.R8, chacha.R12, chacha.R20} {
			r := rand.New(rand.NewPCG(uint64(n), uint64(rounds)))
			for kind := range 3 {
				c := Case{Blocks: n, Rounds: rounds}
				for i := range c.State {
					c.State[i] = r.Uint32()
				}
				if kind > 0 {
					c.State[chacha.Counter] = -uint32(r.IntN(n + 1))
				}
				if kind > 1 {
					c.State[chacha.Counter+1] = 1<<32 - 1
				}
				all = append(all, c)
			}
		}
	}
	return all
}

// margin is how many bytes before and behind the output must stay as they are.
const margin = 256

// Kernels assembles the functions of a file, which have the signature of a
// kernel, and calls them with numbers of blocks. It returns the names of those
// that do not do what define does: to write blocks to dst, and to advance the
// counter of s.
func Kernels(t testing.TB, goarch string, features []string, f *ir.File, blocks func(fn string) []int,
	define func(fn string, dst []byte, s *chacha.State, r chacha.Rounds)) (wrong []string) {
	t.Helper()
	var list strings.Builder
	for _, fn := range f.Functions() {
		fmt.Fprintf(&list, "\t{%s, %#v},\n", fn.Name, blocks(fn.Name))
	}
	files := Print(t, goarch, f)
	files["main.go"] = strings.Replace(kernelsMain, "\tKERNELS\n", list.String(), 1)
	p := Build(t, goarch, features, files)
	lines := strings.Fields(p.Run(t))
	for _, fn := range f.Functions() {
		ok := true
		for _, c := range cases(blocks(fn.Name)) {
			if len(lines) == 0 {
				t.Fatal("the program printed too few results")
			}
			ok = ok && lines[0] == c.hash(func(dst []byte, s *chacha.State) { define(fn.Name, dst, s, c.Rounds) })
			lines = lines[1:]
		}
		if !ok {
			wrong = append(wrong, fn.Name)
		}
	}
	return wrong
}

// hash is of what a call leaves in memory.
func (c Case) hash(call func(dst []byte, s *chacha.State)) string {
	mem := make([]byte, margin+c.Blocks*chacha.BlockSize+margin)
	for i := range mem {
		mem[i] = byte(i)
	}
	s := c.State
	call(mem[margin:len(mem)-margin], &s)
	h := fnv.New64a()
	h.Write(mem)
	fmt.Fprint(h, s)
	return fmt.Sprintf("%016x", h.Sum64())
}

// Print returns a file as one of package main, and its Go stubs.
func Print(t testing.TB, goarch string, f *ir.File) map[string]string {
	t.Helper()
	config := printer.Config{Name: "a test", Pkg: "main"}
	asm, err := printer.NewGoAsm(config).Print(f)
	if err != nil {
		t.Fatal(err)
	}
	stubs, err := printer.NewStubs(config).Print(f)
	if err != nil {
		t.Fatal(err)
	}
	return map[string]string{"kernels_" + goarch + ".s": string(asm), "stubs_" + goarch + ".go": string(stubs)}
}
