package measure

import (
	"math"
	"slices"
)

// Times are durations of one execution of an operation, in seconds.
type Times []float64

// Median returns the middle time, or the mean of the two in the middle. It
// returns NaN if there is none.
func (t Times) Median() float64 { return t.Quantiles(0.5)[0] }

// Quantiles returns, for each q from 0 to 1, the time below which that part of t
// lies, interpolated between the two nearest, or NaN if t is empty.
func (t Times) Quantiles(q ...float64) []float64 {
	values := make([]float64, len(q))
	sorted := slices.Sorted(slices.Values(t))
	for i, q := range q {
		if len(t) == 0 {
			values[i] = math.NaN()
			continue
		}
		whole, part := math.Modf(q * float64(len(t)-1))
		below := sorted[int(whole)]
		above := sorted[min(int(whole)+1, len(t)-1)]
		values[i] = below + part*(above-below)
	}
	return values
}

// Over returns, pass by pass, how often the time of base is contained in t.
func (t Times) Over(base Times) Times {
	ratios := make(Times, min(len(t), len(base)))
	for i := range ratios {
		ratios[i] = t[i] / base[i]
	}
	return ratios
}
