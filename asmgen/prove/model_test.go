package prove

import (
	"bytes"
	_ "embed"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/simdchacha/simdchacha/asmgen/prove/workshop"
)

// The models are compared with the CPU: a program executes every form of every
// instruction on random operands, and what it leaves in registers and memory
// must be what the model says, when it is run on constants, and when its terms
// are evaluated.

// block is what an instruction of a trial works on: three vector registers,
// memory, and three general registers. It is in one order in memory and here.
type block [3*lanes + lanes + 3*2]uint32

const (
	blockMem     = 3 * lanes
	blockGeneral = blockMem + lanes
	trialSets    = 24
)

// trial is an instruction, or a few, to be executed for real and by a model.
type trial struct {
	name  string
	lines []string // of assembly
	evex  bool
	model func(m *Machine) // refuses sets that the model has no result for
	align bool             // memory is known to be aligned
}

// bench is how a model and a program place a block.
type bench struct {
	arch     *Arch
	vectors  [3]int // numbers of registers
	generals [3]int
	base     int // register with the address of the block
	words    int // of a vector register that are looked at
}

// machine returns a machine with a block in place.
func (b *bench) machine(ts *Terms, in *[len(block{})]Term, align bool) *Machine {
	m := &Machine{Terms: ts, code: &code{arch: b.arch}, left: blocks{1, 1, 1}}
	for i := range frameAt + lanes + (64-8)/4 {
		m.w = append(m.w, ts.variable(i))
	}
	for i, r := range b.vectors {
		copy(m.vector(r), in[i*lanes:][:b.words])
	}
	for i, r := range b.generals {
		m.setGeneral(r, value{in[blockGeneral+2*i], in[blockGeneral+2*i+1]})
	}
	copy(m.w[frameAt:], in[blockMem:blockGeneral])
	start := linear{frame, 0, b.arch.frameStart - 4*blockMem}
	if align {
		m.code.alignment = 64
		start = linear{aligned, 0, -4 * blockMem}
	}
	m.setGeneral(b.base, ts.words(start))
	return m
}

// result returns the block that a machine holds.
func (b *bench) result(m *Machine, in *[len(block{})]Term) (out [len(block{})]Term) {
	out = *in
	for i, r := range b.vectors {
		copy(out[i*lanes:][:b.words], m.vector(r))
	}
	for i, r := range b.generals {
		v := m.general(r)
		out[blockGeneral+2*i], out[blockGeneral+2*i+1] = v.lo, v.hi
	}
	copy(out[blockMem:blockGeneral], m.w[frameAt:])
	return out
}

// run returns what the model makes of a block of terms.
func (b *bench) run(ts *Terms, tr *trial, in *[len(block{})]Term) (out [len(block{})]Term, refused string) {
	defer func() {
		if r := recover(); r != nil {
			why, ok := r.(refusal)
			if !ok {
				panic(r)
			}
			refused = string(why)
		}
	}()
	m := b.machine(ts, in, tr.align)
	tr.model(m)
	return b.result(m, in), ""
}

// concrete is run on constants.
func (b *bench) concrete(ts *Terms, tr *trial, in block) (out block, refused string) {
	var terms [len(block{})]Term
	for i, k := range in {
		terms[i] = ts.constant(k)
	}
	result, refused := b.run(ts, tr, &terms)
	if refused != "" {
		return out, refused
	}
	for i, x := range result {
		k, ok := ts.isConst(x)
		if !ok {
			return out, "a result that is not constant"
		}
		out[i] = k
	}
	return out, ""
}

// symbolic is run on variables, and then given the values of a block. Its terms
// are the same for every block.
func (b *bench) symbolic(ts *Terms, tr *trial) (func(in block) block, bool) {
	var terms [len(block{})]Term
	for i := range terms {
		terms[i] = ts.variable(i)
	}
	result, refused := b.run(ts, tr, &terms)
	if refused != "" {
		return nil, false
	}
	return func(in block) (out block) {
		e := &evaluator{ts, func(n uint32) uint32 { return in[n] }, map[Term]uint32{}}
		for i, x := range result {
			out[i] = e.value(x)
		}
		return out
	}, true
}

