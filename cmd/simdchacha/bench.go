package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/simdchacha/simdchacha/cmd/internal/bench"
	"github.com/simdchacha/simdchacha/cmd/internal/report"
)

// benchFlags are the flags of all comparisons.
type benchFlags struct {
	json, csv, quick bool
	svg              string // directory
}

func benchCommand() *cobra.Command {
	var flags benchFlags
	cmd := &cobra.Command{
		Use:   "bench",
		Short: "Compare with what others published, and with other packages and libraries",
		Long: `Measure this module side by side with what else a program could use.

What is compared takes turns in short slices of time, so that a change of clock
rate or a busy neighbour falls upon all of it. Figures are medians; behind them
stands how far the lower or the upper quartile is away, whichever is farther.
Cycles are those of the clock rate at that moment, measured beside.

An interrupt (Ctrl-C) ends the measurement and prints what there is until then.`,
		Example: `  simdchacha bench words
  simdchacha bench peers --quick --csv > peers.csv
  simdchacha bench all --svg docs/img`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return errors.New("bench what? One of " + strings.Join(benchNames(), ", ") + " or all")
			}
			return fmt.Errorf("no such comparison: %q", args[0])
		},
		Run: func(*cobra.Command, []string) {}, // makes cobra call Args
	}
	f := cmd.PersistentFlags()
	f.BoolVar(&flags.json, "json", false, "print JSON instead of tables, an object for each comparison")
	f.BoolVar(&flags.csv, "csv", false, "print CSV instead of tables")
	f.BoolVar(&flags.quick, "quick", false, "measure for less than 20 seconds, and less exactly")
	f.StringVar(&flags.svg, "svg", "", "also draw pictures, to SVG files in this `directory`")
	for _, b := range bench.All {
		cmd.AddCommand(subcommand(b.Name, b.Short, b.Long, &flags, []bench.Bench{b}))
	}
	cmd.AddCommand(subcommand("all", "All of these", "Run all comparisons, one after the other.", &flags, bench.All))
	return cmd
}

func benchNames() (names []string) {
	for _, b := range bench.All {
		names = append(names, b.Name)
	}
	return names
}

func subcommand(name, short, long string, flags *benchFlags, benches []bench.Bench) *cobra.Command {
	return &cobra.Command{
		Use:   name,
		Short: short,
		Long:  long,
		Args: func(cmd *cobra.Command, args []string) error {
			if flags.json && flags.csv {
				return errors.New("--json and --csv exclude each other")
			}
			return noArgs(cmd, args)
		},
		RunE: func(cmd *cobra.Command, _ []string) error {
			return runBenches(cmd.OutOrStdout(), benches, *flags)
		},
	}
}

// runBenches runs benches until all are done or an interrupt comes, and prints
// the results. What was interrupted is not drawn.
func runBenches(w io.Writer, benches []bench.Bench, flags benchFlags) error {
	if flags.svg != "" { // tells now what would fail after minutes
		if err := writable(flags.svg); err != nil {
			return err
		}
	}
	ctx, stop := signal.NotifyContext(context.Background(), interrupts()...)
	defer stop()
	context.AfterFunc(ctx, stop) // a second interrupt ends the program
	for _, b := range benches {
		shown := showBenchProgress(b.Name)
		r := b.Run(ctx, bench.Options{Quick: flags.quick, Progress: shown.set})
		shown.end()
		if err := cmp.Or(printReport(w, b, r, flags), flush(w)); err != nil {
			return err
		}
		if ctx.Err() != nil {
			return errInterrupted
		}
		if flags.svg != "" {
			if err := b.Draw(flags.svg, r); err != nil {
				return err
			}
		}
	}
	return nil
}

// interrupts returns the signals that end a measurement. Among them is no interrupt
// that this process was started to ignore, as shells start what scripts leave in
// the background (POSIX.1-2017, Shell Command Language, Section 2.11).
func interrupts() []os.Signal {
	signals := []os.Signal{syscall.SIGTERM}
	if !signal.Ignored(os.Interrupt) {
		signals = append(signals, os.Interrupt)
	}
	return signals
}

// writable makes the directory dir unless it is there, and returns an error if no
// file can be made in it.
func writable(dir string) error {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	f, err := os.CreateTemp(dir, "simdchacha-*.svg")
	if err != nil {
		return err
	}
	return cmp.Or(f.Close(), os.Remove(f.Name()))
}

func printReport(w io.Writer, b bench.Bench, r *report.Report, flags benchFlags) error {
	switch {
	case flags.json:
		return r.WriteJSON(w)
	case flags.csv:
		return r.WriteCSV(w)
	}
	if _, err := fmt.Fprintf(w, "== %s: %s\n\n", b.Name, b.Short); err != nil {
		return err
	}
	b.Print(w, r)
	_, err := fmt.Fprintln(w)
	return err
}

// flush writes what w holds back, so that each comparison shows when it is done.
func flush(w io.Writer) error {
	if w, ok := w.(interface{ Flush() error }); ok {
		return w.Flush()
	}
	return nil
}
