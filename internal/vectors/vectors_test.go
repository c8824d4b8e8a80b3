package vectors_test

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"testing"

	"golang.org/x/crypto/chacha20"

	"github.com/simdchacha/simdchacha/chacha"
	"github.com/simdchacha/simdchacha/internal/vectors"
)

// TestCount fails if a table loses an entry.
func TestCount(t *testing.T) {
	for _, tt := range []struct {
		name  string
		table []vectors.Vector
		want  int
	}{
		{"RFC8439", vectors.RFC8439, 2 + 5 + 3},
		{"Strombergson", vectors.Strombergson, 8 * 3},
		{"Counter", vectors.Counter, (3 + 2) * 3},
	} {
		if len(tt.table) != tt.want {
			t.Errorf("%s has %d vectors, want %d", tt.name, len(tt.table), tt.want)
		}
	}
	if got, want := len(vectors.All()), len(vectors.RFC8439)+len(vectors.Strombergson)+len(vectors.Counter); got != want {
		t.Errorf("All has %d vectors, want %d", got, want)
	}
}

func TestDefinition(t *testing.T) {
	if err := vectors.Check(chacha.Blocks); err != nil {
		t.Error(err)
	}
}

// TestAgainstXCrypto computes every 20-round vector with the other
// implementation that the Go project maintains. One cipher a block: what
// happens to a counter between blocks is not left to its 32 bits.
func TestAgainstXCrypto(t *testing.T) {
	n := 0
	for _, v := range vectors.All() {
		if v.Rounds != chacha.R20 {
			continue
		}
		want, err := hex.DecodeString(v.Output)
		if err != nil {
			t.Fatal(err)
		}
		key, err := hex.DecodeString(v.Key)
		if err != nil {
			t.Fatal(err)
		}
		s := v.State()
		var got []byte
		for len(got) < len(want) {
			var nonce [chacha20.NonceSize]byte
			for i := range 3 {
				binary.LittleEndian.PutUint32(nonce[4*i:], s[chacha.Counter+1+i])
			}
			c, err := chacha20.NewUnauthenticatedCipher(key, nonce[:])
			if err != nil {
				t.Fatal(err)
			}
			c.SetCounter(s[chacha.Counter])
			var block [chacha.BlockSize]byte
			copy(block[:], v.Plaintext[min(len(got), len(v.Plaintext)):])
			c.XORKeyStream(block[:], block[:])
			got = append(got, block[:]...)
			s.SetBlockCounter(s.BlockCounter() + 1)
		}
		if !bytes.Equal(got[:len(want)], want) {
			t.Errorf("%s, counter %#x: disagrees with golang.org/x/crypto/chacha20", v.Source, v.Counter)
		}
		n++
	}
	if want := 10 + 8 + 5; n != want {
		t.Errorf("%d vectors compared, want %d", n, want)
	}
}

// BenchmarkCheck is what a self-test costs a program that uses plain Go.
func BenchmarkCheck(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		if err := vectors.Check(chacha.Blocks); err != nil {
			b.Fatal(err)
		}
	}
}
