package simdchacha_test

import (
	"bytes"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/simdchacha/simdchacha"
	"github.com/simdchacha/simdchacha/chacha"
	"github.com/simdchacha/simdchacha/internal/testkit"
)

const blockSize = chacha.BlockSize

var allRounds = []chacha.Rounds{chacha.R8, chacha.R12, chacha.R20}

// emulated asks for fewer repetitions, as emulators are slow. It removes no
// case from a test that enumerates cases.
var emulated = os.Getenv("SIMDCHACHA_EMULATED") != ""

// repeat returns n, or fewer on an emulated CPU.
func repeat(n int) int {
	if emulated {
		return (n + 49) / 50
	}
	return n
}

// eachKernel runs f as a subtest for every kernel of this architecture. A
// kernel that this machine cannot run is skipped, or fails if it is required.
func eachKernel(t *testing.T, f func(t *testing.T, k simdchacha.Kernel)) {
	for _, k := range simdchacha.Kernels() {
		t.Run(k.String(), func(t *testing.T) {
			if !k.Available() {
				testkit.SkipOrFail(t, k.String(), "not available on this machine")
			}
			f(t, k)
		})
	}
}

// available returns the kernels that this machine can run.
func available() []simdchacha.Kernel {
	return slices.DeleteFunc(simdchacha.Kernels(), func(k simdchacha.Kernel) bool { return !k.Available() })
}

// tools are what may be required besides kernels.
var tools = []string{"llvm", "emulators", "race", "child", "seccomp"}

// TestRequired fails for a required kernel that has no subtest to fail in: one
// that is not compiled in, or that is misspelt.
func TestRequired(t *testing.T) {
	known := slices.Clone(tools)
	for _, k := range simdchacha.Kernels() {
		known = append(known, k.String())
		if testkit.Required(k.String()) && !k.Available() {
			t.Errorf("%v is required, and not available", k)
		}
	}
	for name := range strings.SplitSeq(os.Getenv("SIMDCHACHA_REQUIRE"), ",") {
		if name != "" && !slices.Contains(known, name) {
			t.Errorf("%s is required, and not among %v", name, known)
		}
	}
}

// maxBlocks is three groups of k and a block.
func maxBlocks(k simdchacha.Kernel) int { return 3*k.Lanes() + 1 }

// newRand returns the same generator every time: a failure can be repeated.
func newRand() *rand.Rand { return rand.New(rand.NewPCG(12, 13)) }

// randomState returns a state in which every word is arbitrary, the constants
// of the first row included: a kernel has no business knowing them.
func randomState(r *rand.Rand) (s chacha.State) {
	for i := range s {
		s[i] = r.Uint32()
	}
	return s
}

// keystream returns n blocks from s on. It asks the definition for one block
// at a time and counts in 64 bits itself, so that no counter but its own is
// trusted.
func keystream(s chacha.State, rounds chacha.Rounds, n int) []byte {
	out := make([]byte, n*blockSize)
	for i := range n {
		one := at(s, uint64(i))
		chacha.Blocks(out[i*blockSize:][:blockSize], &one, rounds)
	}
	return out
}

// at returns s with the counter n blocks on.
func at(s chacha.State, n uint64) chacha.State {
	counter := uint64(s[12]) + uint64(s[13])<<32 + n
	s[12], s[13] = uint32(counter), uint32(counter>>32)
	return s
}

// checkBytes compares keystream. It reports the first difference, by its
// place in the call.
func checkBytes(t *testing.T, got, want []byte) {
	t.Helper()
	if bytes.Equal(got, want) {
		return
	}
	for i := range want {
		if got[i] != want[i] {
			t.Fatalf("block %d of %d, word %d, byte %d: %#02x, want %#02x",
				i/blockSize, len(want)/blockSize, i%blockSize/4, i%4, got[i], want[i])
		}
	}
	t.Fatalf("%d bytes, want %d", len(got), len(want))
}

// checkState compares the state that a call of n blocks left with the one it
// was given.
func checkState(t *testing.T, got, before chacha.State, n int) {
	t.Helper()
	if want := at(before, uint64(n)); got != want {
		t.Fatalf("state after %d blocks:\n%08x, want\n%08x", n, got, want)
	}
}
