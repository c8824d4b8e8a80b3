package bench

import (
	"fmt"
	"io"
	"path/filepath"
	"slices"

	"github.com/simdchacha/simdchacha/cmd/internal/peers"
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
libsodium. The kernels store keystream; x/crypto, aead and OpenSSL also XOR it to
what was there, as they know no other way.

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
)

var (
	alignedColumns  = sizeColumns(kernelGroup, 64, 128, 256, 512, 1<<10, 4<<10, 16<<10)
	unalignedColumn = sizeColumns(unalignedGroup, 4<<10)[0]
)

// ourKernels returns every kernel with every number of rounds, Portable first.
func ourKernels() (all []peer) {
	for _, k := range available() {
		for _, r := range allRounds {
			all = append(all, kernelPeer(k, r))
		}
	}
	return all
}

// otherKernels returns what others have.
func otherKernels() []peer { return anyLength(append(peers.Keystream(), peers.MathRandChaCha8())) }

func allKernels() []peer { return append(ourKernels(), otherKernels()...) }

func kernelContenders() (c contenders) {
	c.missing = missingPeers()
	for _, p := range allKernels() {
		c.entries = append(c.entries, p.entries(kernelColumns())...)
	}
	return c
}

func kernelColumns() []report.Key { return append(slices.Clone(alignedColumns), unalignedColumn) }

func printKernels(w io.Writer, r *report.Report) {
	fmt.Fprintf(w, "Cycles for a byte by bytes for each call; the last column is not aligned:\n\n")
	ours, others := ourKernels(), otherKernels()
	peerGrid(r, "", append(ours, others...), kernelColumns(), kernelColumnName, report.Result.CyclesPerByte).Print(w)

	largest := alignedColumns[len(alignedColumns)-1]
	fmt.Fprintf(w, "\nTimes as fast as others with the same rounds, %s for each call:\n\n", sizeName(largest))
	grid("", ours, peer.title, others, peer.title, func(a, b peer) string { return times(ratio(r, a, b, largest)) }).Print(w)
	fmt.Fprintln(w, "\n"+starred)
}

func kernelColumnName(column report.Key) string {
	if column == unalignedColumn {
		return sizeName(column) + "+1"
	}
	return sizeName(column)
}

// ratio returns the throughput of a in a column relative to that of b, if they
// have the same rounds.
func ratio(r *report.Report, a, b peer, column report.Key) (times float64, ok bool) {
	x, ok1 := r.Find(a.key(column))
	y, ok2 := r.Find(b.key(column))
	return y.Time / x.Time, ok1 && ok2 && a.Rounds == b.Rounds
}

func drawKernels(dir string, r *report.Report) error {
	for _, rounds := range allRounds {
		same := slices.DeleteFunc(allKernels(), func(p peer) bool { return p.Rounds != int(rounds) })
		path := filepath.Join(dir, fmt.Sprintf("kernels-%d.svg", rounds))
		if err := drawSizes(path, fmt.Sprintf("ChaCha with %d rounds", rounds), r, same, alignedColumns); err != nil {
			return err
		}
	}
	return nil
}
