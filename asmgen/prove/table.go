package prove

import (
	"errors"
	"fmt"
	"io"
	"runtime"
	"sync"
	"text/tabwriter"
	"time"
)

// All proves kernels, for all numbers of rounds. The error has what is not
// proven, a line each.
func All(kernels []Kernel) ([]Report, error) {
	reports := make([]Report, len(kernels)*len(allRounds))
	errs := make([]error, len(reports))
	var wait sync.WaitGroup
	tokens := make(chan struct{}, runtime.GOMAXPROCS(0))
	for i, k := range kernels {
		for j, r := range allRounds {
			at := i*len(allRounds) + j
			wait.Go(func() {
				tokens <- struct{}{}
				reports[at], errs[at] = k.Prove(r)
				<-tokens
			})
		}
	}
	wait.Wait()
	return reports, errors.Join(errs...)
}

// Table proves kernels like All, and writes a line about each and each number
// of rounds: the numbers of blocks that the proof holds for, how many paths it
// took, the instructions on them, the terms that came up, and the result.
func Table(w io.Writer, kernels []Kernel) error {
	start := time.Now()
	reports, err := All(kernels)
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "kernel\trounds\tblocks\tpaths\tinstructions\tterms\ttime\tresult")
	for i, r := range reports {
		blocks, result := "all", "proven"
		if unit := kernels[i/len(allRounds)].Layout.Unit; unit > 1 {
			blocks = fmt.Sprint("multiples of ", unit)
		}
		if !r.Proven {
			result = "REFUSED"
		}
		fmt.Fprintf(t, "%s\t%d\t%s\t%d\t%d\t%d\t%v\t%s\n",
			r.Kernel, r.Rounds, blocks, r.Paths, r.Executed, r.Terms, r.Time.Round(time.Millisecond), result)
	}
	if flushed := t.Flush(); flushed != nil {
		return flushed
	}
	fmt.Fprintf(w, "%d kernels in %v\n", len(kernels), time.Since(start).Round(time.Millisecond))
	return err
}
