package bench

import (
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/simdchacha/simdchacha"
	"github.com/simdchacha/simdchacha/chacha"
	"github.com/simdchacha/simdchacha/cmd/internal/measure"
	"github.com/simdchacha/simdchacha/cmd/internal/picture"
	"github.com/simdchacha/simdchacha/cmd/internal/report"
	"github.com/simdchacha/simdchacha/rng"
)

// urandom is the measurement of the proposal to give Linux's random number
// generator 8 rounds.
var urandom = Bench{
	Name:  "urandom",
	Short: "Bulk throughput with 8, 12 and 20 rounds, beside the operating system's",
	Long: `Measure reads of 32 MiB, as "dd if=/dev/urandom bs=32M" does: from a generator of
package rng on each kernel with 8, 12 and 20 rounds, from the /dev/urandom of
this machine and from its getrandom(2). When ChaCha8 was proposed for Linux, this
gave 492 MB/s with 20 rounds and 873 MB/s with 8 on an i7-8650U: 1.77 times as
much.`,
	contenders: urandomContenders,
	print:      printUrandom,
	draw:       drawUrandom,
}

const (
	bulk        = 32 << 20 // bytes
	bulkGroup   = "generator"
	systemGroup = "operating system"
)

var allRounds = []chacha.Rounds{chacha.R8, chacha.R12, chacha.R20}

func urandomContenders() (c contenders) {
	p := make([]byte, bulk)
	for _, k := range available() {
		for _, r := range allRounds {
			g := rng.New(rng.WithKernel(k), rng.WithRounds(r))
			c.entries = append(c.entries, entry{bulkKey(k, r), func(n int) {
				for range n {
					_, _ = g.Read(p) // never fails
				}
			}})
		}
	}
	for _, s := range systemSources() {
		read, err := s.open()
		if err != nil {
			c.missing = append(c.missing, fmt.Sprintf("%s: %v", s.name, err))
			continue
		}
		c.entries = append(c.entries, entry{systemKey(s.name), bulkOp(read, p)})
	}
	return c
}

func bulkKey(k simdchacha.Kernel, r chacha.Rounds) report.Key {
	return report.Key{Group: bulkGroup, Name: k.String(), Rounds: int(r), Bytes: bulk, Goroutines: 1}
}

func systemKey(name string) report.Key {
	return report.Key{Group: systemGroup, Name: name, Bytes: bulk, Goroutines: 1}
}

// A systemSource is a way to read from the operating system. It may return fewer
// bytes than it is asked for.
type systemSource struct {
	name string
	open func() (read func(p []byte) (int, error), err error)
}

func systemSources() []systemSource {
	return []systemSource{
		{"/dev/urandom", func() (func(p []byte) (int, error), error) {
			f, err := os.Open("/dev/urandom") // stays open until the program ends
			if err != nil {
				return nil, err
			}
			return f.Read, nil
		}},
		{"getrandom(2)", openGetrandom},
	}
}

func bulkOp(read func(p []byte) (int, error), p []byte) measure.Op {
	return func(n int) {
		for range n {
			for rest := p; len(rest) > 0; {
				got, err := read(rest)
				if err != nil {
					panic(err) // it worked before
				}
				rest = rest[got:]
			}
		}
	}
}

func printUrandom(w io.Writer, r *report.Report) {
	fmt.Fprintln(w, "Reads of 32 MiB, one goroutine, MB/s (10^6 bytes per second):")
	fmt.Fprintln(w)
	table := report.Table{{"", "8 rounds", "12 rounds", "20 rounds", "8 over 20"}}
	for _, k := range available() {
		row := []string{k.String()}
		for _, rounds := range allRounds {
			row = append(row, cell(r, bulkKey(k, rounds), report.Result.Megabytes))
		}
		r8, ok8 := r.Find(bulkKey(k, chacha.R8))
		r20, ok20 := r.Find(bulkKey(k, chacha.R20))
		table = append(table, append(row, times(r20.Time/r8.Time, ok8 && ok20)))
	}
	for _, s := range systemSources() {
		table = append(table, []string{s.name, report.None, report.None, cell(r, systemKey(s.name), report.Result.Megabytes)})
	}
	table = append(table, []string{"Linux, i7-8650U, published", "873", report.None, "492", times(873.0/492, true)})
	table.Print(w)
	fmt.Fprintln(w, "\nThe operating system's are entered under the rounds of Linux.")
}

func drawUrandom(dir string, r *report.Report) error {
	var bars []picture.Bar
	for _, s := range systemSources() {
		if res, ok := r.Find(systemKey(s.name)); ok {
			bars = append(bars, picture.Bar{Name: s.name, Value: res.Rate() / 1e9, Color: picture.ColorOf(4)})
		}
	}
	for i, k := range available() {
		for j := len(allRounds) - 1; j >= 0; j-- {
			if res, ok := r.Find(bulkKey(k, allRounds[j])); ok {
				name := fmt.Sprintf("%v, %d rounds", k, allRounds[j])
				bars = append(bars, picture.Bar{Name: name, Value: res.Rate() / 1e9, Color: picture.ColorOf(i)})
			}
		}
	}
	chart := picture.BarChart{Title: "Reads of 32 MiB: " + r.Machine.CPU, X: "GB/s", Format: "%.2f"}
	return chart.Save(filepath.Join(dir, "urandom.svg"), bars)
}
