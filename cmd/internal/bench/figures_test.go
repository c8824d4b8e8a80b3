package bench

import (
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/simdchacha/simdchacha"
	"github.com/simdchacha/simdchacha/cmd/internal/peers"
	"github.com/simdchacha/simdchacha/cmd/internal/report"
)

// A kernel that takes half of Portable's time is twice as fast.
func TestSpeedUp(t *testing.T) {
	r := &report.Report{Results: []report.Result{result(named(callRow, simdchacha.Portable)), result(named(callRow, simdchacha.SSE2))}}
	r.Results[0].Time, r.Results[1].Time = 6, 3
	if x, ok := speedUp(r, callRow, simdchacha.SSE2); !ok || x != 2 {
		t.Errorf("3 beside 6 ns: %v, %v; want 2 times as fast", x, ok)
	}
	if x, ok := speedUp(r, callRow, simdchacha.AVX2); ok {
		t.Errorf("without a result: %v times as fast", x)
	}
}

// Portable is beside itself in the first table of arc4random, and all others are
// in the second one.
func TestTimesPortable(t *testing.T) {
	var text strings.Builder
	arc4random.Print(&text, made(arc4random))
	_, after, _ := strings.Cut(text.String(), "Times Portable:\n\n")
	head, _, _ := strings.Cut(after, "\n")
	var want []string
	for _, k := range simdchacha.Kernels() {
		if k.Available() && k != simdchacha.Portable {
			want = append([]string{k.String()}, want...)
		}
	}
	if got := strings.Fields(head); strings.Join(got, " ") != strings.Join(want, " ") {
		t.Errorf("columns %q, want %q", got, want)
	}
}

// Two goroutines that take 250 ns for a UUID make 8 million of them in a second.
func TestUUIDRate(t *testing.T) {
	res := result(uuidKey("any", 2))
	res.Time = 250
	if got := uuidRate(res); got != 8 || res.Bytes != len(uuid.UUID{}) {
		t.Errorf("%v million UUIDs of %d bytes, want 8", got, res.Bytes)
	}
}

// 2 goroutines that take 100 ns for 50 bytes make 1000 MB in a second.
func TestLinesAreMegabytes(t *testing.T) {
	p := anyLength([]peers.Peer{{Name: "any"}})[0]
	column := report.Key{Group: "g", Bytes: 50, Goroutines: 2}
	missing := report.Key{Group: "g", Bytes: 51, Goroutines: 2}
	r := &report.Report{Results: []report.Result{result(p.key(column))}}
	r.Results[0].Time = 100
	l := lines(r, []peer{p}, []report.Key{column, missing}, func(k report.Key) float64 { return float64(k.Bytes) })
	if len(l) != 1 || len(l[0].X) != 1 || l[0].X[0] != 50 || l[0].Y[0] != 1000 || l[0].Name != "any" {
		t.Errorf("%+v, want 1000 MB/s at 50", l)
	}
}

// Keystream stands beside keystream, random numbers beside random numbers, and a
// word has as many bytes as its name says.
func TestKeys(t *testing.T) {
	for _, c := range randomColumns {
		if c.Group != randomGroup || c.Goroutines != 1 {
			t.Errorf("a column of random numbers: %+v", c)
		}
	}
	for _, c := range keystreamColumns {
		if c.Group != keystreamGroup || c.Goroutines != 1 {
			t.Errorf("a column of keystream: %+v", c)
		}
	}
	for group, want := range map[string]int{group32: 4, group64: 8, callGroup64: 8} {
		if k := wordKey(group, "any"); k.Bytes != want || k.Group != group || k.Goroutines != 1 {
			t.Errorf("%s: %+v, want %d bytes", group, k, want)
		}
	}
}
