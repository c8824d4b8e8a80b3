package measure

import (
	"math"
	"slices"
	"testing"
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

func TestQuantiles(t *testing.T) {
	times := Times{5, 3, 1, 2, 4}
	got := times.Quantiles(0, 0.25, 0.6, 0.9, 1)
	for i, want := range []float64{1, 2, 3.4, 4.6, 5} {
		if math.Abs(got[i]-want) > 1e-12 {
			t.Errorf("%v, want %v at %d", got, want, i)
		}
	}
	if got := (Times{7}).Quantiles(0, 0.3, 1); !slices.Equal(got, []float64{7, 7, 7}) {
		t.Errorf("of 7: %v", got)
	}
}

func TestOver(t *testing.T) {
	if got := (Times{4, 9, 1}).Over(Times{2, 3}); !slices.Equal(got, Times{2, 3}) {
		t.Errorf("got %v, want [2 3]", got)
	}
}
