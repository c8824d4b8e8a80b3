package rng_test

import (
	"crypto/sha256"
	"fmt"
	"io"
	"math/rand/v2"
	"sync"
	"sync/atomic"

	"github.com/simdchacha/simdchacha/rng"
)

// Monte Carlo over goroutines: the work is cut into tasks, each task draws from the
// stream with its number, and so the result is the same for any number of workers.
func ExampleNewStream() {
	seed := sha256.Sum256([]byte("area of the circle, run 1"))

	inCircle := func(task uint64) (hits int64) {
		r := rand.New(rng.NewStream(seed, task))
		for range 10_000 {
			if x, y := r.Float64(), r.Float64(); x*x+y*y < 1 {
				hits++
			}
		}
		return hits
	}

	const tasks = 64
	for _, workers := range []int{1, 3, 16} {
		var next atomic.Uint64
		var hits atomic.Int64
		var wg sync.WaitGroup
		for range workers {
			wg.Go(func() {
				for task := next.Add(1) - 1; task < tasks; task = next.Add(1) - 1 {
					hits.Add(inCircle(task))
				}
			})
		}
		wg.Wait()
		fmt.Println(workers, "workers:", 4*float64(hits.Load())/(tasks*10_000))
	}
	// Output:
	// 1 workers: 3.14264375
	// 3 workers: 3.14264375
	// 16 workers: 3.14264375
}

// A stream as a test file of 8 EiB that takes no space: any part of it can be
// computed again, for instance to check what was written to a disk.
func ExampleStream_ReadAt() {
	file := rng.NewStream([32]byte{1}, 0)

	var part, again [8]byte
	file.ReadAt(part[:], 1<<40)

	file.Seek(1<<40, io.SeekStart)
	file.Read(again[:])
	fmt.Println(part == again)
	// Output: true
}

// A checkpoint holds the seed, the stream and the position.
func ExampleStream_MarshalBinary() {
	s := rng.NewStream([32]byte{1}, 7)
	s.Uint64()

	checkpoint, _ := s.MarshalBinary()
	want := s.Uint64()

	var restored rng.Stream
	if err := restored.UnmarshalBinary(checkpoint); err != nil {
		panic(err)
	}
	fmt.Println(restored.Uint64() == want)
	// Output: true
}

// The same output as math/rand/v2, and the same saved states.
func ExampleNewChaCha8() {
	seed := [32]byte([]byte("chacha8rand: a seed of 32 bytes."))
	fast, std := rng.NewChaCha8(seed), rand.NewChaCha8(seed)
	fmt.Println(fast.Uint64() == std.Uint64())

	saved, _ := std.MarshalBinary()
	if err := fast.UnmarshalBinary(saved); err != nil {
		panic(err)
	}
	fmt.Println(rand.New(fast).Perm(5), rand.New(std).Perm(5))
	// Output:
	// true
	// [2 0 1 4 3] [2 0 1 4 3]
}
