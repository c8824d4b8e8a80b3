// Package bench compares the kernels of this machine, and package rng, with what
// else a program could use, and with what others published.
package bench

import (
	"context"
	"io"
	"time"

	"github.com/simdchacha/simdchacha/cmd/internal/clock"
	"github.com/simdchacha/simdchacha/cmd/internal/host"
	"github.com/simdchacha/simdchacha/cmd/internal/measure"
	"github.com/simdchacha/simdchacha/cmd/internal/report"
)

// A Bench is a comparison.
type Bench struct {
	Name        string
	Short, Long string // what it does, in a line and in full

	contenders func() contenders
	print      func(w io.Writer, r *report.Report)
	draw       func(dir string, r *report.Report) error
}

// All are the comparisons, in the order in which to run them.
var All = []Bench{kernels, arc4random, urandom, words, allPeers}

// Contenders are what takes turns.
type contenders struct {
	entries []entry
	calls   []call
	missing []string // what cannot be measured here, and why
}

// An entry is an operation that is timed many times in a row.
type entry struct {
	report.Key
	op measure.Op
}

// parallelSlices is how many slices a turn of several goroutines lasts, which
// need some tens of microseconds to start.
const parallelSlices = 10

// A call is a function whose calls are timed one by one.
type call struct {
	report.Key
	f           func()
	refillEvery int // calls, of which one refills a buffer; 0 if there is none
}

// Options are how to measure.
type Options struct {
	Quick    bool
	Progress func(done float64) // 0 to 1; may be nil
}

const (
	slice      = 500 * time.Microsecond
	calls      = 1_000_000
	quickCalls = 100_000
)

// plan returns how long to measure: less than a minute and a half, or with
// o.Quick less than 15 seconds, calibration included.
func (o Options) plan() measure.Plan {
	if o.Quick {
		return measure.Plan{Slice: slice, Passes: 41, Budget: 8 * time.Second}
	}
	return measure.Plan{Slice: slice, Passes: 201, Budget: time.Minute}
}

// Run measures until all is done or ctx is, and reports what was measured.
func (b Bench) Run(ctx context.Context, o Options) *report.Report {
	c := b.contenders()
	r := &report.Report{Bench: b.Name, Machine: host.This(), Missing: c.missing}
	r.Results = append(c.measure(ctx, o, r), c.measureCalls(ctx, o)...)
	r.Complete = ctx.Err() == nil
	return r
}

// measure returns the results of the entries. The first operation is one that
// takes a cycle: so each pass has its own clock rate.
func (c contenders) measure(ctx context.Context, o Options, r *report.Report) (results []report.Result) {
	var subjects []measure.Subject
	if clock.HasCycles {
		subjects = append(subjects, measure.Subject{Op: clock.Chain})
	}
	for _, e := range c.entries {
		s := measure.Subject{Op: e.op}
		if e.Goroutines > 1 {
			s.Slices = parallelSlices
		}
		subjects = append(subjects, s)
	}
	plan := o.plan()
	plan.Progress = o.Progress
	times := plan.Run(ctx, subjects)

	var cycle measure.Times
	if clock.HasCycles {
		cycle, times = times[0], times[1:]
		if len(cycle) > 0 {
			r.Cycle = 1e9 * cycle.Median()
		}
	}
	for i, e := range c.entries {
		res := result(e.Key)
		if res.Set(times[i], cycle) {
			results = append(results, res)
		}
	}
	return results
}

// measureCalls returns the results of the single calls.
func (c contenders) measureCalls(ctx context.Context, o Options) (results []report.Result) {
	n := calls
	if o.Quick {
		n = quickCalls
	}
	var functions []func()
	for _, c := range c.calls {
		functions = append(functions, c.f)
	}
	for i, times := range measure.Calls(ctx, n, functions, o.Progress) {
		res := result(c.calls[i].Key)
		if res.Set(times, nil) {
			res.Passes = 1
			res.Latency = report.NewLatency(times, c.calls[i].refillEvery)
			results = append(results, res)
		}
	}
	return results
}

func result(k report.Key) report.Result {
	return report.Result{Group: k.Group, Name: k.Name, Rounds: k.Rounds, Bytes: k.Bytes, Goroutines: k.Goroutines}
}

// Print writes r, which b made, for people.
func (b Bench) Print(w io.Writer, r *report.Report) {
	r.PrintHeader(w)
	b.print(w, r)
	r.PrintFooter(w)
}

// Draw writes pictures of r, which b made and which is complete, to a directory.
func (b Bench) Draw(dir string, r *report.Report) error { return b.draw(dir, r) }
