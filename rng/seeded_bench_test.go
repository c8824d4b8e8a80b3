package rng

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/simdchacha/simdchacha/chacha"
)

// comparing runs a benchmark for each way to fill bytes.
func comparing(b *testing.B, bytes int, ways []peer[func(p []byte)]) {
	for _, way := range ways {
		b.Run(fmt.Sprintf("bytes=%d/peer=%s", bytes, way.name), func(b *testing.B) {
			p := make([]byte, bytes)
			b.SetBytes(int64(bytes))
			b.ReportAllocs()
			for b.Loop() {
				way.draw(p)
			}
		})
	}
}

func BenchmarkChaCha8Read(b *testing.B) {
	c, std := NewChaCha8([32]byte{1}), rand.NewChaCha8([32]byte{1})
	for _, size := range sizes {
		comparing(b, size, []peer[func(p []byte)]{
			{"rng", func(p []byte) { c.Read(p) }},
			{"math-rand-v2", func(p []byte) { std.Read(p) }},
		})
	}
}

func BenchmarkChaCha8Uint64(b *testing.B) {
	c, std, s := NewChaCha8([32]byte{1}), rand.NewChaCha8([32]byte{1}), NewStream([32]byte{1}, 0)
	b.Run("peer=rng", func(b *testing.B) {
		for b.Loop() {
			c.Uint64()
		}
	})
	b.Run("peer=math-rand-v2", func(b *testing.B) {
		for b.Loop() {
			std.Uint64()
		}
	})
	b.Run("peer=Stream/rounds=20", func(b *testing.B) {
		for b.Loop() {
			s.Uint64()
		}
	})
}

func BenchmarkChaCha8Seed(b *testing.B) {
	c, std := NewChaCha8([32]byte{1}), rand.NewChaCha8([32]byte{1})
	b.Run("peer=rng", func(b *testing.B) {
		for b.Loop() {
			c.Seed([32]byte{2})
		}
	})
	b.Run("peer=math-rand-v2", func(b *testing.B) {
		for b.Loop() {
			std.Seed([32]byte{2})
		}
	})
}

// BenchmarkStreamRead reads at 20 rounds, beside the kernel itself.
func BenchmarkStreamRead(b *testing.B) {
	var state chacha.State
	for _, size := range []int{64, 1 << 10, 4 << 10, 16 << 10, 1 << 20} {
		s := NewStream([32]byte{1}, 0)
		comparing(b, size, []peer[func(p []byte)]{
			{"rng", func(p []byte) { s.Read(p) }},
			{"Blocks", func(p []byte) { dispatch().forLength(len(p)).Blocks(p, &state, chacha.R20) }},
		})
	}
}

// BenchmarkStreamReadAt reads from random offsets.
func BenchmarkStreamReadAt(b *testing.B) {
	var state chacha.State
	s, offsets := NewStream([32]byte{1}, 0), NewStream([32]byte{2}, 0)
	for _, size := range []int{64, 1 << 10, 4 << 10, 16 << 10, 1 << 20} {
		comparing(b, size, []peer[func(p []byte)]{
			{"rng", func(p []byte) { s.ReadAt(p, int64(offsets.Uint64()>>1)) }},
			{"Blocks", func(p []byte) { dispatch().forLength(len(p)).Blocks(p, &state, chacha.R20) }},
		})
	}
}

// BenchmarkRatio runs two things by turns, at least 16 KiB at a time, and compares
// the shortest times, which what else the machine does can only lengthen.
func BenchmarkRatio(b *testing.B) {
	c, std := NewChaCha8([32]byte{1}), rand.NewChaCha8([32]byte{1})
	s, offsets := NewStream([32]byte{1}, 0), NewStream([32]byte{2}, 0)
	var state chacha.State
	blocks := func(p []byte) { dispatch().forLength(len(p)).Blocks(p, &state, chacha.R20) }
	for _, size := range []int{64, 1 << 10, 4 << 10, 1 << 20} {
		ratio(b, "ChaCha8.Read", "math-rand-v2", size, func(p []byte) { c.Read(p) }, func(p []byte) { std.Read(p) })
	}
	var sum uint64
	ratio(b, "ChaCha8.Uint64", "math-rand-v2", 16_384, func(p []byte) {
		for range len(p) / 8 {
			sum += c.Uint64()
		}
	}, func(p []byte) {
		for range len(p) / 8 {
			sum += std.Uint64()
		}
	})
	for _, size := range []int{1 << 10, 4 << 10, 1 << 20} {
		s.SetPos(0, 0)
		ratio(b, "Stream.Read", "Blocks", size, func(p []byte) { s.Read(p) }, blocks)
	}
	for _, size := range []int{4 << 10, 1 << 20} {
		ratio(b, "Stream.ReadAt", "Blocks", size, func(p []byte) { s.ReadAt(p, int64(offsets.Uint64()>>1)) }, blocks)
	}
}

// ratio reports how many times as fast as that of peer this way to make bytes is.
func ratio(b *testing.B, name, peer string, bytes int, this, other func(p []byte)) {
	b.Run(fmt.Sprintf("%s/bytes=%d/peer=%s", name, bytes, peer), func(b *testing.B) {
		p := make([]byte, bytes)
		calls := max(1, 16_384/bytes)
		best := [2]time.Duration{math.MaxInt64, math.MaxInt64}
		for b.Loop() {
			for i, f := range [2]func(p []byte){this, other} {
				start := time.Now()
				for range calls {
					f(p)
				}
				best[i] = min(best[i], time.Since(start))
			}
		}
		b.ReportMetric(float64(best[0].Nanoseconds())/float64(calls), "ns/call")
		b.ReportMetric(float64(best[1])/float64(best[0]), "times-peer")
	})
}
