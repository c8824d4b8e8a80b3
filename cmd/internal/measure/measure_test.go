package measure

import (
	"context"
	"math"
	"slices"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

func sleep(d time.Duration) Op {
	return func(n int) { time.Sleep(time.Duration(n) * d) }
}

func subjects(ops ...Op) (all []Subject) {
	for _, op := range ops {
		all = append(all, Subject{Op: op})
	}
	return all
}

// Operations of a known duration are measured exactly on a clock that only
// their sleep advances, and take turns.
func TestRun(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var order []int
		var ops []Op
		for i, d := range []time.Duration{time.Microsecond, 3 * time.Microsecond, time.Second} {
			ops = append(ops, func(n int) {
				if n > 0 { // the refill of caches leaves out what lasts long
					order = append(order, i)
				}
				sleep(d)(n)
			})
		}
		var progress []float64
		start := time.Now()
		times := Plan{
			Slice: time.Millisecond, Passes: 4,
			Progress: func(done float64) { progress = append(progress, done) },
		}.Run(t.Context(), subjects(ops...))

		pass := []int{0, 0, 1, 1, 2}
		if want := slices.Repeat(pass, 4); !slices.Equal(order[len(order)-len(want):], want) {
			t.Errorf("order %v, want %v at the end", order, want)
		}
		for i, want := range []float64{1e-6, 3e-6, 1} {
			if len(times[i]) != 4 || math.Abs(times[i].Median()/want-1) > 1e-9 {
				t.Errorf("op %d took %v, want %v four times", i, times[i], want)
			}
		}
		// Calibration of three and four passes of a second, and some ms for each of the rest.
		if took := time.Since(start); took > 7*time.Second+20*time.Millisecond {
			t.Errorf("took %v", took)
		}
		if len(progress) != 12 || !slices.IsSorted(progress) || progress[11] != 1 {
			t.Errorf("progress %v, want 12 steps up to 1", progress)
		}
	})
}

// A budget ends a run after a whole pass, and the progress follows it.
func TestBudget(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var last float64
		times := Plan{
			Slice: time.Second, Passes: 100, Budget: 10 * time.Second,
			Progress: func(done float64) { last = done },
		}.Run(t.Context(), subjects(sleep(time.Second), sleep(time.Second)))
		// Calibration takes 3 s for each, a pass 2 s.
		if len(times[0]) != 3 || len(times[1]) != 3 || last != 1 {
			t.Errorf("%d and %d passes, progress %v; want 3, 3, 1", len(times[0]), len(times[1]), last)
		}
		times = Plan{Slice: time.Second, Passes: 100, Budget: 1}.Run(t.Context(), subjects(sleep(time.Second)))
		if len(times[0]) != 1 {
			t.Errorf("%d passes for no budget, want the first", len(times[0]))
		}
	})
}

func TestCancel(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), 11500*time.Millisecond)
		defer cancel()
		times := Plan{Slice: time.Second, Passes: 100}.Run(ctx, subjects(sleep(time.Second), sleep(time.Second)))
		if len(times[0]) != 3 || len(times[1]) != 3 {
			t.Errorf("%d and %d passes, want 3 and 3", len(times[0]), len(times[1]))
		}
		cancel()
		times = Plan{Slice: time.Second, Passes: 100}.Run(ctx, subjects(sleep(time.Second)))
		if len(times) != 1 || len(times[0]) != 0 {
			t.Errorf("%v from a context that is done, want one op without times", times)
		}
	})
}

// A subject's turn lasts as many slices as it says.
func TestSlices(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var executed []int
		op := func(n int) {
			executed = append(executed, n)
			time.Sleep(time.Duration(n) * time.Microsecond)
		}
		Plan{Slice: time.Millisecond, Passes: 1}.Run(t.Context(), []Subject{{Op: op, Slices: 7}})
		if last := executed[len(executed)-1]; last != 7000 {
			t.Errorf("executed %d times, want 7000", last)
		}
	})
}

// Interruptions during calibration do not make the slices much shorter.
func TestCalibrate(t *testing.T) {
	for _, test := range []struct {
		often int // interruptions of executions of 128
		want  int
	}{{0, 1000}, {2, 1000}, {3, 128}} {
		synctest.Test(t, func(t *testing.T) {
			left := test.often
			op := func(n int) {
				if n == 128 && left > 0 {
					left--
					time.Sleep(time.Second)
				}
				time.Sleep(time.Duration(n) * time.Microsecond)
			}
			if n := calibrate(op, time.Millisecond); n != test.want {
				t.Errorf("%d times after %d interruptions, want %d", n, test.often, test.want)
			}
		})
	}
}

func TestParallel(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var executed atomic.Int64
		op := func(n int) {
			executed.Add(int64(n))
			time.Sleep(time.Duration(n) * time.Second)
		}
		start := time.Now()
		Parallel([]Op{op, op, op})(5)
		if took := time.Since(start); executed.Load() != 15 || took != 5*time.Second {
			t.Errorf("executed %d times in %v, want 15 in 5s", executed.Load(), took)
		}
	})
}

func TestCalls(t *testing.T) {
	const n = 2*turn + 500
	var calls, naps int
	times := Calls(t.Context(), n, []func(){
		func() { calls++ },
		func() {
			if naps++; naps == 1000 {
				time.Sleep(20 * time.Millisecond)
			}
		},
	}, nil)
	if len(times[0]) != n || len(times[1]) != n || calls != n+3*warmup {
		t.Errorf("%d and %d times of %d calls", len(times[0]), len(times[1]), calls)
	}
	if longest := slices.Max(times[1]); longest < 0.019 || longest > 1 {
		t.Errorf("the longest call took %v s, want 0.02", longest)
	}
	if median := times[0].Median(); median < 0 || median > 1e-4 {
		t.Errorf("counting takes %v s", median)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if times := Calls(ctx, n, []func(){func() {}}, nil); len(times[0]) != 0 {
		t.Errorf("%d times after the end", len(times[0]))
	}
}
