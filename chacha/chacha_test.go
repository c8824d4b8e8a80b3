package chacha_test

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"golang.org/x/crypto/chacha20"

	"github.com/simdchacha/simdchacha/chacha"
	"github.com/simdchacha/simdchacha/internal/vectors"
)

var allRounds = []chacha.Rounds{chacha.R8, chacha.R12, chacha.R20}

// newRand returns a source of test data that is the same in every run.
func newRand() *rand.Rand { return rand.New(rand.NewPCG(8439, 0)) }

// randomState returns a state whose first row need not be Sigma.
func randomState(rnd *rand.Rand) (s chacha.State) {
	for i := range s {
		s[i] = rnd.Uint32()
	}
	return s
}

// dirty returns n bytes that are not zero.
func dirty(n int) []byte { return bytes.Repeat([]byte{0x5a}, n) }

func TestQuarterRound(t *testing.T) {
	for _, v := range vectors.QuarterRounds {
		got, i := v.In, v.Index
		got[i[0]], got[i[1]], got[i[2]], got[i[3]] =
			chacha.QuarterRoundOf(got[i[0]], got[i[1]], got[i[2]], got[i[3]])
		if got != v.Out {
			t.Errorf("%s: %08x, want %08x", v.Source, got, v.Out)
		}
		got = v.In
		tableQuarterRound(&got, i)
		if got != v.Out {
			t.Errorf("%s, by Rotations: %08x, want %08x", v.Source, got, v.Out)
		}
	}
}

func TestVectors(t *testing.T) {
	for _, v := range vectors.All() {
		for lead := range 17 {
			if err := v.Check(chacha.Blocks, lead); err != nil {
				t.Error(err)
			}
			if err := v.Check(reference, lead); err != nil {
				t.Errorf("by the tables: %v", err)
			}
		}
	}
}

// TestSigma compares Sigma with the text that it is.
func TestSigma(t *testing.T) {
	var b []byte
	for _, w := range chacha.Sigma {
		b = binary.LittleEndian.AppendUint32(b, w)
	}
	if string(b) != "expand 32-byte k" {
		t.Errorf("Sigma is %q", b)
	}
}

func TestBlocksIsReference(t *testing.T) {
	rnd := newRand()
	for _, r := range allRounds {
		for n := range 20 {
			got, want := dirty(n*chacha.BlockSize), make([]byte, n*chacha.BlockSize)
			s := randomState(rnd)
			start, ref := s, s
			chacha.Blocks(got, &s, r)
			reference(want, &ref, r)
			if !bytes.Equal(got, want) || s != ref {
				t.Errorf("%d rounds, %d blocks of %08x: wrong", r, n, start)
			}
		}
	}
}

// TestXCrypto compares 20 rounds with an implementation by others.
func TestXCrypto(t *testing.T) {
	rnd := newRand()
	for n := range 200 {
		var key [chacha.KeySize]byte
		for i := range key {
			key[i] = byte(rnd.Uint32())
		}
		s := randomState(rnd)
		s[chacha.Counter] >>= 1 // XORKeyStream panics at the end of its 32-bit counter
		s.SetKey(&key)

		var nonce [chacha20.NonceSize]byte
		for i := range 3 {
			binary.LittleEndian.PutUint32(nonce[4*i:], s[chacha.Counter+1+i])
		}
		c, err := chacha20.NewUnauthenticatedCipher(key[:], nonce[:])
		if err != nil {
			t.Fatal(err)
		}
		c.SetCounter(s[chacha.Counter])
		want := make([]byte, n%35*chacha.BlockSize)
		c.XORKeyStream(want, want)

		got := dirty(len(want))
		chacha.Blocks(got, &s, chacha.R20)
		if !bytes.Equal(got, want) {
			t.Errorf("key %x, nonce %x, %d blocks: wrong", key, nonce, n%35)
		}
	}
}

func TestCounter(t *testing.T) {
	for _, tt := range []struct {
		name          string
		before, after uint64
		blocks        int
	}{
		{"no block", 7, 7, 0},
		{"one block", 7, 8, 1},
		{"within word 12", 1<<31 - 3, 1<<31 + 4, 7},
		{"carry into word 13", 1<<32 - 3, 1<<32 + 4, 7},
		{"exactly to word 13", 5<<32 - 3, 5 << 32, 3},
		{"wrap", 1<<64 - 3, 4, 7},
		{"exactly to 0", 1<<64 - 3, 0, 3},
	} {
		for _, r := range allRounds {
			s := randomState(newRand())
			s.SetBlockCounter(tt.before)
			if got := s.BlockCounter(); got != tt.before {
				t.Fatalf("BlockCounter is %#x after SetBlockCounter(%#x)", got, tt.before)
			}
			want := s
			want[chacha.Counter], want[chacha.Counter+1] = uint32(tt.after), uint32(tt.after>>32)

			whole := dirty(tt.blocks * chacha.BlockSize)
			once := s
			chacha.Blocks(whole, &once, r)
			if once != want {
				t.Errorf("%s, %d rounds: state after one call is %08x, want %08x", tt.name, r, once, want)
			}
			var parts []byte
			for range tt.blocks {
				part := dirty(chacha.BlockSize)
				chacha.Blocks(part, &s, r)
				parts = append(parts, part...)
			}
			if s != want || !bytes.Equal(parts, whole) {
				t.Errorf("%s, %d rounds: a call for each block differs from one call", tt.name, r)
			}
		}
	}
}

