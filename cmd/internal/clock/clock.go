// Package clock measures short times, in nanoseconds and in cycles of the CPU's
// present clock rate.
package clock

import "time"

// TickLength returns the length of a tick in nanoseconds: exactly 1 where Ticks
// reads the clock of the operating system, and otherwise what a comparison with
// that clock over the time d gives.
func TickLength(d time.Duration) float64 {
	if !hasCounter {
		return 1
	}
	began, first := time.Now(), Ticks()
	time.Sleep(d)
	elapsed, last := time.Since(began), Ticks()
	return float64(elapsed.Nanoseconds()) / float64(last-first)
}
