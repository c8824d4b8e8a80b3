package simdchacha_test

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/simdchacha/simdchacha"
	"github.com/simdchacha/simdchacha/chacha"
)

// checkPanic fails unless the call panics with a message that contains text,
// and leaves dst and the state alone.
func checkPanic(t *testing.T, k simdchacha.Kernel, n int, rounds chacha.Rounds, text string) {
	t.Helper()
	before := randomState(newRand())
	s, dst := before, bytes.Repeat([]byte{0x5a}, n)
	func() {
		defer func() {
			if msg := fmt.Sprint(recover()); !strings.Contains(msg, text) {
				t.Errorf("%v.Blocks of %d bytes with %d rounds: panic %q, want %q in it", k, n, rounds, msg, text)
			}
		}()
		k.Blocks(dst, &s, rounds)
	}()
	if bytes.Count(dst, []byte{0x5a}) != n {
		t.Errorf("%v.Blocks of %d bytes with %d rounds wrote before it panicked", k, n, rounds)
	}
	if s != before {
		t.Errorf("%v.Blocks of %d bytes with %d rounds changed the state before it panicked", k, n, rounds)
	}
}

func TestPanics(t *testing.T) {
	lengths := []int{1, 4, 16, 32, 63, 65, 127, 1000}
	rounds := []chacha.Rounds{math.MinInt, -20, -8, -1, 0, 1, 2, 4, 6, 7, 9, 10, 11, 13, 16, 19, 21, 24, 40, 264, math.MaxInt}
	if high := math.MaxInt &^ math.MaxInt32; high != 0 {
		rounds = append(rounds, chacha.Rounds(high+8), chacha.Rounds(high+20)) // legal, if cut to 32 bits
	}
	eachKernel(t, func(t *testing.T, k simdchacha.Kernel) {
		for _, n := range append(lengths, k.Lanes()*blockSize-1, k.Lanes()*blockSize+1, maxBlocks(k)*blockSize+32) {
			checkPanic(t, k, n, chacha.R20, fmt.Sprint(n))
		}
		for _, r := range rounds {
			for _, n := range []int{0, blockSize, k.Lanes() * blockSize} {
				checkPanic(t, k, n, r, fmt.Sprint(int(r)))
			}
		}
	})
}

// TestUnavailable calls every value of Kernel that this machine cannot run,
// those that do not exist included.
func TestUnavailable(t *testing.T) {
	for i := range math.MaxUint8 + 1 {
		k := simdchacha.Kernel(i)
		if known := slices.Contains(simdchacha.Kernels(), k); k.Available() && !known {
			t.Errorf("%v is available, and not among Kernels", k)
		}
		if !k.Available() {
			checkPanic(t, k, 0, chacha.R8, k.String())
			checkPanic(t, k, blockSize, chacha.R8, k.String())
		}
	}
}

func TestEmpty(t *testing.T) {
	eachKernel(t, func(t *testing.T, k simdchacha.Kernel) {
		s := randomState(newRand())
		before := s
		k.Blocks(nil, &s, chacha.R8)
		k.Blocks([]byte{}, &s, chacha.R8)
		checkState(t, s, before, 0)
	})
}

func TestKernels(t *testing.T) {
	kernels := simdchacha.Kernels()
	if last := kernels[len(kernels)-1]; last != simdchacha.Portable {
		t.Errorf("the last kernel is %v, want Portable", last)
	}
	if zero := *new(simdchacha.Kernel); zero != simdchacha.Portable {
		t.Errorf("the zero value is %v, want Portable", zero)
	}
	if !simdchacha.Portable.Available() {
		t.Error("Portable is not available")
	}
	names := map[string]simdchacha.Kernel{}
	for _, k := range kernels {
		if other, ok := names[k.String()]; ok {
			t.Errorf("kernels %d and %d are both %v", other, k, k)
		}
		names[k.String()] = k
		if n := k.Lanes(); n < 1 || n > 64 {
			t.Errorf("%v has %d lanes", k, n)
		}
		if strings.HasPrefix(k.String(), "Kernel(") {
			t.Errorf("%v has no name", k)
		}
	}

	kernels[0] = 255
	if simdchacha.Kernels()[0] == 255 {
		t.Error("Kernels returned the same slice twice")
	}
}

func TestUnknownKernel(t *testing.T) {
	for _, k := range []simdchacha.Kernel{100, 200, 255} {
		if got, want := k.String(), fmt.Sprintf("Kernel(%d)", uint8(k)); got != want {
			t.Errorf("String is %q, want %q", got, want)
		}
		if k.Lanes() != 0 || k.Available() {
			t.Errorf("%v: %d lanes, available %t", k, k.Lanes(), k.Available())
		}
	}
}

// TestAllocations has the state and dst on the stack, where they stay as long
// as the compiler sees that no kernel keeps them.
func TestAllocations(t *testing.T) {
	eachKernel(t, func(t *testing.T, k simdchacha.Kernel) {
		for _, rounds := range allRounds {
			if n := testing.AllocsPerRun(100, func() {
				var s chacha.State
				var dst [4 * blockSize]byte
				k.Blocks(dst[:], &s, rounds)
			}); n != 0 {
				t.Errorf("%d rounds: %v allocations", rounds, n)
			}
		}
	})
}
