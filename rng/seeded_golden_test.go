package rng

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"io"
	"math/rand/v2"
	"testing"

	"github.com/simdchacha/simdchacha"
)

// TestSeededGolden checks that what seeded generators return is the same on every
// architecture and kernel, and in every version.
func TestSeededGolden(t *testing.T) {
	checkGolden(t, "testdata/seeded.golden", func(t *testing.T, k simdchacha.Kernel) []byte {
		seed := [32]byte([]byte("ABCDEFGHIJKLMNOPQRSTUVWXYZ123456"))
		var text bytes.Buffer
		for _, way := range seededWays {
			way.describe(t, &text, "ChaCha8", onKernel(k, seed))
			for _, r := range allRounds {
				for _, stream := range []uint64{0, 1<<63 + 5} {
					name := fmt.Sprintf("Stream %d, rounds=%d", stream, r)
					way.describe(t, &text, name, NewStream(seed, stream, WithKernel(k), WithRounds(r)))
				}
			}
		}
		return text.Bytes()
	})
}

// seeded is what ChaCha8 and Stream have in common.
type seeded interface {
	rand.Source
	io.Reader
	encoded
}

// seededWay is a way to draw, with the name of the method.
type seededWay struct {
	name string
	draw func(g seeded, r *rand.Rand) []byte
}

// describe writes the first bytes and the hash of what way draws from g, and of the
// state that g is left in.
func (way seededWay) describe(t *testing.T, w io.Writer, name string, g seeded) {
	out := way.draw(g, rand.New(g))
	fmt.Fprintf(w, "%s, %s: %d bytes %x... sha256 %x, then %x\n",
		name, way.name, len(out), out[:16], sha256.Sum256(out), sha256.Sum256(marshal(t, g)))
}

var seededWays = []seededWay{
	{"Read", func(g seeded, _ *rand.Rand) (out []byte) {
		for _, n := range []int{0, 1, 7, 8, 64, 991, 992, 993, 1024, 2047, 2048, 2049, 5000, 1 << 17} {
			out = append(out, read(g, n)...)
		}
		return out
	}},
	{"Uint64", func(g seeded, _ *rand.Rand) []byte { return values(3000, g.Uint64) }},
	{"Uint32", func(g seeded, r *rand.Rand) []byte {
		own, has := g.(interface{ Uint32() uint32 })
		if !has {
			own = r
		}
		return values(3000, func() uint64 { return uint64(own.Uint32()) })
	}},
	{"Read and Uint64", func(g seeded, _ *rand.Rand) (out []byte) {
		for n := range 100 {
			out = append(out, read(g, n*n%3000)...)
			out = append(out, values(n%5, g.Uint64)...)
		}
		return out
	}},
	{"rand.IntN", func(_ seeded, r *rand.Rand) []byte {
		n := 0
		return values(3000, func() uint64 { n += 700_001; return uint64(r.IntN(n)) })
	}},
	{"rand.Float64", func(_ seeded, r *rand.Rand) []byte {
		return values(3000, func() uint64 { return uint64(r.Float64() * (1 << 53)) })
	}},
	{"rand.Perm", func(_ seeded, r *rand.Rand) []byte {
		perm := r.Perm(3000)
		i := -1
		return values(len(perm), func() uint64 { i++; return uint64(perm[i]) })
	}},
	{"rand.Shuffle", func(_ seeded, r *rand.Rand) []byte {
		out := values(256, func() uint64 { return 0 })
		for i := range out {
			out[i] = byte(i) ^ byte(i>>8)
		}
		r.Shuffle(len(out), func(i, j int) { out[i], out[j] = out[j], out[i] })
		return out
	}},
}

// values returns n values of next, eight bytes each.
func values(n int, next func() uint64) (out []byte) {
	for range n {
		out = binary.LittleEndian.AppendUint64(out, next())
	}
	return out
}
