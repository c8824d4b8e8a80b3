package chacha_test

import (
	"encoding/binary"
	"math/rand/v2"
	"testing"

	"github.com/simdchacha/simdchacha/chacha"
)

// TestInterlaced compares with math/rand/v2's ChaCha8, whose first key makes
// InterlacedSize bytes, of which the last KeySize are the next key.
func TestInterlaced(t *testing.T) {
	for i := range 20 {
		seed := [chacha.KeySize]byte{0: byte(i), 31: byte(3 * i)}
		var s chacha.State
		s.SetKey(&seed)
		var got [chacha.InterlacedSize]byte
		chacha.Interlaced(got[:], &s, chacha.R8)
		std := rand.NewChaCha8(seed)
		for at := 0; at < len(got)-chacha.KeySize; at += 8 {
			if word, want := binary.LittleEndian.Uint64(got[at:]), std.Uint64(); word != want {
				t.Fatalf("seed %x, byte %d: %#x, want %#x", seed, at, word, want)
			}
		}
		if s.BlockCounter() != 16 {
			t.Errorf("the counter is %d after 16 blocks", s.BlockCounter())
		}
	}
}
