package clock

import (
	"testing"
	"time"
)

func TestTicks(t *testing.T) {
	length := TickLength(20 * time.Millisecond)
	if length < 0.1 || length > 100 {
		t.Fatalf("a tick of %v ns", length)
	}
	if !hasCounter && length != 1 {
		t.Errorf("a tick of the system clock lasts %v ns, want 1", length)
	}
	began, first := time.Now(), Ticks()
	time.Sleep(20 * time.Millisecond)
	ticks, elapsed := Ticks()-first, time.Since(began)
	if ratio := float64(ticks) * length / float64(elapsed); ratio < 0.9 || ratio > 1.1 {
		t.Errorf("%d ticks of %v ns in %v", ticks, length, elapsed)
	}
}

func TestTicksNeverGoBack(t *testing.T) {
	last := Ticks()
	for range 100_000 {
		now := Ticks()
		if now < last {
			t.Fatalf("%d after %d", now, last)
		}
		last = now
	}
}

// A chain of additions lasts as long as a CPU of 0.5 to 10 GHz needs, and twice
// as many twice as long.
func TestChain(t *testing.T) {
	if !HasCycles {
		t.Skip("no cycles on this architecture")
	}
	const n = 1 << 20
	once, twice := time.Hour, time.Hour
	for range 200 {
		once, twice = min(once, timed(n)), min(twice, timed(2*n))
	}
	if cycle := float64(once.Nanoseconds()) / n; cycle < 0.1 || cycle > 2 {
		t.Errorf("a cycle of %v ns", cycle)
	}
	if ratio := float64(twice) / float64(once); ratio < 1.8 || ratio > 2.2 {
		t.Errorf("twice as many additions last %.2f times as long", ratio)
	}
}

func timed(n int) time.Duration {
	start := time.Now()
	Chain(n)
	return time.Since(start)
}
