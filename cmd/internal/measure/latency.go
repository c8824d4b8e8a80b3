package measure

import (
	"context"
	"time"

	"github.com/simdchacha/simdchacha/cmd/internal/clock"
)

const (
	turn   = 10_000 // calls that follow each other
	warmup = 100    // calls before them that are not timed
)

// Calls times single calls, n of each function, which take turns, and returns
// the Times of each. What reading the clock takes is part of a time: add a
// function that does nothing, to know it. If ctx ends, there are fewer times.
func Calls(ctx context.Context, n int, calls []func(), progress func(done float64)) []Times {
	tick := clock.TickLength(10*time.Millisecond) / 1e9
	times := make([]Times, len(calls))
	for i := range times {
		times[i] = make(Times, 0, n)
	}
	for done := 0; done < n && ctx.Err() == nil; done += turn {
		for i, call := range calls {
			for range warmup {
				call()
			}
			for range min(turn, n-done) {
				start := clock.Ticks()
				call()
				times[i] = append(times[i], float64(clock.Ticks()-start)*tick)
			}
		}
		if progress != nil {
			progress(float64(done) / float64(n))
		}
	}
	return times
}
