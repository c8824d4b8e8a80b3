package peers

import (
	"fmt"
	"testing"

	"lukechampine.com/frand"

	"github.com/simdchacha/simdchacha/chacha"
	"github.com/simdchacha/simdchacha/rng"
)

func BenchmarkRead(b *testing.B) {
	own, fast, their := rng.New(), rng.New(rng.WithRounds(chacha.R12)), frand.New()
	for _, size := range []int{16, 32, 64, 1 << 10, 4 << 10, 1 << 20} {
		p := make([]byte, size)
		for _, peer := range []struct {
			name string
			read func()
		}{
			{"rng", func() { rng.Read(p) }},
			{"frand", func() { frand.Read(p) }},
			{"Generator/rounds=12", func() { fast.Read(p) }},
			{"Generator/rounds=20", func() { own.Read(p) }},
			{"frand.RNG", func() { their.Read(p) }},
		} {
			b.Run(fmt.Sprintf("bytes=%d/peer=%s", size, peer.name), func(b *testing.B) {
				b.SetBytes(int64(size))
				b.ReportAllocs()
				for b.Loop() {
					peer.read()
				}
			})
		}
	}
}

func BenchmarkUint64n(b *testing.B) {
	b.Run("peer=rng", func(b *testing.B) {
		for b.Loop() {
			rng.Uint64N(1000)
		}
	})
	b.Run("peer=frand", func(b *testing.B) {
		for b.Loop() {
			frand.Uint64n(1000)
		}
	})
}
