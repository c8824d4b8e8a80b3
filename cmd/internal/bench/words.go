package bench

import (
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strconv"

	"gonum.org/v1/plot"

	"github.com/simdchacha/simdchacha/cmd/internal/picture"
	"github.com/simdchacha/simdchacha/cmd/internal/report"
)

// words is the comparison by which Linux's per-CPU batches for single words were
// argued.
var words = Bench{
	Name:  "words",
	Short: "Random 32-bit and 64-bit words: batched ChaCha, RDRAND, SipHash",
	Long: `Measure random words: batches of ChaCha as in package rng against the RDRAND
instruction, SipHash that is fed its own output, math/rand/v2 and crypto/rand;
what a word costs on average, and what single calls take, above all the one in
many that refills a batch.

Published for Linux: a long from RDRAND in 352 cycles, from a batch of ChaCha20 in
107 on an i9-9880H; SipHash 75 cycles, batches 106 to 186, refill 2121.`,
	contenders: wordContenders,
	print:      printWords,
	draw:       drawWords,
}

const (
	group32     = "uint32"
	group64     = "uint64"
	callGroup64 = "single uint64"
)

// nothing is the name of a call that does nothing, which shows what the clock
// takes.
const nothing = "(nothing)"

func wordKey(group, name string) report.Key {
	size := 8
	if group == group32 {
		size = 4
	}
	return report.Key{Group: group, Name: name, Bytes: size, Goroutines: 1}
}

func wordContenders() (c contenders) {
	sources, missing := wordSources()
	c.missing = missing
	for _, s := range sources {
		c.entries = append(c.entries,
			entry{wordKey(group32, s.name), s.uint32s},
			entry{wordKey(group64, s.name), s.uint64s})
	}
	c.calls = append(c.calls, call{wordKey(callGroup64, nothing), func() {}, 0})
	for _, s := range sources {
		c.calls = append(c.calls, call{wordKey(callGroup64, s.name), s.call, s.refillEvery})
	}
	return c
}

func printWords(w io.Writer, r *report.Report) {
	fmt.Fprintln(w, "A random word, one goroutine:")
	fmt.Fprintln(w)
	table := report.Table{{"", "ns/uint32", "cycles", "ns/uint64", "cycles"}}
	sources, _ := wordSources()
	for _, s := range sources {
		row := []string{s.name}
		for _, group := range []string{group32, group64} {
			key := wordKey(group, s.name)
			row = append(row, cell(r, key, report.Result.Nanoseconds), cell(r, key, report.Result.CycleCount))
		}
		table = append(table, row)
	}
	table.Print(w)
	fmt.Fprintln(w)
	printCalls(w, r)
	fmt.Fprintln(w, starred)
}

// printCalls writes a table of the single calls. An interruption may have come
// before them: then there is none.
func printCalls(w io.Writer, r *report.Report) {
	table := report.Table{{"", "p50", "p99", "p99.99", "max", "refill"}}
	for _, res := range r.Results {
		if l := res.Latency; l != nil {
			refill := report.None
			if l.Refill > 0 {
				refill = fmt.Sprintf("%.0f", l.Refill)
			}
			table = append(table, []string{res.Name, fmt.Sprintf("%.0f", l.P50), fmt.Sprintf("%.0f", l.P99),
				fmt.Sprintf("%.0f", l.P9999), fmt.Sprintf("%.0f", l.Max), refill})
		}
	}
	if len(table) == 1 {
		return
	}
	fmt.Fprintln(w, "Single calls for a uint64, ns, clock included:")
	fmt.Fprintln(w)
	table.Print(w)
	fmt.Fprint(w, `
refill is the median of the calls that refill, which are the slowest one in so
many. Interrupts, and whatever else the machine runs, make the longest calls of all.
`)
}

func drawWords(dir string, r *report.Report) error {
	sources, _ := wordSources()
	var bars []picture.Bar
	var lines []picture.Series
	unit, least := "ns", 1.0
	for _, s := range sources {
		if res, ok := r.Find(wordKey(group64, s.name)); ok {
			value := res.Time
			if res.Cycles > 0 {
				value, unit = res.Cycles, "cycles"
			}
			bars = append(bars, picture.Bar{Name: s.name, Value: value, Color: picture.ColorOf(s.family)})
		}
		if res, ok := r.Find(wordKey(callGroup64, s.name)); ok && s.drawn {
			lines = append(lines, distribution(s.name, len(lines), res.Latency))
			least = min(least, none(res.Latency))
		}
	}
	chart := picture.BarChart{Title: "A random uint64: " + r.Machine.CPU, X: unit, Format: "%.1f"}
	if err := chart.Save(filepath.Join(dir, "words.svg"), bars); err != nil {
		return err
	}
	return picture.LineChart{
		Title: "Single calls for a uint64: " + r.Machine.CPU, X: "time, clock included", Y: "part of the calls",
		LogX: true, LogY: true, XTicks: decades(1, 1e9), YMin: least,
		YFormat: func(y float64) string { return strconv.FormatFloat(100*y, 'g', 3, 64) + " %" },
	}.Save(filepath.Join(dir, "words-latency.svg"), lines)
}

// distribution returns a histogram as a line with steps, which begins with the
// first bin that is not empty.
func distribution(name string, i int, l *report.Latency) picture.Series {
	s := picture.Series{Name: name, Color: picture.ColorOf(i), Steps: true}
	for bin, n := range append(slices.Clone(l.Histogram), 0) {
		if y := max(float64(n)/float64(l.Calls), none(l)); n > 0 || len(s.X) > 0 {
			s.X, s.Y = append(s.X, report.Edge(bin)), append(s.Y, y)
		}
	}
	return s
}

// none stands for no calls on a logarithmic axis.
func none(l *report.Latency) float64 { return 0.5 / float64(l.Calls) }

// decades marks the powers of ten from low to high.
func decades(low, high float64) (ticks []plot.Tick) {
	for v := low; v <= high; v *= 10 {
		ticks = append(ticks, plot.Tick{Value: v, Label: nanoseconds(v)})
	}
	return ticks
}

func nanoseconds(v float64) string {
	switch {
	case v >= 1e6:
		return fmt.Sprintf("%g ms", v/1e6)
	case v >= 1e3:
		return fmt.Sprintf("%g µs", v/1e3)
	}
	return fmt.Sprintf("%g ns", v)
}