func TestPanics(t *testing.T) {
	for _, tt := range []struct {
		bytes  int
		rounds chacha.Rounds
		want   string
	}{
		{1, chacha.R20, "1 bytes are not"},
		{63, chacha.R20, "63 bytes are not"},
		{65, chacha.R8, "65 bytes are not"},
		{1000, chacha.R12, "1000 bytes are not"},
		{128, 0, "0 rounds"},
		{128, -2, "-2 rounds"},
		{128, -8, "-8 rounds"},
		{128, 2, "2 rounds"},
		{128, 7, "7 rounds"},
		{128, 10, "10 rounds"},
		{128, 21, "21 rounds"},
		{128, 24, "24 rounds"},
		{0, 0, "0 rounds"},
	} {
		t.Run(fmt.Sprintf("rounds=%d/bytes=%d", tt.rounds, tt.bytes), func(t *testing.T) {
			dst := dirty(tt.bytes)
			s := randomState(newRand())
			before := s
			defer func() {
				got := recover()
				if msg, ok := got.(string); !ok || !strings.HasPrefix(msg, "chacha: "+tt.want) {
					t.Errorf("panic of %v, want %q", got, tt.want)
				}
				if !bytes.Equal(dst, dirty(tt.bytes)) || s != before {
					t.Error("dst or the state was written before the panic")
				}
			}()
			chacha.Blocks(dst, &s, tt.rounds)
		})
	}
}

func TestSetKey(t *testing.T) {
	var key [chacha.KeySize]byte
	for i := range key {
		key[i] = byte(i)
	}
	s := randomState(newRand())
	want := chacha.State{ // RFC 8439, Section 2.3.2
		0x61707865, 0x3320646e, 0x79622d32, 0x6b206574,
		0x03020100, 0x07060504, 0x0b0a0908, 0x0f0e0d0c,
		0x13121110, 0x17161514, 0x1b1a1918, 0x1f1e1d1c,
		s[12], s[13], s[14], s[15],
	}
	s.SetKey(&key)
	if s != want {
		t.Errorf("%08x, want %08x", s, want)
	}
}

func TestNoAllocations(t *testing.T) {
	var dst [4 * chacha.BlockSize]byte
	var key [chacha.KeySize]byte
	n := testing.AllocsPerRun(100, func() {
		var s chacha.State
		s.SetKey(&key)
		chacha.Blocks(dst[:], &s, chacha.R8)
		s.SetBlockCounter(s.BlockCounter() + 1)
	})
	if n != 0 {
		t.Errorf("%v allocations, want 0", n)
	}
}

func FuzzBlocks(f *testing.F) {
	for i, v := range vectors.All() {
		var b []byte
		for _, w := range v.State() {
			b = binary.LittleEndian.AppendUint32(b, w)
		}
		f.Add(b, byte(i), byte(i))
	}
	f.Fuzz(func(t *testing.T, state []byte, rounds, blocks byte) {
		var b [4 * chacha.Words]byte
		copy(b[:], state)
		var s chacha.State
		for i := range s {
			s[i] = binary.LittleEndian.Uint32(b[4*i:])
		}
		r := allRounds[int(rounds)%len(allRounds)]
		n := int(blocks) % 40 * chacha.BlockSize
		ref, got, want := s, dirty(n), make([]byte, n)
		chacha.Blocks(got, &s, r)
		reference(want, &ref, r)
		if !bytes.Equal(got, want) {
			t.Errorf("%d rounds, %d bytes: the keystream differs", r, n)
		}
		if s != ref {
			t.Errorf("%d rounds, %d bytes: the state is left as %08x, want %08x", r, n, s, ref)
		}
	})
}

func BenchmarkBlocks(b *testing.B) {
	for _, r := range allRounds {
		for _, n := range []int{64, 4096} {
			b.Run(fmt.Sprintf("rounds=%d/bytes=%d", r, n), func(b *testing.B) {
				b.SetBytes(int64(n))
				b.ReportAllocs()
				var s chacha.State
				dst := make([]byte, n)
				for b.Loop() {
					chacha.Blocks(dst, &s, r)
				}
			})
		}
	}
}
