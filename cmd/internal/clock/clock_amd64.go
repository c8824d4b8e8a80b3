package clock

// HasCycles says whether Chain can be used.
const HasCycles = true

const hasCounter = true

// Ticks returns the time stamp counter. It advances at a constant rate, whatever
// the clock rate is. Instructions before the call are done when it is read, and
// those behind it wait for it.
func Ticks() uint64

// Chain takes n cycles and little more: it executes n additions, rounded up to a
// multiple of 64, each of which waits for the one before. n must be positive.
func Chain(n int)
