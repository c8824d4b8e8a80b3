package rng

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"testing"

	"github.com/simdchacha/simdchacha"
	"github.com/simdchacha/simdchacha/chacha"
)

var update = flag.Bool("update", false, "rewrite testdata")

// TestGolden checks that what generators return from known seeds is the same on
// every architecture and kernel, and in every version.
func TestGolden(t *testing.T) { checkGolden(t, "testdata/generator.golden", golden) }

// checkGolden compares what describe says of each kernel with the file named.
func checkGolden(t *testing.T, file string, describe func(*testing.T, simdchacha.Kernel) []byte) {
	if *update {
		if err := os.WriteFile(file, describe(t, simdchacha.Portable), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	eachKernel(t, func(t *testing.T, k simdchacha.Kernel) {
		got := bytes.Split(describe(t, k), []byte("\n"))
		want := bytes.Split(want, []byte("\n"))
		for i := range max(len(got), len(want)) {
			if i >= len(got) || i >= len(want) || !bytes.Equal(got[i], want[i]) {
				t.Fatalf("differs from %s in line %d", file, i+1)
			}
		}
	})
}

// golden describes the output of k: one line for each number of rounds and way
// to draw, with the first bytes and the hash of all of them.
func golden(t *testing.T, k simdchacha.Kernel) []byte {
	var text bytes.Buffer
	for _, r := range allRounds {
		for _, way := range ways {
			setSystem(t, new(counter))
			out := way.draw(New(WithKernel(k), WithRounds(r)))
			fmt.Fprintf(&text, "rounds=%d %s: %d bytes %x... sha256 %x\n", r, way.name, len(out), out[:16], sha256.Sum256(out))
		}
	}
	return text.Bytes()
}

var ways = []struct {
	name string
	draw func(g *Generator) []byte
}{
	{"Uint64", func(g *Generator) (out []byte) {
		for range 3 * bufferSize / 8 {
			out = binary.LittleEndian.AppendUint64(out, g.Uint64())
		}
		return out
	}},
	{"Uint32", func(g *Generator) (out []byte) {
		for range 3 * bufferSize / 4 {
			out = binary.LittleEndian.AppendUint32(out, g.Uint32())
		}
		return out
	}},
	{"short Reads", func(g *Generator) (out []byte) {
		for n := 0; n < 200; n++ {
			out = append(out, read(g, n)...)
		}
		return out
	}},
	{"long Reads", func(g *Generator) (out []byte) {
		for _, n := range []int{longRead, longRead + 1, longRead + chacha.BlockSize, wideMin - 1, wideMin, 1<<17 + 3} {
			out = append(out, read(g, n)...)
		}
		return out
	}},
	{"all mixed, with Reseed", func(g *Generator) (out []byte) {
		for n := range 300 {
			out = append(out, read(g, n*n%5000)...)
			out = binary.LittleEndian.AppendUint64(out, g.Uint64())
			out = binary.LittleEndian.AppendUint32(out, g.Uint32())
			if n%40 == 39 {
				g.Reseed()
			}
		}
		return out
	}},
	{"IntN and Float64 of math/rand/v2", func(g *Generator) (out []byte) {
		r := rand.New(g)
		for n := range 1000 {
			out = binary.LittleEndian.AppendUint64(out, uint64(r.Int64N(int64(n)+1)))
			out = binary.LittleEndian.AppendUint64(out, uint64(r.Float64()*(1<<53)))
		}
		return out
	}},
}
