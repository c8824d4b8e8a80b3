package rng

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"io"
	"math/rand/v2"
	"testing"
	"testing/iotest"

	"github.com/simdchacha/simdchacha"
	"github.com/simdchacha/simdchacha/chacha"
	"github.com/simdchacha/simdchacha/internal/testkit"
)

var (
	_ rand.Source = (*ChaCha8)(nil)
	_ io.Reader   = (*ChaCha8)(nil)
	_ encoded     = (*ChaCha8)(nil)
)

// onKernel returns NewChaCha8(seed), computed by k.
func onKernel(k simdchacha.Kernel, seed [chacha.KeySize]byte) *ChaCha8 {
	c := NewChaCha8(seed)
	c.kernels = kernels{k, k}
	c.Seed(seed)
	return c
}

// published is the sample output of https://c2sp.org/chacha8rand for the seed
// ABCDEFGHIJKLMNOPQRSTUVWXYZ123456: its pieces around the changes of key, and the
// SHA-256 of all of it.
var published = struct {
	size   int
	pieces map[int]string
	sum    string
}{
	2976,
	map[int]string{
		0:    "a516463d06b673b73cbc6aa622af60117c288d41d999258cd65cdc7e037ee07e",
		960:  "006f17b1e18cf01c49cb1eb8a4d0f7cc0e432c6b13ea3f3071c8069c136c1d86",
		992:  "87045ee072df415f1d6be21a1e7ebd251da462d604409fbe46851883d458bf65",
		2944: "fa19c615bd23b5edc023cc3ed57fd9024c376244a305afac1fa1ff4bd3c6d9dd",
	},
	"bfec3d418b829afe5df2d8887d1508348409c293b73758d7efd841dd995fe021",
}

// TestChaCha8Published draws the published output as words, as one Read, and as
// Reads of one byte.
func TestChaCha8Published(t *testing.T) {
	seed := [chacha.KeySize]byte([]byte("ABCDEFGHIJKLMNOPQRSTUVWXYZ123456"))
	eachKernel(t, func(t *testing.T, k simdchacha.Kernel) {
		for name, draw := range map[string]func(c *ChaCha8, out []byte){
			"Read": func(c *ChaCha8, out []byte) { c.Read(out) },
			"Uint64": func(c *ChaCha8, out []byte) {
				for ; len(out) > 0; out = out[8:] {
					binary.LittleEndian.PutUint64(out, c.Uint64())
				}
			},
			"bytes": func(c *ChaCha8, out []byte) { io.ReadFull(iotest.OneByteReader(c), out) },
		} {
			out := make([]byte, published.size)
			draw(onKernel(k, seed), out)
			for at, want := range published.pieces {
				if got := hex.EncodeToString(out[at : at+len(want)/2]); got != want {
					t.Errorf("%s, byte %d: %s, want %s", name, at, got, want)
				}
			}
			if got := fmt.Sprintf("%x", sha256.Sum256(out)); got != published.sum {
				t.Errorf("%s: sha256 %s, want %s", name, got, published.sum)
			}
		}
	})
}

// TestChaCha8LongReads compares Reads that go straight to the caller's memory with
// math/rand/v2's, into memory that is not zero and ends at an unmapped page, from
// different places in the buffer.
func TestChaCha8LongReads(t *testing.T) {
	seed := [chacha.KeySize]byte{1, 2, 3}
	eachKernel(t, func(t *testing.T, k simdchacha.Kernel) {
		mem := testkit.GuardBehind(t, 1<<17)
		for _, n := range []int{
			chacha8Size - 1, chacha8Size, chacha8Size + 1, 1023, 1024, 1025, 1024 + chacha8Size - 1, 1024 + chacha8Size,
			1024 + chacha8Size + 1, 1055, 1056, 1057, 3 * chacha8Size, wideMin - 1, wideMin, wideMin + 7, 1 << 17,
		} {
			for _, before := range []int{0, 1, 8, 13, chacha8Size - 8, chacha8Size - 5, chacha8Size} {
				c, std := onKernel(k, seed), rand.NewChaCha8(seed)
				p := mem[len(mem)-n:]
				for i := range p {
					p[i] = 0xa5
				}
				read(c, before)
				read(std, before)
				c.Read(p)
				if !bytes.Equal(p, read(std, n)) {
					t.Fatalf("Read of %d bytes after %d differs", n, before)
				}
				same(t, c, std)
			}
		}
	})
}

// same fails t unless c and std are in the same state, and give the same next word.
func same(t *testing.T, c *ChaCha8, std *rand.ChaCha8) {
	t.Helper()
	if got, want := marshal(t, c), marshal(t, std); !bytes.Equal(got, want) {
		t.Fatalf("encoding %q, want %q", got, want)
	}
	if got, want := c.Uint64(), std.Uint64(); got != want {
		t.Fatalf("then Uint64() = %#x, want %#x", got, want)
	}
}

