package peers

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/simdchacha/simdchacha/chacha"
)

// Every source fills all of what it is given and nothing else, and never twice
// with the same bytes.
func TestRandom(t *testing.T) {
	for _, p := range Random() {
		t.Run(p.Name, func(t *testing.T) {
			fill := p.New()
			for _, n := range []int{1, 4, 7, 8, 16, 63, 64, 1000, 5000} {
				all, none := bytes.Repeat([]byte{0xff}, n), make([]byte, n)
				memory := make([]byte, n+8)
				last := make([]byte, n)
				for range 64 { // a bit keeps its value once in 2^63 times
					fill(memory[:n], 1)
					for i := range n {
						all[i] &= memory[i]
						none[i] |= memory[i]
					}
					if n >= 16 && bytes.Equal(last, memory[:n]) {
						t.Fatalf("%d bytes: the same twice", n)
					}
					copy(last, memory)
				}
				if !bytes.Equal(all, make([]byte, n)) || !bytes.Equal(none, bytes.Repeat([]byte{0xff}, n)) {
					t.Errorf("%d bytes: bits that are always set %x, bits that are ever set %x", n, all, none)
				}
				if !bytes.Equal(memory[n:], make([]byte, 8)) {
					t.Errorf("%d bytes: wrote behind the end", n)
				}
			}
		})
	}
}

// What is measured as ChaCha is ChaCha with that number of rounds.
func TestKeystream(t *testing.T) {
	const n = 1024
	for _, p := range Keystream() {
		t.Run(fmt.Sprint(p.Name, p.Rounds), func(t *testing.T) {
			var key [chacha.KeySize]byte
			if p.Name == "OpenSSL" || p.Name == "libsodium" {
				key = [chacha.KeySize]byte{1, 2, 3}
			}
			var s chacha.State
			s.SetKey(&key)
			want, got := make([]byte, n), make([]byte, n)
			chacha.Blocks(want, &s, chacha.Rounds(p.Rounds))
			p.New()(got, 1)
			if !bytes.Equal(got, want) {
				t.Errorf("got %x..., want %x...", got[:16], want[:16])
			}
		})
	}
}

func TestMissing(t *testing.T) {
	var names []string
	for _, p := range append(Random(), Keystream()...) {
		names = append(names, p.Name)
	}
	there := strings.Contains(strings.Join(names, " "), "OpenSSL")
	if there == (Missing != "") {
		t.Errorf("names %q, missing %q", names, Missing)
	}
}

// A generator without Read is asked for no more words than it takes.
func TestWords(t *testing.T) {
	for n := range 34 {
		drawn := 0
		dst := make([]byte, n)
		words(dst, func() uint64 { drawn++; return 0x0807060504030201 })
		if want := (n + 7) / 8; drawn != want {
			t.Errorf("%d bytes took %d words, want %d", n, drawn, want)
		}
		for i, b := range dst {
			if want := byte(i%8 + 1); b != want {
				t.Errorf("%d bytes: byte %d is %d, want %d", n, i, b, want)
			}
		}
	}
}
