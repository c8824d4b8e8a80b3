package report

import (
	"math"

	"github.com/simdchacha/simdchacha/cmd/internal/measure"
)

// A Latency is the distribution of the times of single calls, in nanoseconds.
type Latency struct {
	Calls  int     `json:"calls"`
	P50    float64 `json:"ns_p50"`
	P99    float64 `json:"ns_p99"`
	P9999  float64 `json:"ns_p99_99"`
	Max    float64 `json:"ns_max"`
	Refill float64 `json:"ns_refill,omitempty"` // median of the calls that refill a buffer; 0 if there is none

	// Histogram counts the calls by time. Bin i is for times from Edge(i) to
	// Edge(i+1); the last that is there is not empty.
	Histogram []int `json:"histogram"`
}

// BinsPerDecade is the number of bins of a histogram for times from 1 to 10 ns.
const BinsPerDecade = 10

// Edge returns the least time that bin i counts, in nanoseconds. Bin 0 counts
// all that are shorter, too.
func Edge(i int) float64 { return math.Pow(10, float64(i)/BinsPerDecade) }

// NewLatency sums up times, of which every refillEvery-th is of a call that
// refills and so is among the longest; 0 stands for none.
func NewLatency(times measure.Times, refillEvery int) *Latency {
	q := []float64{0.5, 0.99, 0.9999, 1}
	if refillEvery > 0 {
		q = append(q, 1-0.5/float64(refillEvery))
	}
	v := times.Quantiles(q...)
	for i := range v {
		v[i] *= 1e9
	}
	l := &Latency{Calls: len(times), P50: v[0], P99: v[1], P9999: v[2], Max: v[3]}
	if refillEvery > 0 {
		l.Refill = v[4]
	}
	for _, t := range times {
		bin := 0
		if ns := t * 1e9; ns > 1 {
			bin = int(BinsPerDecade * math.Log10(ns))
		}
		for len(l.Histogram) <= bin {
			l.Histogram = append(l.Histogram, 0)
		}
		l.Histogram[bin]++
	}
	return l
}
