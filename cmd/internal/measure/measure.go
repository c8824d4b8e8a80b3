// Package measure times operations side by side.
package measure

import (
	"math"
	"slices"
	"time"
)

// An Op performs the measured operation n times.
type Op func(n int)

// Times are durations of one execution of an operation, in seconds.
type Times []float64

// Interleave times each op for about the duration slice, one after the other,
// and does so passes times over, so that a change of clock rate or a busy
// neighbour falls upon all of them. It returns one Times of length passes per op.
func Interleave(ops []Op, passes int, slice time.Duration) []Times {
	counts := make([]int, len(ops))
	for i, op := range ops {
		counts[i] = calibrate(op, slice)
	}
	times := make([]Times, len(ops))
	for range passes {
		for i, op := range ops {
			d := elapsed(op, counts[i])
			times[i] = append(times[i], d.Seconds()/float64(counts[i]))
		}
	}
	return times
}

// Median returns the middle time, or the mean of the two in the middle. It
// returns NaN if there is none.
func (t Times) Median() float64 {
	if len(t) == 0 {
		return math.NaN()
	}
	sorted := slices.Sorted(slices.Values(t))
	return (sorted[(len(t)-1)/2] + sorted[len(t)/2]) / 2
}

// calibrate returns how often op must be executed to last for about d, and at
// least 1. It also warms op up.
func calibrate(op Op, d time.Duration) int {
	for n := 1; ; n *= 2 {
		if took := elapsed(op, n); took >= d/4 {
			return max(1, int(float64(n)*float64(d)/float64(took)))
		}
	}
}

func elapsed(op Op, n int) time.Duration {
	start := time.Now()
	op(n)
	return time.Since(start)
}
