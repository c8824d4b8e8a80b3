package rng

import (
	"bytes"
	"encoding/binary"
	"io"
	"testing"

	"github.com/simdchacha/simdchacha"
	"github.com/simdchacha/simdchacha/chacha"
)

// window is the length of the pieces that are looked for: short enough to find
// what was overwritten in part, long enough not to be found by chance.
const window = 8

// remains reports whether mem holds a piece of secret.
func remains(mem, secret []byte) bool {
	for i := 0; i+window <= len(secret); i++ {
		if bytes.Contains(mem, secret[i:i+window]) {
			return true
		}
	}
	return false
}

// TestMemoryForgets looks, after draws of all kinds, for what a generator must
// have forgotten: the key of its buffer, the seed, the key before, and all that
// it has handed out.
func TestMemoryForgets(t *testing.T) {
	c := new(counter)
	setSystem(t, c)
	g := New()
	var key [chacha.KeySize]byte // the one in the buffer, waiting
	for refill := range uint64(3) {
		seed := c.seed(refill + 1)
		old := key
		stream := keystream(xor(key, seed), bufferSize, chacha.R20)
		key = [chacha.KeySize]byte(stream)

		var out []byte
		draw := func(n int) {
			out = append(out, read(g, n)...)
			out = binary.LittleEndian.AppendUint64(out, g.Uint64())
			out = binary.LittleEndian.AppendUint32(out, g.Uint32())
			out = binary.LittleEndian.AppendUint32(out, g.Uint32())
		}
		check := func(secret []byte) {
			t.Helper()
			if mem := memory(g); remains(mem, secret) {
				t.Fatalf("refill %d: still in memory after %d bytes: %x", refill, len(out), secret)
			}
		}
		for len(out) < batchSize {
			draw(min(batchSize-len(out)-16, 16+len(out)%500))
			current := xor(old, seed)
			check(current[:])
			check(out[max(0, len(out)-600):])
			if refill > 0 {
				check(old[:])
			}
		}
		if want := stream[chacha.KeySize:]; !bytes.Equal(out, want) {
			t.Fatalf("refill %d: the test does not know the construction", refill)
		}
		check(out)
		if !bytes.Contains(memory(g), key[:]) {
			t.Fatalf("refill %d: the next key is not where the test looks", refill)
		}
	}
}

// TestBacktracking plays a thief who has the whole memory of a generator, and
// tries everything in it as a key, with every seed of the past.
func TestBacktracking(t *testing.T) {
	c := new(counter)
	setSystem(t, c)
	g := New()
	out := read(g, 100)
	for range 2 * batchSize / 100 {
		out = append(out, read(g, 100)...)
	}
	state := stealState(g)
	if recovered(state, c, out) {
		t.Error("earlier output was computed from the state")
	}

	// The thief succeeds if the key of the buffer is left behind.
	used := keystream(c.seed(1), chacha.KeySize, chacha.R20)
	copy(state[len(state)/2:], used)
	if !recovered(state, c, out) {
		t.Error("the thief of this test cannot find what there is")
	}
}

// recovered reports whether a key in state, as it is or with a seed, gives a
// piece of out.
func recovered(state []byte, c *counter, out []byte) bool {
	pieces := make(map[string]bool)
	for i := 0; i+window <= len(out); i++ {
		pieces[string(out[i:i+window])] = true
	}
	for i := 0; i+chacha.KeySize <= len(state); i++ {
		key := [chacha.KeySize]byte(state[i:])
		if isZero(key[:]) {
			continue
		}
		for n := range c.reads + 1 {
			s := keystream(xor(key, c.seed(n)), 2*chacha.BlockSize, chacha.R20)
			for j := 0; j+window <= len(s); j += window {
				if pieces[string(s[j:j+window])] {
					return true
				}
			}
		}
	}
	return false
}

// TestCloneDiverges states exactly what a copy of the memory can repeat: the
// unread bytes of the buffer, and nothing after them.
func TestCloneDiverges(t *testing.T) {
	g := New()
	g.Uint64()
	unread := batchSize - 8

	c := cloneOf(g)
	for range unread / 8 {
		if g.Uint64() != c.Uint64() {
			t.Fatal("this is no clone")
		}
	}
	mustDiffer(t, "after the buffer", g, c)

	c = cloneOf(g)
	g.Reseed()
	mustDiffer(t, "after Generator.Reseed", g, c)

	c = cloneOf(g)
	Reseed()
	mustDiffer(t, "after Reseed", g, c)

	c = cloneOf(g)
	if bytes.Equal(read(g, longRead), read(c, longRead)) {
		t.Error("a long read repeats in a clone")
	}
}

func mustDiffer(t *testing.T, when string, a, b io.Reader) {
	t.Helper()
	if remains(read(a, 1000), read(b, 1000)) {
		t.Errorf("%s: a clone repeats its parent", when)
	}
}

// TestCloneOfWeakEntropy checks that the old key counts as much as the seed: two
// generators with different pasts stay different when the operating system gives
// both the same.
func TestCloneOfWeakEntropy(t *testing.T) {
	setSystem(t, new(counter))
	a := New()
	a.Uint64()
	b := New()
	b.Uint64()
	setSystem(t, new(counter))
	x := read(a, 1000)
	setSystem(t, new(counter))
	mustNotRemain := read(b, 1000)
	if remains(x, mustNotRemain) {
		t.Error("equal seeds gave equal bytes under different keys")
	}
}

// TestLongReadForgets checks that the state of a long read is not in the
// generator afterwards.
func TestLongReadForgets(t *testing.T) {
	c := new(counter)
	setSystem(t, c)
	g := New()
	first := keystream(c.seed(1), 2*chacha.KeySize, chacha.R20)
	key := xor([chacha.KeySize]byte(first[chacha.KeySize:]), c.seed(2))
	out := read(g, longRead+5)
	if !bytes.Equal(out, keystream(key, len(out), chacha.R20)) {
		t.Fatal("the test does not know the construction")
	}
	for name, secret := range map[string][]byte{"key": key[:], "key bytes": first[chacha.KeySize:], "output": out} {
		if remains(memory(g), secret) {
			t.Errorf("still in memory: %s", name)
		}
	}
}

// TestKernelsAgree checks that the bytes do not depend on the kernel.
func TestKernelsAgree(t *testing.T) {
	draw := func(k simdchacha.Kernel, r chacha.Rounds) []byte {
		setSystem(t, new(counter))
		g := New(WithKernel(k), WithRounds(r))
		out := read(g, 1000)
		for range 10 {
			out = append(out, read(g, 1999)...)
		}
		return append(out, read(g, wideMin+77)...)
	}
	eachKernel(t, func(t *testing.T, k simdchacha.Kernel) {
		for _, r := range allRounds {
			if !bytes.Equal(draw(k, r), draw(simdchacha.Portable, r)) {
				t.Errorf("%d rounds: differs from Portable", r)
			}
		}
	})
}
