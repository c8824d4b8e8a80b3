package measure

import (
	"math"
	"slices"
	"testing"
	"testing/synctest"
	"time"
)

func TestMedian(t *testing.T) {
	for _, test := range []struct {
		in   Times
		want float64
	}{
		{Times{3}, 3},
		{Times{1, 2}, 1.5},
		{Times{9, 1, 2}, 2},
		{Times{4, 1, 100, 2}, 3},
	} {
		in := slices.Clone(test.in)
		if got := test.in.Median(); got != test.want || !slices.Equal(in, test.in) {
			t.Errorf("%v: %v, want %v; afterwards %v", in, got, test.want, test.in)
		}
	}
	if got := (Times{}).Median(); !math.IsNaN(got) {
		t.Errorf("of nothing: %v, want NaN", got)
	}
}

// Operations of a known duration are measured exactly on a clock that only
// their sleep advances, and take turns.
func TestInterleave(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var order []int
		sleep := func(i int, d time.Duration) Op {
			return func(n int) {
				order = append(order, i)
				time.Sleep(time.Duration(n) * d)
			}
		}
		ops := []Op{sleep(0, time.Microsecond), sleep(1, 3*time.Microsecond), sleep(2, time.Second)}
		start := time.Now()
		times := Interleave(ops, 4, time.Millisecond)

		if want := []int{0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2}; !slices.Equal(order[len(order)-12:], want) {
			t.Errorf("order %v, want %v at the end", order, want)
		}
		for i, want := range []float64{1e-6, 3e-6, 1} {
			if len(times[i]) != 4 || math.Abs(times[i].Median()/want-1) > 1e-9 {
				t.Errorf("op %d took %v, want %v four times", i, times[i], want)
			}
		}
		// Calibration and four passes of a second, and 1 ms for each of the rest.
		if took := time.Since(start); took > 5*time.Second+20*time.Millisecond {
			t.Errorf("took %v", took)
		}
	})
}
