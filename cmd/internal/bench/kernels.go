package bench

import (
	"fmt"
	"io"
	"path/filepath"

	"gonum.org/v1/plot"

	"github.com/simdchacha/simdchacha/cmd/internal/peers"
	"github.com/simdchacha/simdchacha/cmd/internal/picture"
	"github.com/simdchacha/simdchacha/cmd/internal/report"
)

// kernels is the comparison of the block functions alone.
var kernels = Bench{
	Name:  "kernels",
	Short: "Each kernel beside other implementations of ChaCha, in cycles for a byte",
	Long: `Measure the block function: each kernel of this machine, through Kernel.Blocks,
with 8, 12 and 20 rounds, for 1 block to 256 blocks, and to an address that is no
multiple of anything; beside golang.org/x/crypto, github.com/aead/chacha20, ChaCha8
of math/rand/v2, and if built with -tags peers (see "bench peers") OpenSSL and
libsodium.

OpenSSL chooses its code when the process starts. To see that for older CPUs on a
newer one, set OPENSSL_ia32cap: ":~0xd0230000" leaves it AVX2, ":~0xd0230020"
leaves it SSSE3.`,
	contenders: kernelContenders,
	print:      printKernels,
	draw:       drawKernels,
}

const (
	kernelGroup    = "block function"
	unalignedGroup = "block function, unaligned"
	unaligned      = 4 << 10 // bytes
)

var kernelSizes = []int{64, 128, 256, 512, 1 << 10, 4 << 10, 16 << 10}

// kernelPeers returns every kernel with every number of rounds, Portable first,
// and what others have.
func kernelPeers() (all []peer) {
	for _, k := range available() {
		for _, r := range allRounds {
			all = append(all, kernelPeer(k, r))
		}
	}
	for _, p := range append(peers.Keystream(), peers.MathRandChaCha8()) {
		all = append(all, peer{p, 1})
	}
	return all
}

func kernelContenders() (c contenders) {
	if peers.Missing != "" {
		c.missing = append(c.missing, peers.Missing)
	}
	for _, p := range kernelPeers() {
		for _, size := range kernelSizes {
			c.entries = append(c.entries, p.entry(kernelGroup, size, 1))
		}
		fill, dst := p.New(), make([]byte, unaligned+1)[1:]
		c.entries = append(c.entries, entry{p.key(unalignedGroup, unaligned, 1), func(n int) { fill(dst, n) }})
	}
	return c
}

func printKernels(w io.Writer, r *report.Report) {
	fmt.Fprintf(w, "Cycles for a byte by bytes for each call; the last column is not aligned:\n\n")
	head := []string{""}
	for _, size := range kernelSizes {
		head = append(head, bytes(size))
	}
	table := report.Table{append(head, bytes(unaligned)+"+1")}
	for _, p := range kernelPeers() {
		row := []string{p.title()}
		for _, size := range kernelSizes {
			row = append(row, cell(r, p.key(kernelGroup, size, 1), report.Result.CyclesPerByte))
		}
		table = append(table, append(row, cell(r, p.key(unalignedGroup, unaligned, 1), report.Result.CyclesPerByte)))
	}
	table.Print(w)

	const most = 16 << 10
	fmt.Fprintf(w, "\nTimes as fast as others with the same rounds, %s for each call:\n\n", bytes(most))
	others := append(peers.Keystream(), peers.MathRandChaCha8())
	head = []string{""}
	for _, o := range others {
		head = append(head, peer{o, 1}.title())
	}
	table = report.Table{head}
	for _, k := range available() {
		for _, rounds := range allRounds {
			ours, row := kernelPeer(k, rounds), []string{kernelPeer(k, rounds).title()}
			for _, o := range others {
				row = append(row, times(ratio(r, ours, peer{o, 1}, most)))
			}
			table = append(table, row)
		}
	}
	table.Print(w)
	fmt.Fprintln(w, "\n"+starred)
}

// ratio returns the throughput of a relative to that of b, if they have the same
// rounds.
func ratio(r *report.Report, a, b peer, size int) (times float64, ok bool) {
	x, ok1 := r.Find(a.key(kernelGroup, size, 1))
	y, ok2 := r.Find(b.key(kernelGroup, size, 1))
	return y.Time / x.Time, ok1 && ok2 && a.Rounds == b.Rounds
}

func drawKernels(dir string, r *report.Report) error {
	for _, rounds := range allRounds {
		c := picture.LineChart{
			Title: fmt.Sprintf("ChaCha with %d rounds: %s", rounds, r.Machine.CPU), X: "bytes for each call", Y: "MB/s", LogX: true, LogY: true,
		}
		for _, size := range kernelSizes {
			c.XTicks = append(c.XTicks, plot.Tick{Value: float64(size), Label: bytes(size)})
		}
		var lines []picture.Series
		for _, p := range kernelPeers() {
			if p.Rounds != int(rounds) {
				continue
			}
			l := p.series(len(lines))
			for _, size := range kernelSizes {
				l = l.with(r, p.key(kernelGroup, size, 1), float64(size))
			}
			lines = append(lines, l.Series)
		}
		if err := c.Save(filepath.Join(dir, fmt.Sprintf("kernels-%d.svg", rounds)), lines); err != nil {
			return err
		}
	}
	return nil
}
