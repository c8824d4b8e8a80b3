package rng

import (
	"io"
	"testing"
)

// kept makes a generator escape, as one that is kept does.
var kept any

// TestAllocs checks that nothing is allocated, refills included, but what is
// returned.
func TestAllocs(t *testing.T) {
	if raceEnabled {
		t.Skip("NOT TESTED: under the race detector sync.Pool drops shards at random")
	}
	g, c, s := New(), NewChaCha8([32]byte{1}), NewStream([32]byte{1}, 2)
	enc, dec := make([]byte, 0, 64), marshal(t, s)
	p := make([]byte, 100_000)
	for name, c := range map[string]struct {
		want float64
		f    func()
	}{
		"Uint32":           {0, func() { Uint32() }},
		"Uint64":           {0, func() { Uint64() }},
		"Read array":       {0, func() { var a [32]byte; Read(a[:]) }},
		"Read short":       {0, func() { Read(p[:longRead-1]) }},
		"Read long":        {0, func() { Read(p) }},
		"Reader.Read":      {0, func() { Reader.Read(p[:32]) }},
		"Source.Uint64":    {0, func() { Source.Uint64() }},
		"Uint32N":          {0, func() { Uint32N(10) }},
		"Uint64N":          {0, func() { Uint64N(10) }},
		"IntN":             {0, func() { IntN(10) }},
		"Int64N":           {0, func() { Int64N(10) }},
		"N":                {0, func() { N(uint8(10)) }},
		"Float64":          {0, func() { Float64() }},
		"Perm":             {1, func() { Perm(10) }},
		"Shuffle":          {0, func() { Shuffle(10, func(int, int) {}) }},
		"Text":             {1, func() { Text() }},
		"Reseed":           {0, func() { Reseed(); Uint64() }},
		"New":              {1, func() { kept = New() }},
		"Generator.Uint32": {0, func() { g.Uint32() }},
		"Generator.Uint64": {0, func() { g.Uint64() }},
		"Generator.Read":   {0, func() { var a [32]byte; g.Read(a[:]); g.Read(p) }},
		"Generator.Reseed": {0, func() { g.Reseed(); g.Uint64() }},

		"NewChaCha8":             {1, func() { kept = NewChaCha8([32]byte{1}) }},
		"ChaCha8.Uint64":         {0, func() { c.Uint64() }},
		"ChaCha8.Read":           {0, func() { var a [32]byte; c.Read(a[:]); c.Read(p[:5001]) }},
		"ChaCha8.Seed":           {0, func() { c.Seed([32]byte{2}) }},
		"ChaCha8.AppendBinary":   {0, func() { c.AppendBinary(enc) }},
		"NewStream":              {1, func() { kept = NewStream([32]byte{1}, 2) }},
		"Stream.Uint64":          {0, func() { s.Uint64() }},
		"Stream.Uint32":          {0, func() { s.Uint32() }},
		"Stream.Read":            {0, func() { var a [33]byte; s.Read(a[:]); s.Read(p[:5001]) }},
		"Stream.ReadAt":          {0, func() { var a [33]byte; s.ReadAt(a[:], 60); s.ReadAt(p[:5001], 1) }},
		"Stream.Seek":            {0, func() { s.Seek(77, io.SeekStart); s.Uint64() }},
		"Stream.AppendBinary":    {0, func() { s.AppendBinary(enc) }},
		"Stream.UnmarshalBinary": {0, func() { s.UnmarshalBinary(dec) }},
	} {
		runs := max(repeat(3*batchSize/4), 200)
		if name == "Read long" || name == "Generator.Read" || name == "Read short" {
			runs = 200
		}
		if got := testing.AllocsPerRun(runs, c.f); got != c.want {
			t.Errorf("%s: %v allocations, want %v", name, got, c.want)
		}
	}
}
