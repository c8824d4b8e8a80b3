// Package report holds the results of a comparison, and writes them as JSON,
// CSV and tables.
package report

import (
	"slices"

	"github.com/simdchacha/simdchacha/cmd/internal/host"
	"github.com/simdchacha/simdchacha/cmd/internal/measure"
)

// A Report is what a comparison found.
type Report struct {
	Bench    string       `json:"bench"` // the name of the comparison
	Machine  host.Machine `json:"machine"`
	Cycle    float64      `json:"ns_per_cycle,omitempty"` // median; 0 if unknown
	Complete bool         `json:"complete"`               // false after an interruption
	Missing  []string     `json:"missing,omitempty"`      // what could not be measured here, and why
	Results  []Result     `json:"results"`
}

// A Result is the time of one operation.
type Result struct {
	Group      string `json:"group"` // of those that are comparable
	Name       string `json:"name"`
	Rounds     int    `json:"rounds,omitempty"` // of ChaCha, if the name has more than one
	Bytes      int    `json:"bytes"`            // that the operation makes
	Goroutines int    `json:"goroutines"`       // that execute it at the same time

	Passes int     `json:"passes"` // in which it was measured
	Time   float64 `json:"ns"`     // of one operation of one goroutine, in nanoseconds: median
	Low    float64 `json:"ns_p25"` // lower quartile
	High   float64 `json:"ns_p75"` // upper quartile
	Cycles float64 `json:"cycles"` // median; 0 if unknown

	Latency *Latency `json:"latency,omitempty"` // where single calls were timed
}

// Set enters times, and cycles if cycle has the times of a cycle in the same
// passes. It reports whether there are any times.
func (r *Result) Set(times, cycle measure.Times) bool {
	if len(times) == 0 {
		return false
	}
	q := times.Quantiles(0.25, 0.5, 0.75)
	r.Passes, r.Low, r.Time, r.High = len(times), 1e9*q[0], 1e9*q[1], 1e9*q[2]
	if len(cycle) > 0 {
		r.Cycles = times.Over(cycle).Median()
	}
	return true
}

// Rate returns the throughput of all goroutines together in bytes per second.
func (r Result) Rate() float64 { return float64(r.Bytes*r.Goroutines) / r.Time * 1e9 }

// Spread returns how far, as a part of the median, the lower or the upper
// quartile is away from it, whichever is farther.
func (r Result) Spread() float64 { return max(r.High/r.Time-1, 1-r.Low/r.Time) }

// A Key tells the results of a Report apart.
type Key struct {
	Group, Name               string
	Rounds, Bytes, Goroutines int
}

// Key returns the key of r.
func (r Result) Key() Key { return Key{r.Group, r.Name, r.Rounds, r.Bytes, r.Goroutines} }

// Find returns the result with the key k, and false if it was not measured.
func (r *Report) Find(k Key) (Result, bool) {
	i := slices.IndexFunc(r.Results, func(res Result) bool { return res.Key() == k })
	if i < 0 {
		return Result{}, false
	}
	return r.Results[i], true
}
