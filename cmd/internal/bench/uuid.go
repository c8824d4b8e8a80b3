package bench

import (
	"fmt"
	"io"
	"path/filepath"
	"strconv"

	"github.com/google/uuid"

	"github.com/simdchacha/simdchacha/cmd/internal/measure"
	"github.com/simdchacha/simdchacha/cmd/internal/picture"
	"github.com/simdchacha/simdchacha/cmd/internal/report"
	"github.com/simdchacha/simdchacha/rng"
)

// A uuidSource is a way in which package uuid can be given random bytes. It is a
// setting of the whole process.
type uuidSource struct {
	name string
	set  func()
}

var uuidSources = []uuidSource{
	{"uuid.SetRand(rng.Reader)", func() { uuid.DisableRandPool(); uuid.SetRand(rng.Reader) }},
	{"as it is (crypto/rand)", func() { uuid.DisableRandPool(); uuid.SetRand(nil) }},
	{"uuid.EnableRandPool (crypto/rand)", func() { uuid.SetRand(nil); uuid.EnableRandPool() }},
}

func uuidKey(name string, goroutines int) report.Key {
	return report.Key{Group: uuidGroup, Name: name, Bytes: len(uuid.UUID{}), Goroutines: goroutines}
}

func uuidEntries() (entries []entry) {
	for _, s := range uuidSources {
		for _, goroutines := range goroutineCounts() {
			ops := make([]measure.Op, goroutines)
			for i := range ops {
				ops[i] = func(n int) {
					for range n {
						uuid.New()
					}
				}
			}
			all := measure.Parallel(ops)
			entries = append(entries, entry{uuidKey(s.name, goroutines), func(n int) {
				s.set()
				all(n)
			}})
		}
	}
	return entries
}

func printUUIDs(w io.Writer, r *report.Report) {
	fmt.Fprint(w, "UUIDs of version 4 from github.com/google/uuid, millions per second of all goroutines together:\n\n")
	name := func(s uuidSource) string { return s.name }
	grid("goroutines", uuidSources, name, goroutineCounts(), strconv.Itoa, func(s uuidSource, n int) string {
		return cell(r, uuidKey(s.name, n), func(res report.Result) string { return fmt.Sprintf("%.2f", uuidRate(res)) })
	}).Print(w)
	fmt.Fprintln(w)
}

// uuidRate returns millions of UUIDs per second.
func uuidRate(res report.Result) float64 { return res.Rate() / float64(res.Bytes) / 1e6 }

func drawUUIDs(dir string, r *report.Report) error {
	var bars []picture.Bar
	for i, s := range uuidSources {
		for _, n := range goroutineCounts() {
			if res, ok := r.Find(uuidKey(s.name, n)); ok {
				name := fmt.Sprintf("%s, %d at a time", s.name, n)
				bars = append(bars, picture.Bar{Name: name, Value: uuidRate(res), Color: picture.ColorOf(i)})
			}
		}
	}
	chart := picture.BarChart{Title: "UUIDs from google/uuid, in 1 or more goroutines: " + r.Machine.CPU, X: "millions per second", Format: "%.1f"}
	return chart.Save(filepath.Join(dir, "peers-uuid.svg"), bars)
}
