package report

import (
	"strings"
	"testing"
)

func TestTable(t *testing.T) {
	var text strings.Builder
	Table{
		{"", "SSE2", "AVX2"},
		{"4-byte call", "704 ±10%", "-"},
		{"16 bytes", "9", "1005 ± 2%"},
		{"short"},
	}.Print(&text)
	want := `                 SSE2       AVX2
4-byte call  704 ±10%          -
16 bytes            9  1005 ± 2%
short
`
	if text.String() != want {
		t.Errorf("got\n%s\nwant\n%s", &text, want)
	}
}

func TestCells(t *testing.T) {
	r := sample().Results[0]
	for _, test := range []struct{ got, want string }{
		{r.Megabytes(), "4000 ±25%"},
		{r.Nanoseconds(), "32.0 ±25%"},
		{r.CycleCount(), "128.0"},
		{Result{Time: 1}.CycleCount(), "-"},
	} {
		if test.got != test.want {
			t.Errorf("%q, want %q", test.got, test.want)
		}
	}
}

func TestFooter(t *testing.T) {
	const medians = ", in which all take turns; ± says how far away the farther quartile is.\n"
	for _, test := range []struct {
		passes   []int
		complete bool
		want     string
	}{
		{[]int{1, 41, 40}, true, "\nMedians of 41 passes" + medians},
		{[]int{1}, true, "\nMedians of 1 pass" + medians},
		{[]int{2, 1}, false, "\nMedians of 2 passes" + medians + "INTERRUPTED: fewer passes than planned.\n"},
		{nil, false, "\nINTERRUPTED: fewer passes than planned.\n"},
	} {
		r := &Report{Complete: test.complete}
		for _, n := range test.passes {
			r.Results = append(r.Results, Result{Passes: n})
		}
		var text strings.Builder
		if r.PrintFooter(&text); text.String() != test.want {
			t.Errorf("of %v: got %q, want %q", test.passes, &text, test.want)
		}
	}
}

func TestHeader(t *testing.T) {
	var text strings.Builder
	sample().PrintHeader(&text)
	want := `CPU      Z80, 2 logical, GOMAXPROCS 1
System   CP/M, BDOS 2.2
OS/arch  linux/amd64
Go       go1.26
GODEBUG  cpu.avx2=off
Cycle    0.250 ns (4.00 GHz while measuring)
MISSING  RDRAND: no such instruction

`
	if text.String() != want {
		t.Errorf("got\n%s\nwant\n%s", &text, want)
	}
}
