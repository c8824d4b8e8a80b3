package simdchacha_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"golang.org/x/crypto/chacha20"

	"github.com/simdchacha/simdchacha"
	"github.com/simdchacha/simdchacha/chacha"
)

// BenchmarkBlocks measures every kernel and, as peers, what a Go program could
// use instead.
func BenchmarkBlocks(b *testing.B) {
	for _, k := range simdchacha.Kernels() {
		for _, rounds := range allRounds {
			benchmark(b, "kernel="+k.String(), rounds, func(b *testing.B, dst []byte) {
				if !k.Available() {
					b.Skip("not available on this machine")
				}
				var s chacha.State
				for b.Loop() {
					k.Blocks(dst, &s, rounds)
				}
			})
		}
	}
	benchmark(b, "peer=math-rand-v2-ChaCha8", chacha.R8, func(b *testing.B, dst []byte) {
		c := rand.NewChaCha8([32]byte{})
		for b.Loop() {
			_, _ = c.Read(dst) // never fails
		}
	})
	benchmark(b, "peer=x-crypto", chacha.R20, func(b *testing.B, dst []byte) {
		c, err := chacha20.NewUnauthenticatedCipher(make([]byte, chacha20.KeySize), make([]byte, chacha20.NonceSize))
		if err != nil {
			b.Fatal(err)
		}
		zero := make([]byte, len(dst))
		for b.Loop() { // 256 GiB at most, where its counter ends
			c.XORKeyStream(dst, zero)
		}
	})
}

func benchmark(b *testing.B, name string, rounds chacha.Rounds, f func(b *testing.B, dst []byte)) {
	for n := 64; n <= 65536; n *= 4 {
		b.Run(fmt.Sprintf("%s/rounds=%d/bytes=%d", name, rounds, n), func(b *testing.B) {
			b.SetBytes(int64(n))
			b.ReportAllocs()
			f(b, make([]byte, n))
		})
	}
}
