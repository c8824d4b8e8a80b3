package bench

import (
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strconv"

	"gonum.org/v1/plot"

	"github.com/simdchacha/simdchacha"
	"github.com/simdchacha/simdchacha/cmd/internal/measure"
	"github.com/simdchacha/simdchacha/cmd/internal/picture"
	"github.com/simdchacha/simdchacha/cmd/internal/report"
	"github.com/simdchacha/simdchacha/rng"
)

// arc4random is the table in which glibc's kernels of ChaCha20 were published,
// with this module's generator on this module's kernels.
var arc4random = Bench{
	Name:  "arc4random",
	Short: "Small draws from a generator on each kernel, as glibc published its kernels",
	Long: `Measure what glibc's developers published when they added vector code for ChaCha20
to arc4random: a call for 4 bytes and calls for 16 to 128 bytes, in one thread,
for each kernel. Here the generator is that of package rng with 20 rounds. What
can be compared is the speed-up over the kernel without vector code.`,
	contenders: arc4randomContenders,
	print:      printArc4random,
	draw:       drawArc4random,
}

const (
	callGroup   = "4-byte call"
	bufferGroup = "buffer"
)

// The rows of the table are keys that lack the name of a kernel.
var (
	callRow    = sizeColumns(callGroup, 4)[0]
	bufferRows = sizeColumns(bufferGroup, 16, 32, 48, 64, 80, 96, 112, 128)
)

// published has the throughput in MB/s of a 4-byte call and of a buffer of 128
// bytes from the commit messages of glibc's sysdeps/x86_64/chacha20-amd64-sse2.S,
// chacha20-amd64-avx2.S and sysdeps/aarch64/chacha20-aarch64.S, July 2022.
var published = []struct {
	cpu        string
	kernel     simdchacha.Kernel
	generic    [2]float64
	kernelRate [2]float64
}{
	{"Ryzen 9 5900X", simdchacha.SSE2, [2]float64{443, 683}, [2]float64{704, 1613}},
	{"Ryzen 9 5900X", simdchacha.AVX2, [2]float64{443, 683}, [2]float64{923, 3305}},
	{"Apple M1", simdchacha.NEON, [2]float64{381, 596}, [2]float64{570, 1138}},
}

// available returns the kernels that can run, Portable first, the fastest last.
func available() []simdchacha.Kernel {
	kernels := slices.DeleteFunc(simdchacha.Kernels(), func(k simdchacha.Kernel) bool { return !k.Available() })
	slices.Reverse(kernels)
	return kernels
}

func arc4randomContenders() (c contenders) {
	for _, k := range available() {
		g := rng.New(rng.WithKernel(k))
		c.entries = append(c.entries, entry{named(callRow, k), func(n int) {
			var all uint32
			for range n {
				all ^= g.Uint32()
			}
			sink.Store(uint64(all))
		}})
		for _, key := range bufferRows {
			c.entries = append(c.entries, entry{named(key, k), readOp(g, key.Bytes)})
		}
	}
	return c
}

func readOp(g *rng.Generator, size int) measure.Op {
	p := make([]byte, size)
	return func(n int) {
		for range n {
			_, _ = g.Read(p) // never fails
		}
	}
}

func arc4randomRows() []report.Key { return append([]report.Key{callRow}, bufferRows...) }

func printArc4random(w io.Writer, r *report.Report) {
	fmt.Fprintln(w, "Generator with ChaCha20, one goroutine, MB/s (10^6 bytes per second):")
	fmt.Fprintln(w)
	rows := arc4randomRows()
	grid("", rows, rowName, available(), simdchacha.Kernel.String, func(key report.Key, k simdchacha.Kernel) string {
		return cell(r, named(key, k), report.Result.Megabytes)
	}).Print(w)

	fmt.Fprintln(w, "\nTimes Portable:")
	fmt.Fprintln(w)
	grid("", rows, rowName, available()[1:], simdchacha.Kernel.String, func(key report.Key, k simdchacha.Kernel) string {
		return times(speedUp(r, key, k))
	}).Print(w)

	fmt.Fprintln(w, "\nPublished by glibc, as MB/s and as times its generic code:")
	fmt.Fprintln(w)
	table := report.Table{{"", "4-byte call", "", "128 bytes", ""}}
	for _, p := range published {
		row := []string{fmt.Sprintf("%v, %s", p.kernel, p.cpu)}
		for i := range p.generic {
			row = append(row, fmt.Sprintf("%.0f", p.kernelRate[i]), times(p.kernelRate[i]/p.generic[i], true))
		}
		table = append(table, row)
	}
	table.Print(w)
}

func rowName(k report.Key) string {
	if k.Group == callGroup {
		return callGroup
	}
	return strconv.Itoa(k.Bytes) + " bytes"
}

func named(k report.Key, kernel simdchacha.Kernel) report.Key {
	k.Name = kernel.String()
	return k
}

// speedUp returns the throughput of k relative to that of Portable.
func speedUp(r *report.Report, key report.Key, k simdchacha.Kernel) (ratio float64, ok bool) {
	base, ok1 := r.Find(named(key, simdchacha.Portable))
	res, ok2 := r.Find(named(key, k))
	return base.Time / res.Time, ok1 && ok2
}

func drawArc4random(dir string, r *report.Report) error {
	var throughput, ratios []picture.Series
	for i, k := range available() {
		s := picture.Series{Name: k.String(), Color: picture.ColorOf(i)}
		up := s
		for at, key := range arc4randomRows() {
			if res, ok := r.Find(named(key, k)); ok {
				s.X, s.Y = append(s.X, float64(at)), append(s.Y, res.Rate()/1e6)
			}
			if ratio, ok := speedUp(r, key, k); ok {
				up.X, up.Y = append(up.X, float64(at)), append(up.Y, ratio)
			}
		}
		throughput = append(throughput, s)
		ratios = append(ratios, up)
		for _, p := range published {
			if p.kernel != k {
				continue
			}
			ends := []float64{0, float64(len(bufferRows))}
			ratios = append(ratios, picture.Series{
				Name: fmt.Sprintf("glibc's %v, %s", k, p.cpu), Color: picture.ColorOf(i), Faint: true,
				X: ends, Y: []float64{p.kernelRate[0] / p.generic[0], p.kernelRate[1] / p.generic[1]},
			})
		}
	}
	chart := picture.LineChart{Title: "Draws from a ChaCha20 generator: " + r.Machine.CPU, X: "bytes for each call", Y: "MB/s"}
	for at, key := range arc4randomRows() {
		chart.XTicks = append(chart.XTicks, plot.Tick{Value: float64(at), Label: strconv.Itoa(key.Bytes)})
	}
	if err := chart.Save(filepath.Join(dir, "arc4random.svg"), throughput); err != nil {
		return err
	}
	chart.Title, chart.Y = "Speed-up over portable code: "+r.Machine.CPU, "times Portable"
	return chart.Save(filepath.Join(dir, "arc4random-speedup.svg"), ratios)
}
