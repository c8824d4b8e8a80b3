package bench

import (
	"fmt"
	"io"
	"path/filepath"
	"runtime"
	"strconv"

	"gonum.org/v1/plot"

	"github.com/simdchacha/simdchacha/cmd/internal/measure"
	"github.com/simdchacha/simdchacha/cmd/internal/peers"
	"github.com/simdchacha/simdchacha/cmd/internal/picture"
	"github.com/simdchacha/simdchacha/cmd/internal/report"
)

// allPeers is the comparison with what else a program could use.
var allPeers = Bench{
	Name:  "peers",
	Short: "Package rng and its kernels against other packages and libraries",
	Long: `Measure what else a Go program could use, for 4 bytes to 1 MiB: random numbers from
package rng, crypto/rand, lukechampine.com/frand and math/rand/v2; ChaCha keystream
from this module's kernels, golang.org/x/crypto and github.com/aead/chacha20; both,
if built with -tags peers (see below), from OpenSSL, libsodium and glibc. Then how
throughput grows with goroutines up to GOMAXPROCS, and UUIDs from
github.com/google/uuid.

-tags peers needs cgo on Linux with glibc 2.36, and the packages libssl-dev and
libsodium-dev or their like. The loops around C functions are in C, so that no
call from Go to C is measured.`,
	contenders: peerContenders,
	print:      printPeers,
	draw:       drawPeers,
}

const (
	randomGroup    = "random"
	keystreamGroup = "keystream"
	uuidGroup      = "uuid"
)

var (
	peerSizes    = []int{4, 16, 64, 256, 1 << 10, 4 << 10, 16 << 10, 64 << 10, 1 << 20}
	scalingSizes = []int{64, 16 << 10}
)

// goroutineCounts returns 1, 2, 4 and so on, and GOMAXPROCS at the end.
func goroutineCounts() (counts []int) {
	most := runtime.GOMAXPROCS(0)
	for n := 1; n < most; n *= 2 {
		counts = append(counts, n)
	}
	return append(counts, most)
}

func peerContenders() (c contenders) {
	if peers.Missing != "" {
		c.missing = append(c.missing, peers.Missing)
	}
	for _, p := range randomPeers() {
		for _, size := range peerSizes {
			c.entries = append(c.entries, p.entry(randomGroup, size, 1))
		}
		for _, size := range scalingSizes {
			for _, goroutines := range goroutineCounts()[1:] {
				c.entries = append(c.entries, p.entry(randomGroup, size, goroutines))
			}
		}
	}
	for _, p := range keystreamPeers() {
		for _, size := range peerSizes {
			if size%p.unit == 0 {
				c.entries = append(c.entries, p.entry(keystreamGroup, size, 1))
			}
		}
	}
	c.entries = append(c.entries, uuidEntries()...)
	return c
}

// A peer is one that may be able to fill whole units only.
type peer struct {
	peers.Peer
	unit int // bytes
}

func (p peer) key(group string, size, goroutines int) report.Key {
	return report.Key{Group: group, Name: p.Name, Rounds: p.Rounds, Bytes: size, Goroutines: goroutines}
}

func (p peer) entry(group string, size, goroutines int) entry {
	ops := make([]measure.Op, goroutines)
	for i := range ops {
		fill, dst := p.New(), make([]byte, size)
		ops[i] = func(n int) { fill(dst, n) }
	}
	return entry{p.key(group, size, goroutines), measure.Parallel(ops)}
}

// title returns the name with the number of rounds.
func (p peer) title() string {
	if p.Rounds == 0 {
		return p.Name
	}
	return fmt.Sprintf("%s, %d rounds", p.Name, p.Rounds)
}

