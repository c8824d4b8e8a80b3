package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"github.com/simdchacha/simdchacha"
	"github.com/simdchacha/simdchacha/chacha"
	"github.com/simdchacha/simdchacha/cmd/internal/host"
	"github.com/simdchacha/simdchacha/cmd/internal/measure"
	"github.com/simdchacha/simdchacha/internal/vectors"
	"github.com/simdchacha/simdchacha/rng"
)

// bufferLen is the length of what each kernel fills: a page.
const bufferLen = 4096

// shortSlices are shorter than those of the operating system's scheduler, so that
// most go undisturbed on a busy machine too.
var shortSlices = measure.Plan{Slice: time.Millisecond, Passes: 51}

func kernelsCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "kernels",
		Short: "List the kernels of this architecture: availability, self-test, throughput",
		Long: `List the kernels that are compiled in for this architecture, whether or not this
CPU can run them, with the result of their self-test and their throughput.

A kernel can be made unavailable by switching off a feature of the CPU that it
needs, as in GODEBUG=cpu.avx512f=off,cpu.avx2=off. The exit status is 1 if a
self-test fails.`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			table := inspect(cmd.Context(), simdchacha.Kernels())
			host.This().Print(cmd.OutOrStdout())
			fmt.Fprintln(cmd.OutOrStdout())
			printKernels(cmd.OutOrStdout(), table)
			for _, row := range table {
				if row.fault != nil {
					return errors.New("self-test failed: " + row.fault.Error())
				}
			}
			return nil
		},
	}
}

// A kernelRow is what there is to say about a kernel; the last two are empty if
// it is not available.
type kernelRow struct {
	simdchacha.Kernel
	fault error     // of the self-test
	speed []float64 // bytes/s, for each of legalRounds
}

// inspect tests and measures those of kernels that are available.
func inspect(ctx context.Context, kernels []simdchacha.Kernel) []kernelRow {
	table := make([]kernelRow, len(kernels))
	var subjects []measure.Subject
	for i, k := range kernels {
		table[i].Kernel = k
		if !k.Available() {
			continue
		}
		if err := vectors.Check(k.Blocks); err != nil {
			table[i].fault = fmt.Errorf("%v: %w", k, err)
		}
		for _, r := range legalRounds {
			subjects = append(subjects, measure.Subject{Op: fill(k, r)})
		}
	}
	times := shortSlices.Run(ctx, subjects)
	for i := range table {
		if !table[i].Available() {
			continue
		}
		for range legalRounds {
			table[i].speed = append(table[i].speed, bufferLen/times[0].Median())
			times = times[1:]
		}
	}
	return table
}

// fill returns the operation of filling a buffer with keystream.
func fill(k simdchacha.Kernel, r chacha.Rounds) measure.Op {
	dst := make([]byte, bufferLen)
	s := new(chacha.State)
	return func(n int) {
		for range n {
			k.Blocks(dst, s, r)
		}
	}
}

func printKernels(w io.Writer, table []kernelRow) {
	tab := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(tab, "KERNEL\tLANES\tSELF-TEST\t 8 ROUNDS\t12 ROUNDS\t20 ROUNDS\tAVAILABLE")
	for _, row := range table {
		selfTest, available := "passed", "yes"
		switch {
		case !row.Available():
			selfTest, available = "-", reason(row.Kernel)
		case row.fault != nil:
			selfTest = "FAILED"
		}
		if row.Kernel == rng.Kernel() {
			available += ", in use by rng"
		}
		fmt.Fprintf(tab, "%v\t%5d\t%s\t%s\t%s\n", row.Kernel, row.Lanes(), selfTest, megabytes(row.speed), available)
	}
	tab.Flush()
	fmt.Fprintf(w, "\nSpeed in MB/s (10^6 bytes per second): %d bytes per call, one goroutine, median of %d runs.\n",
		bufferLen, shortSlices.Passes)
}

// megabytes returns one cell for each of legalRounds.
func megabytes(speed []float64) string {
	cells := make([]string, len(legalRounds))
	for i := range cells {
		cells[i] = "        -"
		if i < len(speed) {
			cells[i] = fmt.Sprintf("%9.0f", speed[i]/1e6)
		}
	}
	return strings.Join(cells, "\t")
}