// FuzzChaCha8 draws in any order from math/rand/v2 and from every kernel, and
// moves states between them. A script is a sequence of three-byte steps: what to
// do, and a length or a seed.
func FuzzChaCha8(f *testing.F) {
	f.Add([]byte{}, []byte("\x00..\x01\x03\xe0\x00..\x02..\x03..\x00.."))
	f.Add([]byte("seed"), []byte("\x01\x00\x03\x02..\x01\x13\x88\x03..\x01\x00\x00\x04\x01\x02\x01\x00\x05"))
	f.Add([]byte("left over"), []byte("\x01\x00\x03\x04\x00\x01\x01\x00\x10\x01\x00\x01\x02..\x01\x00\x07\x00.."))
	f.Add([]byte("used up"), []byte("\x01\x03\xe0\x03..\x00..\x01\x03\xd8\x02..\x00.."))
	f.Add([]byte("long"), bytes.Repeat([]byte("\x01\x04\x00\x00..\x01\x04\x07\x02.."), 10))
	f.Fuzz(func(t *testing.T, key, script []byte) {
		var seed [chacha.KeySize]byte
		copy(seed[:], key)
		for _, k := range simdchacha.Kernels() {
			if !k.Available() {
				continue
			}
			c, std := onKernel(k, seed), rand.NewChaCha8(seed)
			for i := 0; i+3 <= min(len(script), 150); i += 3 {
				switch n := int(binary.BigEndian.Uint16(script[i+1:])); script[i] % 5 {
				case 0:
					if got, want := c.Uint64(), std.Uint64(); got != want {
						t.Fatalf("%v, step %d: Uint64() = %#x, want %#x", k, i/3, got, want)
					}
				case 1:
					n %= 5001
					if got, want := read(c, n), read(std, n); !bytes.Equal(got, want) {
						t.Fatalf("%v, step %d: Read of %d bytes differs", k, i/3, n)
					}
				case 2: // from here to there; std must be new, see golang/go#81488
					std = new(rand.ChaCha8)
					unmarshal(t, std, marshal(t, c))
				case 3: // from there to here
					unmarshal(t, c, marshal(t, std))
				case 4:
					binary.BigEndian.PutUint16(seed[:], uint16(n))
					c.Seed(seed)
					std.Seed(seed)
				}
				if got, want := marshal(t, c), marshal(t, std); !bytes.Equal(got, want) {
					t.Fatalf("%v, step %d: encoding %q, want %q", k, i/3, got, want)
				}
			}
		}
	})
}

// FuzzChaCha8Unmarshal decodes anything. math/rand/v2 is right about what is
// valid where it does not panic (golang/go#81488).
func FuzzChaCha8Unmarshal(f *testing.F) {
	c := NewChaCha8([chacha.KeySize]byte{5})
	for _, n := range []int{0, 3, 8, 997, 3 * chacha8Size} {
		read(c, n)
		f.Add(marshal(f, c))
	}
	for _, n := range []int{chacha8Size - 8, chacha8Size, 5 * chacha8Size} { // a key used up, or almost
		c.Seed([chacha.KeySize]byte{7})
		read(c, n)
		f.Add(marshal(f, c))
	}
	tail := bytes.Repeat([]byte{0}, 8+chacha.KeySize)
	for _, data := range []string{
		"", readBufTag, readBufTag + "\x00", readBufTag + "\x09123456789", readBufTag + "\xff", chacha8Tag,
		readBufTag + "\x00" + chacha8Tag + string(tail), readBufTag + "\x0812345678" + chacha8Tag + string(tail),
		readBufTag + "\x09123456789" + chacha8Tag + string(tail), readBufTag + "\x03abcnot a valid state",
		chacha8Tag + "\x00\x00\x00\x00\x00\x00\x00\x7d" + string(tail[8:]), chacha8Tag + "\xff" + string(tail[1:]),
		chacha8Tag + string(tail) + "\x00", chacha8Tag + string(tail[1:]),
	} {
		f.Add([]byte(data))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		var std rand.ChaCha8
		valid := func() bool {
			defer func() { recover() }()
			return std.UnmarshalBinary(data) == nil
		}()
		fresh := new(ChaCha8)
		decodes(t, fresh, data, valid, func() *ChaCha8 {
			used := NewChaCha8([chacha.KeySize]byte{6})
			read(used, 2*chacha8Size+3)
			return used
		})
		if valid {
			if got, want := read(fresh, 1100), read(&std, 1100); !bytes.Equal(got, want) {
				t.Fatal("output differs from math/rand/v2's")
			}
			same(t, fresh, &std)
		}
	})
}

// TestChaCha8Seed checks that nothing survives a Seed, and that Reads of nothing
// are neutral.
func TestChaCha8Seed(t *testing.T) {
	a, b := [chacha.KeySize]byte{1}, [chacha.KeySize]byte{2}
	for _, before := range []int{0, 3, 8, 1000, 5000} {
		used := NewChaCha8(a)
		read(used, before)
		used.Seed(b)
		read(used, 0)
		used.Read(nil)
		if !bytes.Equal(read(used, 2000), read(NewChaCha8(b), 2000)) {
			t.Errorf("Read(%d), Seed, Read differs from a new generator", before)
		}
	}
}

func TestSeedOfZeroChaCha8(t *testing.T) {
	var c ChaCha8
	if c.Seed([chacha.KeySize]byte{1}); c.Uint64() != NewChaCha8([chacha.KeySize]byte{1}).Uint64() {
		t.Error("Seed does not make a zero value a generator")
	}
}

// TestSelfTestSeesInterlaced checks that the self-test sees a wrong bit anywhere.
func TestSelfTestSeesInterlaced(t *testing.T) {
	for bit := range 8 * chacha.InterlacedSize {
		if checkInterlaced(func(dst []byte, s *chacha.State, r chacha.Rounds) {
			simdchacha.Kernel.Interlaced(Kernel(), dst, s, r)
			dst[bit/8] ^= 1 << (bit % 8)
		}, chacha.Blocks) == nil {
			t.Fatalf("a flipped bit %d passes the self-test", bit)
		}
	}
	if checkInterlaced(func(dst []byte, s *chacha.State, r chacha.Rounds) {
		chacha.Interlaced(dst, s, r)
		s[chacha.Counter+1]--
	}, chacha.Blocks) == nil {
		t.Error("a lost carry passes the self-test")
	}
}
