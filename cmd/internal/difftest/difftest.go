// Package difftest compares ChaCha kernels with their definition on random
// calls.
package difftest

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"unsafe"

	"github.com/simdchacha/simdchacha/chacha"
)

// Blocks is a function that shall do what chacha.Blocks does.
type Blocks = func(dst []byte, s *chacha.State, r chacha.Rounds)

// MaxLen is the largest length of a Case in bytes: three times the 16 blocks
// that the widest kernels compute side by side, and one block more.
const MaxLen = (3*16 + 1) * chacha.BlockSize

// A Case is a call of a Blocks function.
type Case struct {
	State  chacha.State
	Rounds chacha.Rounds
	Len    int // of dst, in bytes: a multiple of chacha.BlockSize, at most MaxLen
	Offset int // of dst behind a 64-byte boundary, 0 to 63
}

// Random returns a case that is uniform in every respect except the counter,
// which in half of all cases wraps around 32 or 64 bits during the call or
// close to it. It may be called at any time from any goroutine.
func Random() Case {
	const blocks = MaxLen / chacha.BlockSize
	c := Case{
		Rounds: []chacha.Rounds{chacha.R8, chacha.R12, chacha.R20}[rand.IntN(3)],
		Len:    rand.IntN(blocks+1) * chacha.BlockSize,
		Offset: rand.IntN(alignment),
	}
	for i := range c.State {
		c.State[i] = rand.Uint32()
	}
	switch toEnd := 1 + rand.Uint64N(blocks+1); rand.IntN(4) {
	case 0:
		c.State[chacha.Counter] = uint32(-toEnd)
	case 1:
		c.State.SetBlockCounter(-toEnd)
	}
	return c
}

// String returns c in a form that a test can be written from.
func (c Case) String() string {
	var b strings.Builder
	for row := range slices.Chunk(c.State[:], 4) {
		fmt.Fprintf(&b, "state  %#08x\n", row)
	}
	fmt.Fprintf(&b, "rounds %d\nlength %d\noffset %d", c.Rounds, c.Len, c.Offset)
	return b.String()
}

// GoTest returns the source of a test that makes the call c of a kernel and of
// chacha.Blocks and compares them. It runs in any directory of a module that
// requires this one.
func (c Case) GoTest(kernel string) string {
	var state strings.Builder
	for row := range slices.Chunk(c.State[:], 4) {
		state.WriteString("\n\t\t")
		for i, word := range row {
			fmt.Fprintf(&state, "%s%#08x,", []string{"", " "}[min(i, 1)], word)
		}
	}
	return fmt.Sprintf(`package mismatch

import (
	"bytes"
	"testing"
	"unsafe"

	"github.com/simdchacha/simdchacha"
	"github.com/simdchacha/simdchacha/chacha"
)

func TestMismatch(t *testing.T) {
	before := chacha.State{%s
	}
	const length, offset = %d, %d // of dst, and behind a 64-byte boundary

	memory := make([]byte, 64+offset+length)
	start := offset + int(-uintptr(unsafe.Pointer(&memory[0]))%%64)
	got, want := memory[start:start+length], make([]byte, length)
	gotState, wantState := before, before
	simdchacha.%s.Blocks(got, &gotState, %d)
	chacha.Blocks(want, &wantState, %[5]d)
	for i := range got {
		if got[i] != want[i] {
			t.Fatalf("dst[%%d] is %%#02x, want %%#02x", i, got[i], want[i])
		}
	}
	if gotState != wantState {
		t.Errorf("state is %%#08x after the call, want %%#08x", gotState, wantState)
	}
	if !bytes.Equal(memory[:start], make([]byte, start)) || !bytes.Equal(memory[start+length:], make([]byte, len(memory)-start-length)) {
		t.Error("memory outside of dst has changed")
	}
}
`, &state, c.Len, c.Offset, kernel, c.Rounds)
}

const (
	alignment = 64
	margin    = 128 // bytes watched before and behind dst
)

// A Tester holds the memory that cases run in. It is not safe for concurrent
// use.
type Tester struct {
	old       []byte // what the memory holds before a call: always the same, so that a case can be repeated
	want, got []byte // aligned
}

// NewTester returns a Tester for any number of cases.
func NewTester() *Tester {
	const size = margin + alignment + MaxLen + margin
	t := &Tester{make([]byte, size), aligned(size), aligned(size)}
	_, _ = rand.NewChaCha8([32]byte{}).Read(t.old) // never fails
	return t
}

func aligned(n int) []byte {
	b := make([]byte, n+alignment)
	over := int(uintptr(unsafe.Pointer(&b[0])) % alignment)
	return b[(alignment-over)%alignment:][:n]
}

// Check makes the call c of f and of chacha.Blocks, and returns an error that
// tells the first difference: in the keystream, in memory around dst, in the
// state afterwards, or a panic.
func (t *Tester) Check(c Case, f Blocks) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v\n%v", r, c)
		}
	}()
	wantState, gotState := c.State, c.State
	chacha.Blocks(t.dst(t.want, c), &wantState, c.Rounds)
	f(t.dst(t.got, c), &gotState, c.Rounds)

	if !bytes.Equal(t.got, t.want) {
		i := firstDifference(t.got, t.want)
		return fmt.Errorf("dst[%d] is %#02x, want %#02x\n%v", i-margin-c.Offset, t.got[i], t.want[i], c)
	}
	if gotState != wantState {
		i := firstDifference(gotState[:], wantState[:])
		return fmt.Errorf("state[%d] is %#08x after the call, want %#08x\n%v", i, gotState[i], wantState[i], c)
	}
	return nil
}

// dst resets memory and returns the part of it that c writes to.
func (t *Tester) dst(memory []byte, c Case) []byte {
	copy(memory, t.old)
	start := margin + c.Offset
	return memory[start : start+c.Len : start+c.Len]
}

// firstDifference returns the first index at which a and b differ. They must
// have the same length and differ somewhere.
func firstDifference[E comparable](a, b []E) int {
	i := 0
	for a[i] == b[i] {
		i++
	}
	return i
}
