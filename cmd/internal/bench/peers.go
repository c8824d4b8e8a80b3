package bench

import (
	"cmp"
	"fmt"
	"io"
	"path/filepath"

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
	randomColumns    = peerColumns(randomGroup)
	keystreamColumns = peerColumns(keystreamGroup)
	scalingSizes     = []int{64, 16 << 10} // of randomColumns
)

func peerColumns(group string) []report.Key {
	return sizeColumns(group, 4, 16, 64, 256, 1<<10, 4<<10, 16<<10, 64<<10, 1<<20)
}

func peerContenders() (c contenders) {
	c.missing = missingPeers()
	for _, p := range randomPeers() {
		c.entries = append(c.entries, p.entries(randomColumns)...)
		for _, size := range scalingSizes {
			c.entries = append(c.entries, p.entries(goroutineColumns(randomGroup, size)[1:])...) // one is in randomColumns
		}
	}
	for _, p := range keystreamPeers() {
		c.entries = append(c.entries, p.entries(keystreamColumns)...)
	}
	c.entries = append(c.entries, uuidEntries()...)
	return c
}

func printPeers(w io.Writer, r *report.Report) {
	printSizes(w, r, "Random numbers", randomPeers(), randomColumns)
	printSizes(w, r, "ChaCha keystream", keystreamPeers(), keystreamColumns)
	for _, size := range scalingSizes {
		fmt.Fprintf(w, "Random numbers, %s for each call, MB/s of all goroutines together:\n\n", bytes(size))
		peerGrid(r, "goroutines", randomPeers(), goroutineColumns(randomGroup, size), goroutineName, report.Result.Megabytes).Print(w)
		fmt.Fprintln(w)
	}
	printUUIDs(w, r)
	fmt.Fprintln(w, starred)
}

func printSizes(w io.Writer, r *report.Report, title string, rows []peer, columns []report.Key) {
	fmt.Fprintf(w, "%s, one goroutine, MB/s by bytes for each call:\n\n", title)
	peerGrid(r, "", rows, columns, sizeName, report.Result.Megabytes).Print(w)
	fmt.Fprintln(w)
}

func drawPeers(dir string, r *report.Report) error {
	return cmp.Or(
		drawSizes(filepath.Join(dir, "peers-random.svg"), "Random numbers, one goroutine", r, randomPeers(), randomColumns),
		drawSizes(filepath.Join(dir, "peers-keystream.svg"), "ChaCha keystream, one goroutine", r, keystreamPeers(), keystreamColumns),
		drawScaling(dir, r),
		drawUUIDs(dir, r))
}

// drawScaling draws throughput over goroutines, where there can be several.
func drawScaling(dir string, r *report.Report) error {
	if len(goroutineCounts()) == 1 {
		return nil
	}
	for _, size := range scalingSizes {
		path := filepath.Join(dir, fmt.Sprintf("peers-scaling-%d.svg", size))
		title := fmt.Sprintf("Random numbers, %s for each call", bytes(size))
		if err := drawGoroutines(path, title, r, randomPeers(), goroutineColumns(randomGroup, size)); err != nil {
			return err
		}
	}
	return nil
}