func printPeers(w io.Writer, r *report.Report) {
	printSizes(w, r, "Random numbers", randomGroup, randomPeers())
	printSizes(w, r, "ChaCha keystream", keystreamGroup, keystreamPeers())
	for _, size := range scalingSizes {
		fmt.Fprintf(w, "Random numbers, %s for each call, MB/s of all goroutines together:\n\n", bytes(size))
		head := []string{"goroutines"}
		for _, n := range goroutineCounts() {
			head = append(head, strconv.Itoa(n))
		}
		table := report.Table{head}
		for _, p := range randomPeers() {
			row := []string{p.title()}
			for _, n := range goroutineCounts() {
				row = append(row, cell(r, p.key(randomGroup, size, n), report.Result.Megabytes))
			}
			table = append(table, row)
		}
		table.Print(w)
		fmt.Fprintln(w)
	}
	printUUIDs(w, r)
	fmt.Fprintln(w, starred)
}

func printSizes(w io.Writer, r *report.Report, title, group string, rows []peer) {
	fmt.Fprintf(w, "%s, one goroutine, MB/s by bytes for each call:\n\n", title)
	head := []string{""}
	for _, size := range peerSizes {
		head = append(head, bytes(size))
	}
	table := report.Table{head}
	for _, p := range rows {
		row := []string{p.title()}
		for _, size := range peerSizes {
			row = append(row, cell(r, p.key(group, size, 1), report.Result.Megabytes))
		}
		table = append(table, row)
	}
	table.Print(w)
	fmt.Fprintln(w)
}

func drawPeers(dir string, r *report.Report) error {
	for _, chart := range []struct {
		file, title, group string
		peers              []peer
	}{
		{"peers-random.svg", "Random numbers", randomGroup, randomPeers()},
		{"peers-keystream.svg", "ChaCha keystream", keystreamGroup, keystreamPeers()},
	} {
		c := picture.LineChart{
			Title: chart.title + ", one goroutine: " + r.Machine.CPU, X: "bytes for each call", Y: "MB/s", LogX: true, LogY: true,
		}
		for _, size := range peerSizes {
			c.XTicks = append(c.XTicks, plot.Tick{Value: float64(size), Label: bytes(size)})
		}
		var lines []picture.Series
		for i, p := range chart.peers {
			s := p.series(i)
			for _, size := range peerSizes {
				s = s.with(r, p.key(chart.group, size, 1), float64(size))
			}
			lines = append(lines, s.Series)
		}
		if err := c.Save(filepath.Join(dir, chart.file), lines); err != nil {
			return err
		}
	}
	if err := drawScaling(dir, r); err != nil {
		return err
	}
	return drawUUIDs(dir, r)
}

// drawScaling draws throughput over goroutines, where there can be several.
func drawScaling(dir string, r *report.Report) error {
	counts := goroutineCounts()
	if len(counts) == 1 {
		return nil
	}
	for _, size := range scalingSizes {
		c := picture.LineChart{
			Title: fmt.Sprintf("Random numbers, %s for each call: %s", bytes(size), r.Machine.CPU),
			X:     "goroutines", Y: "MB/s together", LogY: true,
		}
		for _, n := range counts {
			c.XTicks = append(c.XTicks, plot.Tick{Value: float64(n), Label: strconv.Itoa(n)})
		}
		var lines []picture.Series
		for i, p := range randomPeers() {
			s := p.series(i)
			for _, n := range counts {
				s = s.with(r, p.key(randomGroup, size, n), float64(n))
			}
			lines = append(lines, s.Series)
		}
		if err := c.Save(filepath.Join(dir, fmt.Sprintf("peers-scaling-%d.svg", size)), lines); err != nil {
			return err
		}
	}
	return nil
}

// A line is a series that grows.
type line struct{ picture.Series }

// series returns the empty line of p, the i-th of its chart.
func (p peer) series(i int) line {
	return line{picture.Series{Name: p.title(), Color: picture.ColorOf(i), Heavy: p.ours()}}
}

func (l line) with(r *report.Report, k report.Key, x float64) line {
	if res, ok := r.Find(k); ok {
		l.X, l.Y = append(l.X, x), append(l.Y, res.Rate()/1e6)
	}
	return l
}
