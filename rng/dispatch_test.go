package rng

import (
	"errors"
	"slices"
	"strings"
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

// TestDispatchTests checks, in a process of its own, that nothing is drawn from
// kernels that were not tested: the test vectors are wrong there.
func TestDispatchTests(t *testing.T) {
	if !inChild(t.Name()) {
		passes(t, t.Name())
		return
	}
	for i := range vectors.RFC8439 {
		vectors.RFC8439[i].Output = strings.Repeat("00", chacha.BlockSize)
	}
	mustDie(t, "self-test of kernel Portable", func() { Uint64() })
}

func TestSelfTest(t *testing.T) {
	if err := SelfTest(); err != nil {
		t.Error(err)
	}
	if err := verify(simdchacha.Kernel(200)); err == nil {
		t.Error("a kernel that does not exist passes the self-test")
	}
}

// TestSelfTestChecksBoth checks that a kernel passes only if both of its
// functions are right, at each number of rounds that they are tested at.
func TestSelfTestChecksBoth(t *testing.T) {
	wrongAt := func(r chacha.Rounds, f vectors.Blocks) vectors.Blocks {
		return func(dst []byte, s *chacha.State, rounds chacha.Rounds) {
			f(dst, s, rounds)
			if rounds == r {
				dst[0] ^= 1
			}
		}
	}
	if err := check(chacha.Blocks, chacha.Interlaced); err != nil {
		t.Error(err)
	}
	for _, r := range allRounds {
		if check(wrongAt(r, chacha.Blocks), chacha.Interlaced) == nil {
			t.Errorf("wrong Blocks of %d rounds pass the self-test", r)
		}
	}
	if check(chacha.Blocks, wrongAt(chacha.R8, chacha.Interlaced)) == nil {
		t.Error("a wrong Interlaced passes the self-test")
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
