package rng

import (
	"errors"
	"slices"
	"testing"

	"github.com/simdchacha/simdchacha"
	"github.com/simdchacha/simdchacha/chacha"
	"github.com/simdchacha/simdchacha/internal/vectors"
)

const (
	portable = simdchacha.Portable
	sse2     = simdchacha.SSE2
	avx2     = simdchacha.AVX2
	avx512vl = simdchacha.AVX512VL
	avx512   = simdchacha.AVX512
	neon     = simdchacha.NEON
)

// TestChoose is the policy as a table: what is used when only some kernels are.
func TestChoose(t *testing.T) {
	amd64 := []simdchacha.Kernel{avx512, avx512vl, avx2, sse2, portable}
	arm64 := []simdchacha.Kernel{neon, portable}
	for _, c := range []struct {
		list, usable []simdchacha.Kernel
		want         kernels
	}{
		{amd64, amd64, kernels{buffer: avx512vl, long: avx512}},
		{amd64, []simdchacha.Kernel{avx512, avx2, sse2}, kernels{buffer: avx2, long: avx512}},
		{amd64, []simdchacha.Kernel{avx512vl, avx2, sse2}, kernels{buffer: avx512vl, long: avx512vl}},
		{amd64, []simdchacha.Kernel{avx2, sse2}, kernels{buffer: avx2, long: avx2}},
		{amd64, []simdchacha.Kernel{sse2}, kernels{buffer: sse2, long: sse2}},
		{amd64, nil, kernels{}},
		{arm64, arm64, kernels{buffer: neon, long: neon}},
		{arm64, nil, kernels{}},
		{[]simdchacha.Kernel{portable}, nil, kernels{}},
	} {
		got := choose(c.list, func(k simdchacha.Kernel) error {
			if k != portable && !slices.Contains(c.usable, k) {
				return errors.New("broken")
			}
			return nil
		})
		if got != c.want {
			t.Errorf("of %v, with %v usable: %v, want %v", c.list, c.usable, got, c.want)
		}
	}
}

// TestPortableFailing checks that a machine that cannot run plain Go is refused.
func TestPortableFailing(t *testing.T) {
	mustDie(t, "broken", func() {
		choose(simdchacha.Kernels(), func(simdchacha.Kernel) error { return errors.New("broken") })
	})
}

// TestDispatch checks the choice of this process.
func TestDispatch(t *testing.T) {
	if k := Kernel(); k != dispatch().buffer || !k.Available() || k == avx512 {
		t.Errorf("Kernel() = %v", k)
	}
	d := kernels{buffer: avx2, long: avx512}
	for n, want := range map[int]simdchacha.Kernel{0: avx2, wideMin - 1: avx2, wideMin: avx512, 1 << 30: avx512} {
		if got := d.forLength(n); got != want {
			t.Errorf("forLength(%d) = %v, want %v", n, got, want)
		}
	}
}

func TestSelfTest(t *testing.T) {
	if err := SelfTest(); err != nil {
		t.Error(err)
	}
}

// TestSelfTestSeesEveryLane checks that the self-test sees a wrong bit in one lane.
func TestSelfTestSeesEveryLane(t *testing.T) {
	for lane := range 16 {
		blocks := func(dst []byte, s *chacha.State, r chacha.Rounds) {
			chacha.Blocks(dst, s, r)
			for i := lane * chacha.BlockSize; i < len(dst); i += 16 * chacha.BlockSize {
				dst[i+17] ^= 4
			}
		}
		if vectors.Check(blocks) == nil {
			t.Errorf("a flipped bit in lane %d passes the self-test", lane)
		}
	}
}
