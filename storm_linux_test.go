package simdchacha_test

import (
	"os"

	"golang.org/x/sys/unix"
)

func thisThread() int { return unix.Gettid() }

// interrupt sends a thread the signals that Go's profiler and scheduler use.
// Those sent by the kernel for the profiler come no more often than its clock
// ticks.
func interrupt(thread int) {
	for _, s := range []unix.Signal{unix.SIGPROF, unix.SIGURG} {
		_ = unix.Tgkill(os.Getpid(), thread, s)
	}
}
