package simdchacha_test

import (
	"bytes"
	"io"
	"runtime"
	"runtime/pprof"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/simdchacha/simdchacha"
	"github.com/simdchacha/simdchacha/chacha"
)

// TestStorm makes a million calls of every kernel, all kernels at once, while
// signals, the profiler and the garbage collector interrupt them: a register
// that does not survive this shows as a wrong byte (golang/go#35777).
func TestStorm(t *testing.T) {
	var kernels []simdchacha.Kernel
	eachKernel(t, func(_ *testing.T, k simdchacha.Kernel) { kernels = append(kernels, k) })

	if pprof.StartCPUProfile(io.Discard) == nil {
		defer pprof.StopCPUProfile() // otherwise, the whole test is being profiled
	}
	var work, noise sync.WaitGroup
	var calm atomic.Bool
	var calls, collections, signals atomic.Int64
	threads := make(chan int, len(kernels))
	for _, k := range kernels {
		work.Go(func() {
			runtime.LockOSThread()
			defer runtime.UnlockOSThread()
			threads <- thisThread()
			storm(t, k, func(n int) bool {
				calls.Add(1)
				return n >= repeat(1_000_000) && collections.Load() >= 10 && signals.Load() >= 100
			})
		})
	}
	// pause waits for so many calls, or a slow CPU would do nothing but answer
	// signals.
	pause := func(n int64) {
		for end := calls.Load() + n; calls.Load() < end && !calm.Load(); {
			time.Sleep(20 * time.Microsecond)
		}
	}
	noise.Go(func() {
		for !calm.Load() {
			runtime.GC()
			collections.Add(1)
			pause(1000)
		}
	})
	noise.Go(func() {
		var ids []int
		for range kernels {
			ids = append(ids, <-threads)
		}
		for !calm.Load() {
			for range repeat(10) {
				for _, id := range ids {
					interrupt(id)
				}
				signals.Add(1)
			}
			pause(100)
		}
	})
	work.Wait()
	calm.Store(true)
	noise.Wait()
	t.Logf("%d collections, %d signals to each thread", collections.Load(), signals.Load())
}

// storm repeats one call, of a group and a block, until so many are enough.
func storm(t *testing.T, k simdchacha.Kernel, enough func(calls int) bool) {
	before := randomState(newRand())
	n := k.Lanes() + 1
	want := keystream(before, chacha.R20, n)
	got := make([]byte, len(want))
	for i := 0; !enough(i); i++ {
		clear(got)
		s := before
		k.Blocks(got, &s, chacha.R20)
		if !bytes.Equal(got, want) || s != at(before, uint64(n)) {
			t.Errorf("%v: call %d gave something else than the calls before", k, i)
			return
		}
	}
}

// TestStackGrowth calls kernels at every depth of small stacks, so that some
// call has to move the stack, with the state and dst on it, at the entry of the
// assembly function.
func TestStackGrowth(t *testing.T) {
	eachKernel(t, func(t *testing.T, k simdchacha.Kernel) {
		before := randomState(newRand())
		want := keystream(before, chacha.R8, stackBlocks)
		step := 1
		if emulated {
			step = 8 // still less than the frame of any function
		}
		for depth := 0; depth < 400; depth += step {
			same := make(chan bool)
			go func() { same <- onStack(depth, k, &before, want) }()
			if !<-same {
				t.Fatalf("wrong at depth %d", depth)
			}
		}
	})
}

// stackBlocks has a share for every function of a kernel.
const stackBlocks = 35

// onStack compares the output of k with want after so many calls of itself.
func onStack(depth int, k simdchacha.Kernel, before *chacha.State, want []byte) bool {
	if depth > 0 {
		return onStack(depth-1, k, before, want)
	}
	return compareOnStack(k, before, want)
}

//go:noinline
func compareOnStack(k simdchacha.Kernel, before *chacha.State, want []byte) bool {
	s := *before
	var dst [stackBlocks * blockSize]byte
	k.Blocks(dst[:], &s, chacha.R8)
	return bytes.Equal(dst[:], want) && s == at(*before, stackBlocks)
}
