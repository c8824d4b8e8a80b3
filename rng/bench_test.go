package rng

import (
	crand "crypto/rand"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/simdchacha/simdchacha/chacha"
)

var sizes = []int{16, 32, 64, 256, 1 << 10, 4 << 10, 16 << 10, 1 << 20}

// readPeers are what bytes can be read from. Ratios between them mean something
// only within one run.
func readPeers() []peer[io.Reader] {
	return []peer[io.Reader]{
		{"rng", Reader},
		{"crypto-rand", crand.Reader},
		{"Generator/rounds=8", New(WithRounds(chacha.R8))},
		{"Generator/rounds=20", New()},
		{"ChaCha8", rand.NewChaCha8([32]byte{1})},
	}
}

type peer[T any] struct {
	name string
	draw T
}

// readFunc keeps the interface out of the measurement: what programs call directly is
// called directly.
func readFunc(r io.Reader) func(p []byte) {
	switch r := r.(type) {
	case *source:
		return func(p []byte) { Read(p) }
	case *Generator:
		return func(p []byte) { r.Read(p) }
	case *rand.ChaCha8:
		return func(p []byte) { r.Read(p) }
	}
	return func(p []byte) { crand.Read(p) }
}

func BenchmarkRead(b *testing.B) {
	for _, size := range sizes {
		for _, peer := range readPeers() {
			b.Run(fmt.Sprintf("bytes=%d/peer=%s", size, peer.name), func(b *testing.B) {
				read, p := readFunc(peer.draw), make([]byte, size)
				b.SetBytes(int64(size))
				b.ReportAllocs()
				for b.Loop() {
					read(p)
				}
			})
		}
	}
}

func BenchmarkUint64(b *testing.B) {
	g8, g20, c := New(WithRounds(chacha.R8)), New(), rand.NewChaCha8([32]byte{1})
	b.Run("peer=rng", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			Uint64()
		}
	})
	b.Run("peer=math-rand", func(b *testing.B) {
		for b.Loop() {
			rand.Uint64()
		}
	})
	b.Run("peer=Generator/rounds=8", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			g8.Uint64()
		}
	})
	b.Run("peer=Generator/rounds=20", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			g20.Uint64()
		}
	})
	b.Run("peer=ChaCha8", func(b *testing.B) {
		for b.Loop() {
			c.Uint64()
		}
	})
}

// BenchmarkParallel is for -cpu 1,2,4 and so on: throughput should grow with it.
func BenchmarkParallel(b *testing.B) {
	for _, peer := range []peer[func()]{
		{"Uint64/peer=rng", func() { Uint64() }},
		{"Uint64/peer=math-rand", func() { rand.Uint64() }},
	} {
		b.Run(peer.name, func(b *testing.B) {
			b.RunParallel(func(pb *testing.PB) {
				for pb.Next() {
					peer.draw()
				}
			})
		})
	}
	for _, size := range sizes {
		for _, peer := range readPeers()[:2] {
			b.Run(fmt.Sprintf("Read/bytes=%d/peer=%s", size, peer.name), func(b *testing.B) {
				read := readFunc(peer.draw)
				b.SetBytes(int64(size))
				b.RunParallel(func(pb *testing.PB) {
					for p := make([]byte, size); pb.Next(); {
						read(p)
					}
				})
			})
		}
	}
}

func BenchmarkDraw(b *testing.B) {
	r := rand.New(Source)
	for _, peer := range []peer[func()]{
		{"IntN/peer=rng", func() { IntN(1000) }},
		{"IntN/peer=math-rand", func() { rand.IntN(1000) }},
		{"IntN/peer=rand.New", func() { r.IntN(1000) }},
		{"Float64/peer=rng", func() { Float64() }},
		{"Float64/peer=math-rand", func() { rand.Float64() }},
		{"Text/peer=rng", func() { Text() }},
		{"Text/peer=crypto-rand", func() { crand.Text() }},
	} {
		b.Run(peer.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				peer.draw()
			}
		})
	}
}

// BenchmarkTail measures single draws, to see those that refill: the median, the
// 99.99th percentile and the worst, clock included.
func BenchmarkTail(b *testing.B) {
	var p [8]byte
	for _, peer := range []peer[func()]{
		{"peer=rng", func() { Uint64() }},
		{"peer=math-rand", func() { rand.Uint64() }},
		{"peer=crypto-rand", func() { crand.Read(p[:]) }},
	} {
		b.Run(peer.name, func(b *testing.B) {
			times := make([]time.Duration, 1_000_000)
			for b.Loop() {
				for i := range times {
					start := time.Now()
					peer.draw()
					times[i] = time.Since(start)
				}
			}
			slices.Sort(times)
			b.ReportMetric(float64(times[len(times)/2]), "p50-ns")
			b.ReportMetric(float64(times[len(times)/10000*9999]), "p99.99-ns")
			b.ReportMetric(float64(times[len(times)-1]), "max-ns")
		})
	}
}
