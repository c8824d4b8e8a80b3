//go:build !amd64

package clock

import "time"

// HasCycles says whether Chain can be used.
const HasCycles = false

const hasCounter = false

var start = time.Now()

// Ticks returns the time since the program began, in nanoseconds.
func Ticks() uint64 { return uint64(time.Since(start)) }

// Chain panics: nothing here is known to take a cycle.
func Chain(int) { panic("clock: no cycles on this architecture") }
