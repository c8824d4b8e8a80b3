package report

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// A Table is text in columns: the first is flush left, the others right.
type Table [][]string

// Print writes t.
func (t Table) Print(w io.Writer) {
	var widths []int
	for _, row := range t {
		for len(widths) < len(row) {
			widths = append(widths, 0)
		}
		for i, cell := range row {
			widths[i] = max(widths[i], utf8.RuneCountInString(cell))
		}
	}
	for _, row := range t {
		var line strings.Builder
		for i, cell := range row {
			pad := strings.Repeat(" ", widths[i]-utf8.RuneCountInString(cell))
			switch {
			case i == 0:
				line.WriteString(cell + pad)
			default:
				line.WriteString("  " + pad + cell)
			}
		}
		fmt.Fprintln(w, strings.TrimRight(line.String(), " "))
	}
}

// None stands in a table for what was not measured.
const None = "-"

// Megabytes returns the throughput of r in MB/s with its spread.
func (r Result) Megabytes() string {
	return fmt.Sprintf("%.0f ±%s", r.Rate()/1e6, percent(r.Spread()))
}

// Nanoseconds returns the time of r with its spread.
func (r Result) Nanoseconds() string {
	return fmt.Sprintf("%.1f ±%s", r.Time, percent(r.Spread()))
}

// CycleCount returns the cycles of r, or None if they are unknown.
func (r Result) CycleCount() string {
	if r.Cycles == 0 {
		return None
	}
	return fmt.Sprintf("%.1f", r.Cycles)
}

// CyclesPerByte returns the cycles of r for each byte with their spread, or None
// if they are unknown.
func (r Result) CyclesPerByte() string {
	if r.Cycles == 0 {
		return None
	}
	return fmt.Sprintf("%.3f ±%s", r.Cycles/float64(r.Bytes), percent(r.Spread()))
}

// percent is wide enough for all but the wildest spread.
func percent(part float64) string { return fmt.Sprintf("%2.0f%%", 100*part) }

// PrintHeader writes what the figures of r depend on.
func (r *Report) PrintHeader(w io.Writer) {
	r.Machine.Print(w)
	if r.Cycle > 0 {
		fmt.Fprintf(w, "Cycle    %.3f ns (%.2f GHz while measuring)\n", r.Cycle, 1/r.Cycle)
	}
	for _, m := range r.Missing {
		fmt.Fprintf(w, "MISSING  %s\n", m)
	}
	fmt.Fprintln(w)
}

// PrintFooter writes how to read the figures of r, if there are any.
func (r *Report) PrintFooter(w io.Writer) {
	passes := 0
	for _, res := range r.Results {
		passes = max(passes, res.Passes)
	}
	fmt.Fprintln(w)
	if passes > 0 {
		noun := "passes"
		if passes == 1 {
			noun = "pass"
		}
		fmt.Fprintf(w, "Medians of %d %s, in which all take turns; ± says how far away the farther quartile is.\n", passes, noun)
	}
	if !r.Complete {
		fmt.Fprintln(w, "INTERRUPTED: fewer passes than planned.")
	}
}
