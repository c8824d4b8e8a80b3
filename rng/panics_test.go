package rng

import (
	"math"
	"testing"

	"github.com/simdchacha/simdchacha"
	"github.com/simdchacha/simdchacha/chacha"
)

// TestPanics checks what is documented to panic: with a message of this package,
// and a second time as well.
func TestPanics(t *testing.T) {
	const (
		generator = "rng: a Generator must come from New"
		chacha8   = "rng: a ChaCha8 must come from NewChaCha8"
		stream    = "rng: a Stream must come from NewStream"
	)
	var (
		g    Generator
		c    ChaCha8
		s    Stream
		some [1]byte
		many [1 << 20]byte
	)
	s.SetPos(5, 1) // makes it no more than it was
	for _, test := range []struct {
		name string
		f    func()
		want string
	}{
		{"Uint32N(0)", func() { Uint32N(0) }, "rng: invalid argument to Uint32N"},
		{"Uint64N(0)", func() { Uint64N(0) }, "rng: invalid argument to Uint64N"},
		{"IntN(0)", func() { IntN(0) }, "rng: invalid argument to IntN"},
		{"IntN(-1)", func() { IntN(-1) }, "rng: invalid argument to IntN"},
		{"Int64N(0)", func() { Int64N(0) }, "rng: invalid argument to Int64N"},
		{"Int64N(min)", func() { Int64N(math.MinInt64) }, "rng: invalid argument to Int64N"},
		{"N(0)", func() { N(0) }, "rng: invalid argument to N"},
		{"N(int8(-3))", func() { N(int8(-3)) }, "rng: invalid argument to N"},
		{"N(uint64(0))", func() { N(uint64(0)) }, "rng: invalid argument to N"},
		{"Perm(-1)", func() { Perm(-1) }, "rng: invalid argument to Perm"},
		{"Shuffle(-1)", func() { Shuffle(-1, func(int, int) {}) }, "rng: invalid argument to Shuffle"},

		{"WithRounds(0)", func() { WithRounds(0) }, "rng: WithRounds: 0 rounds, of which only 8, 12 and 20 are defined"},
		{"WithRounds(10)", func() { WithRounds(10) }, "rng: WithRounds: 10 rounds, of which only 8, 12 and 20 are defined"},
		{"WithKernel", func() { WithKernel(simdchacha.Kernel(200)) }, "rng: kernel Kernel(200) is not available on this machine"},
		{"SetPos(0, -1)", func() { s.SetPos(0, -1) }, "rng: Stream.SetPos: offset -1 is not within a block of 64 bytes"},
		{"SetPos(0, 64)", func() { s.SetPos(0, 64) }, "rng: Stream.SetPos: offset 64 is not within a block of 64 bytes"},

		{"Generator.Uint64", func() { g.Uint64() }, generator},
		{"Generator.Uint32", func() { g.Uint32() }, generator},
		{"Generator.Read", func() { g.Read(some[:]) }, generator},
		{"long Generator.Read", func() { g.Read(many[:]) }, generator},
		{"Generator.Reseed", func() { g.Reseed(); g.Uint64() }, generator},
		{"ChaCha8.Uint64", func() { c.Uint64() }, chacha8},
		{"ChaCha8.Read", func() { c.Read(some[:]) }, chacha8},
		{"long ChaCha8.Read", func() { c.Read(many[:]) }, chacha8},
		{"Stream.Uint64", func() { s.Uint64() }, stream},
		{"Stream.Uint32", func() { s.Uint32() }, stream},
		{"Stream.Read", func() { s.Read(some[:]) }, stream},
		{"long Stream.Read", func() { s.Read(many[:]) }, stream},
		{"Stream.ReadAt", func() { s.ReadAt(some[:], 0) }, stream},
		{"long Stream.ReadAt", func() { s.ReadAt(many[:], 1) }, stream},
	} {
		for range 2 {
			if got := panicOf(test.f); got != test.want {
				t.Errorf("%s: panic %q, want %q", test.name, got, test.want)
			}
		}
	}
	if some != [1]byte{} || many != [1 << 20]byte{} {
		t.Error("something was written before a panic")
	}
}

// panicOf returns the message of the panic of f, or nothing if there is none.
func panicOf(f func()) (message string) {
	defer func() {
		switch e := recover().(type) {
		case error:
			message = e.Error()
		case string:
			message = e
		}
	}()
	f()
	return ""
}

// TestZeroEncodings checks that what did not come from a constructor has no
// encoding, which would be that of the zero key, and that it can be given a state.
func TestZeroEncodings(t *testing.T) {
	seed := [chacha.KeySize]byte{1}
	for _, test := range []struct {
		name string
		zero encoded
		from encoded
		want string
	}{
		{"ChaCha8", new(ChaCha8), NewChaCha8(seed), "rng: a ChaCha8 must come from NewChaCha8"},
		{"Stream", new(Stream), NewStream(seed, 1), "rng: a Stream must come from NewStream"},
	} {
		if data, err := test.zero.MarshalBinary(); data != nil || err == nil || err.Error() != test.want {
			t.Errorf("%s: MarshalBinary = %q, %v; want the error %q", test.name, data, err, test.want)
		}
		if data, err := test.zero.AppendBinary([]byte("before")); data != nil || err == nil || err.Error() != test.want {
			t.Errorf("%s: AppendBinary = %q, %v; want the error %q", test.name, data, err, test.want)
		}
		data := marshal(t, test.from)
		unmarshal(t, test.zero, data)
		if got := marshal(t, test.zero); string(got) != string(data) {
			t.Errorf("%s: set to %q, it is %q", test.name, data, got)
		}
	}
}