// input is the block of a trial's set. The program in testdata makes the same.
func input(trial, set int) (in block) {
	r := rand.New(rand.NewPCG(uint64(trial), uint64(set)))
	for i := range in {
		in[i] = interesting(r)
	}
	return in
}

//go:embed testdata/trials.go.txt
var trialsMain string

// compare runs trials on the CPU and by the model, and returns what differs.
func (b *bench) compare(t *testing.T, p *workshop.Program, trials []trial) (wrong []string) {
	lines := strings.Fields(p.Run(t))
	if len(lines) != len(trials)*trialSets {
		t.Fatalf("the program printed %d results, want %d", len(lines), len(trials)*trialSets)
	}
	refusals, symbols := 0, 0
	for i := range trials {
		tr := &trials[i]
		ts := newTerms()
		eval, symbolic := b.symbolic(ts, tr)
		if symbolic {
			symbols++
		}
		agreed, why := 0, ""
		for set := range trialSets {
			in := input(i, set)
			want, refused := b.concrete(ts, tr, in)
			if refused != "" {
				why = refused
				refusals++
				continue
			}
			if symbolic && eval(in) != want {
				wrong = append(wrong, tr.name+": the model's terms and its constants differ")
			}
			if got := lines[i*trialSets+set]; got != want.sum() {
				wrong = append(wrong, tr.name+": "+b.detail(t, p, i, set, want))
				break
			}
			agreed++
		}
		if agreed == 0 && len(wrong) == 0 {
			wrong = append(wrong, tr.name+": nothing was compared: "+why)
		}
	}
	t.Logf("%d trials of %d operands each, %d of them on terms as well; the model refused %d operands",
		len(trials), trialSets, symbols, refusals)
	return wrong
}

// report fails a test for every difference.
func report(t *testing.T, wrong []string) {
	for _, w := range wrong {
		t.Error(w)
	}
}

func (in block) bytes() []byte {
	var buf bytes.Buffer
	_ = binary.Write(&buf, binary.LittleEndian, in)
	return buf.Bytes()
}

func (in block) sum() string {
	h := fnv.New64a()
	h.Write(in.bytes())
	return fmt.Sprintf("%016x", h.Sum64())
}

// detail says where the CPU and the model differ.
func (b *bench) detail(t *testing.T, p *workshop.Program, trial, set int, want block) string {
	raw, err := hex.DecodeString(strings.TrimSpace(p.Run(t, strconv.Itoa(trial), strconv.Itoa(set))))
	if err != nil {
		t.Fatal(err)
	}
	in := input(trial, set)
	var all []string
	for i := range want {
		if got := binary.LittleEndian.Uint32(raw[4*i:]); got != want[i] {
			all = append(all, fmt.Sprintf("word %d was %#x; the CPU makes it %#x, the model %#x", i, in[i], got, want[i]))
		}
	}
	return strings.Join(all, "; ")
}

// program is the source of a program that runs trials. enter and leave load and
// store the block.
func trialProgram(trials []trial, goarch, enter, leave string) map[string]string {
	var asm, stubs, list strings.Builder
	asm.WriteString("#include \"textflag.h\"\n")
	for i, tr := range trials {
		fmt.Fprintf(&asm, "\nTEXT ·trial%d(SB), NOSPLIT, $0-8\n%s", i, enter)
		for _, l := range tr.lines {
			fmt.Fprintf(&asm, "\t%s\n", l)
		}
		asm.WriteString(leave)
		fmt.Fprintf(&stubs, "//go:noescape\nfunc trial%d(p *block)\n", i)
		fmt.Fprintf(&list, "trial%d,", i)
	}
	main := strings.NewReplacer("TRIALS", list.String(), "SETS", strconv.Itoa(trialSets), "WORDS", strconv.Itoa(len(block{}))).Replace(trialsMain)
	return map[string]string{
		"main.go":                 main + stubs.String(),
		"trials_" + goarch + ".s": asm.String(),
	}
}
