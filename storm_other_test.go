//go:build !linux

package simdchacha_test

func thisThread() int { return 0 }

// interrupt leaves it to the profiler and the garbage collector to send
// signals.
func interrupt(int) {}
