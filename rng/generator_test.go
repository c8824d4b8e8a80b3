package rng

import (
	"bytes"
	"encoding/binary"
	"io"
	"math/rand/v2"
	"testing"

	"github.com/simdchacha/simdchacha"
	"github.com/simdchacha/simdchacha/chacha"
)

var (
	_ rand.Source = (*Generator)(nil)
	_ io.Reader   = (*Generator)(nil)
)

// TestValuesAreTheStream checks the written rule: Uint32 and Uint64 return the
// next bytes, also where a buffer ends inside a value.
func TestValuesAreTheStream(t *testing.T) {
	setSystem(t, new(counter))
	g := New()
	var want []byte
	for len(want) < 3*batchSize {
		want = append(want, read(g, 1000)...) // short ones: long reads have a key of their own
	}

	for _, skip := range []int{0, 1, 3, 4, 7} {
		setSystem(t, new(counter))
		g := New()
		rest := want[len(read(g, skip)):]
		for i := 0; len(rest) >= 8; i++ {
			if i%3 == 0 {
				if got, want := g.Uint32(), binary.LittleEndian.Uint32(rest); got != want {
					t.Fatalf("skip %d, value %d: Uint32() = %#x, want %#x", skip, i, got, want)
				}
				rest = rest[4:]
				continue
			}
			if got, want := g.Uint64(), binary.LittleEndian.Uint64(rest); got != want {
				t.Fatalf("skip %d, value %d: Uint64() = %#x, want %#x", skip, i, got, want)
			}
			rest = rest[8:]
		}
	}
}

// TestReadSplit checks that short reads give the same bytes however they are
// cut, and that a read of nothing is neutral.
func TestReadSplit(t *testing.T) {
	const total = 2*batchSize + 100
	var want []byte
	for _, step := range []int{1, 13, 16, 31, 32, 33, 64, longRead - 1} {
		setSystem(t, new(counter))
		g := New()
		var got []byte
		for len(got) < total {
			got = append(got, read(g, min(step, total-len(got)))...)
			read(g, 0)
			g.Read(nil)
		}
		if want == nil {
			want = got
		}
		if !bytes.Equal(got, want) {
			t.Errorf("reads of %d bytes differ from reads of one", step)
		}
	}
}

// TestReadWritesOnlyItsArgument reads into the middle of a buffer at every
// alignment, with lengths around all boundaries.
func TestReadWritesOnlyItsArgument(t *testing.T) {
	const pad = 64
	g := New()
	for _, n := range []int{0, 1, 15, 16, 17, 31, 32, 33, 63, 64, 65, longRead - 1, longRead, longRead + 1, wideMin - 1, wideMin, wideMin + 65} {
		for off := range pad {
			for _, r := range []io.Reader{g, Reader} {
				buf := make([]byte, pad+n+pad)
				if m, err := r.Read(buf[off : off+n]); m != n || err != nil {
					t.Fatalf("Read of %d bytes = %d, %v", n, m, err)
				}
				if !isZero(buf[:off]) || !isZero(buf[off+n:]) {
					t.Fatalf("Read of %d bytes at offset %d wrote beside them", n, off)
				}
				if n >= 15 && isZero(buf[off+n-15:off+n]) {
					t.Fatalf("Read of %d bytes at offset %d left the last ones", n, off)
				}
			}
		}
	}
}

func isZero(p []byte) bool { return len(bytes.Trim(p, "\x00")) == 0 }

// TestReseedDiscards checks that nothing that was buffered before a Reseed, of
// the generator or of the process, comes out after it, and that a generator does
// not wait for a draw to wipe it.
func TestReseedDiscards(t *testing.T) {
	for name, reseed := range map[string]func(*Generator){
		"Generator.Reseed": (*Generator).Reseed,
		"Reseed":           func(*Generator) { Reseed() },
	} {
		setSystem(t, new(counter))
		g := New()
		read(g, 3)
		unread := bytes.Clone(g.batch.buf[chacha.KeySize+3:])
		reseed(g)
		if name == "Generator.Reseed" && remains(memory(g), unread) {
			t.Errorf("%s: unread bytes are still in memory", name)
		}
		for range 2 * batchSize / 16 {
			if p := read(g, 16); bytes.Contains(unread, p) {
				t.Fatalf("%s: bytes from before came out after", name)
			}
		}
	}
}

// TestSeeds counts how often the operating system is asked: once for each
// buffer, and once more for each long read.
func TestSeeds(t *testing.T) {
	c := new(counter)
	setSystem(t, c)
	g := New()
	for i, step := range []struct {
		draw func()
		want uint64
	}{
		{func() {}, 0},
		{func() { read(g, 0) }, 0},
		{func() { g.Uint64() }, 1},
		{func() { read(g, 1000) }, 1},
		{func() { read(g, longRead) }, 2},
		{func() { read(g, 1<<20) }, 3},
		{func() { g.Reseed() }, 3},
		{func() { g.Uint32() }, 4},
	} {
		if step.draw(); c.reads != step.want {
			t.Errorf("step %d: %d seeds were read, want %d", i, c.reads, step.want)
		}
	}
}

func TestOptions(t *testing.T) {
	for _, r := range allRounds {
		if g := New(WithRounds(r)); g.settings.rounds != r {
			t.Errorf("WithRounds(%d): %d rounds", r, g.settings.rounds)
		}
	}
	if g := New(); g.settings.rounds != chacha.R20 {
		t.Errorf("New(): %d rounds", g.settings.rounds)
	}
	eachKernel(t, func(t *testing.T, k simdchacha.Kernel) {
		if g := New(WithKernel(k)); g.settings.kernels != (kernels{k, k}) {
			t.Errorf("WithKernel(%v): %v", k, g.settings.kernels)
		}
	})
}
