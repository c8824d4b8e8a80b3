// Package measure times operations side by side.
package measure

import (
	"context"
	"sync"
	"time"
)

// An Op performs the measured operation n times.
type Op func(n int)

// A Subject is an operation to be measured.
type Subject struct {
	Op     Op
	Slices int // that a turn of it lasts; 0 counts as 1
}

// A Plan says how long to measure. Operations take turns: in a pass each is
// timed once, and passes follow each other, so that a change of clock rate or a
// busy neighbour falls upon all of them.
type Plan struct {
	Slice  time.Duration // for which an operation is repeated each time; best shorter than the scheduler's
	Passes int           // at most
	Budget time.Duration // after which no pass begins, except for the first; 0 is no limit

	// Progress, if not nil, is called often, with the part that is done, 0 to 1.
	Progress func(done float64)
}

// Run measures subjects until the plan is done or ctx is, and returns the Times
// of each in the order of passes. If ctx ends it, some have one time less than
// others, and all that were taken count.
func (p Plan) Run(ctx context.Context, subjects []Subject) []Times {
	start := time.Now()
	counts := make([]int, len(subjects))
	for i, s := range subjects {
		if ctx.Err() != nil {
			break
		}
		counts[i] = calibrate(s.Op, p.Slice*time.Duration(max(s.Slices, 1)))
	}
	times := make([]Times, len(subjects))
	for pass := range p.Passes {
		if pass > 0 && p.Budget > 0 && time.Since(start) > p.Budget {
			break
		}
		for i, s := range subjects {
			if ctx.Err() != nil {
				return times
			}
			s.Op(counts[i] / 8) // refills caches
			d := elapsed(s.Op, counts[i])
			times[i] = append(times[i], d.Seconds()/float64(counts[i]))
			p.report(pass*len(subjects)+i+1, len(subjects), start)
		}
	}
	return times
}

// report reports the progress in passes or in time, whichever is further.
func (p Plan) report(steps, perPass int, start time.Time) {
	if p.Progress == nil {
		return
	}
	done := float64(steps) / float64(perPass*p.Passes)
	if p.Budget > 0 {
		done = max(done, float64(time.Since(start))/float64(p.Budget))
	}
	p.Progress(min(done, 1))
}

// Parallel returns an Op that performs each of ops n times, all at the same
// time in goroutines of their own. It takes as long as the slowest.
func Parallel(ops []Op) Op {
	if len(ops) == 1 {
		return ops[0]
	}
	return func(n int) {
		var wg sync.WaitGroup
		for _, op := range ops {
			wg.Go(func() { op(n) })
		}
		wg.Wait()
	}
}

// calibrate returns how often op must be executed to last for about d, and at
// least 1. It also warms op up. What interrupts op does not mislead it: n counts
// only if it takes long three times, and half as many did not.
func calibrate(op Op, d time.Duration) int {
	for n := 1; ; n *= 2 {
		took := elapsed(op, n)
		for range 2 {
			if took >= d/4 {
				took = min(took, elapsed(op, n))
			}
		}
		if took >= d/4 {
			return max(n, int(float64(n)*float64(d)/float64(took)))
		}
	}
}

func elapsed(op Op, n int) time.Duration {
	start := time.Now()
	op(n)
	return time.Since(start)
}
