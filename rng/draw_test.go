package rng

import (
	"encoding/base32"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"
)

// TestDraws draws from every function, many times, and checks that all that can
// come comes, and nothing else: each of n values about equally often.
func TestDraws(t *testing.T) {
	const n = 12
	for name, draw := range map[string]func() int{
		"Uint32":    func() int { return int(Uint32() >> 16 % n) },
		"Uint64":    func() int { return int(Uint64() % n) },
		"Uint32N":   func() int { return int(Uint32N(n)) },
		"Uint64N":   func() int { return int(Uint64N(n)) },
		"IntN":      func() int { return IntN(n) },
		"Int64N":    func() int { return int(Int64N(n)) },
		"N int8":    func() int { return int(N(int8(n))) },
		"N uintptr": func() int { return int(N(uintptr(n))) },
		"N time":    func() int { return int(N(n * time.Nanosecond)) },
		"Float64":   func() int { return int(n * Float64()) },
		"Perm":      func() int { return Perm(n)[3] },
		"Shuffle": func() (at int) {
			Shuffle(n, func(i, j int) {
				switch at {
				case i:
					at = j
				case j:
					at = i
				}
			})
			return at
		},
		"Source": func() int { return rand.New(Source).IntN(n) },
		"Read":   func() int { var b [4]byte; Read(b[:]); return (int(b[1])<<8 | int(b[3])) % n },
		"Text":   func() int { return strings.IndexByte("ABCDEFGHIJKL", Text()[7]) },
	} {
		var seen [n]int
		draws := max(repeat(24_000), 2400)
		total := 0
		for range draws {
			if i := draw(); i >= 0 || name != "Text" { // Text has 20 other letters
				seen[i]++
				total++
			}
		}
		// Chi-square with 11 degrees of freedom is above 55 once in 10 million.
		mean := float64(total) / n
		var chi2 float64
		for _, k := range seen {
			chi2 += (float64(k) - mean) * (float64(k) - mean) / mean
		}
		if chi2 > 55 {
			t.Errorf("%s: not uniform: %v", name, seen)
		}
	}
}

// TestBounds checks the largest arguments and the smallest.
func TestBounds(t *testing.T) {
	for range 1000 {
		if Uint32N(1) != 0 || Uint64N(1) != 0 || IntN(1) != 0 || Int64N(1) != 0 || N(uint8(1)) != 0 {
			t.Fatal("below 1 is only 0")
		}
		if IntN(math.MaxInt) < 0 || Int64N(math.MaxInt64) < 0 || N(int8(math.MaxInt8)) < 0 || N(int64(math.MaxInt64)) < 0 {
			t.Fatal("negative")
		}
		if x := N(uint8(200)); x >= 200 {
			t.Fatalf("N(uint8(200)) = %d", x)
		}
	}
	if len(Perm(0)) != 0 {
		t.Error("Perm(0) is not empty")
	}
}

// TestEveryValueOfSmallRanges checks, for each n up to 40, that exactly 0 to n-1
// come.
func TestEveryValueOfSmallRanges(t *testing.T) {
	for n := 1; n <= 40; n++ {
		seen := make([]bool, n)
		for range 40 * n { // one value is missing with probability below 40 * e^-40
			seen[N(uint16(n))] = true
		}
		if slices.Contains(seen, false) {
			t.Errorf("N(%d): a value never came: %v", n, seen)
		}
	}
}

// fixed makes generators whose buffer holds only the byte b, so that the largest
// and smallest values can be seen.
func fixed(b byte) *Generator {
	g := New()
	g.Uint64()
	for i := range g.batch.buf {
		g.batch.buf[i] = b
	}
	return g
}

func TestExtremes(t *testing.T) {
	ones := fixed(0xff)
	if v := ones.Uint64(); v != math.MaxUint64 {
		t.Errorf("Uint64 of ones = %#x", v)
	}
	if v := ones.Uint32(); v != math.MaxUint32 {
		t.Errorf("Uint32 of ones = %#x", v)
	}
	if f := rand.New(ones).Float64(); f >= 1 || f < 1-1.0/(1<<52) {
		t.Errorf("Float64 of ones = %v", f)
	}
	if f := rand.New(fixed(0)).Float64(); f != 0 {
		t.Errorf("Float64 of zeros = %v", f)
	}
}

// TestText checks the shape, and that the digits are those of RFC 4648.
func TestText(t *testing.T) {
	const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"
	for x := range 256 {
		if got, want := base32Digit(byte(x)), alphabet[x%32]; got != want {
			t.Errorf("base32Digit(%d) = %c, want %c", x, got, want)
		}
	}
	seen := make(map[string]bool)
	for range 1000 {
		s := Text()
		if len(s) != 26 || seen[s] {
			t.Fatalf("Text() = %q", s)
		}
		if _, err := base32.StdEncoding.WithPadding(base32.NoPadding).DecodeString(s); err != nil {
			t.Fatalf("Text() = %q: %v", s, err)
		}
		seen[s] = true
	}
}
