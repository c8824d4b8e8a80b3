package rng

import (
	"encoding/binary"
	"math/bits"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
)

// drawAll draws n numbers in each of several goroutines at a time, and returns
// them all.
func drawAll(goroutines, n int, draw func() uint64) []uint64 {
	all := make([]uint64, goroutines*n)
	var wg sync.WaitGroup
	for g := range goroutines {
		part := all[g*n : (g+1)*n]
		wg.Go(func() {
			for i := range part {
				part[i] = draw()
			}
		})
	}
	wg.Wait()
	return all
}

// mustBeDistinct fails t if all has a number twice. By chance, 2^26 numbers of 64
// bits have one in 8000 runs. It changes all.
func mustBeDistinct(t testing.TB, all []uint64) {
	t.Helper()
	// Sort only those that share their leading bits with another.
	lead := min(64, bits.Len(uint(len(all)))+4)
	seen, shared := newBitset(lead), newBitset(lead)
	for _, v := range all {
		if seen.add(v >> (64 - lead)) {
			shared.add(v >> (64 - lead))
		}
	}
	all = slices.DeleteFunc(all, func(v uint64) bool { return !shared.has(v >> (64 - lead)) })
	slices.Sort(all)
	for i := range max(0, len(all)-1) {
		if all[i] == all[i+1] {
			t.Fatalf("%#x came twice", all[i])
		}
	}
}

type bitset []uint64

func newBitset(bits int) bitset { return make(bitset, 1<<max(0, bits-6)) }

func (b bitset) has(i uint64) bool { return b[i/64]>>(i%64)&1 != 0 }

// add adds i and reports whether it was there.
func (b bitset) add(i uint64) bool {
	had := b.has(i)
	b[i/64] |= 1 << (i % 64)
	return had
}

func TestMustBeDistinct(t *testing.T) {
	all := drawAll(1, 1000, Uint64)
	mustBeDistinct(t, slices.Clone(all))
	var r recorder
	mustBeDistinct(&r, append(all, all[500]))
	if !r.failed {
		t.Error("a number that is there twice is not found")
	}
}

// recorder notes that a test would have failed.
type recorder struct {
	testing.TB
	failed bool
}

func (r *recorder) Helper()               {}
func (r *recorder) Fatalf(string, ...any) { r.failed = true }

// TestNoDuplicates draws from many more goroutines than there are Ps.
func TestNoDuplicates(t *testing.T) {
	mustBeDistinct(t, drawAll(64, repeat(1_000_000), Uint64))
}

// TestNoRepeatedChunk looks for an aligned 16-byte chunk that comes twice in
// what is read in pieces of many lengths, by one goroutine and by several.
func TestNoRepeatedChunk(t *testing.T) {
	size := repeat(64 << 20)
	for _, n := range []int{1, 8} { // readers at a time
		mem := make([]byte, size/n/16*16*n)
		var wg sync.WaitGroup
		for part := range slices.Chunk(mem, len(mem)/n) {
			wg.Go(func() {
				for i := 0; len(part) > 0; i++ {
					m := min(len(part), 1+i*i%5000)
					Read(part[:m])
					part = part[m:]
				}
			})
		}
		wg.Wait()
		heads := make([]uint64, 0, len(mem)/16)
		for chunk := range slices.Chunk(mem, 16) {
			heads = append(heads, binary.NativeEndian.Uint64(chunk))
		}
		mustBeDistinct(t, heads)
	}
}

// TestProcsGrowAndShrink changes GOMAXPROCS under load.
func TestProcsGrowAndShrink(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	var done atomic.Bool
	var wg sync.WaitGroup
	wg.Go(func() {
		for !done.Load() {
			for _, n := range []int{1, 64, 2, 7, 64} {
				runtime.GOMAXPROCS(n)
				runtime.Gosched()
			}
		}
	})
	all := drawAll(128, repeat(20_000), Uint64)
	done.Store(true)
	wg.Wait()
	mustBeDistinct(t, all)
}

// TestManyProcs runs with more Ps than most machines have.
func TestManyProcs(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1100))
	mustBeDistinct(t, drawAll(2000, repeat(500), Uint64))
}

// TestThreadChurn draws in goroutines that take their thread with them when they
// end, while the garbage collector runs.
func TestThreadChurn(t *testing.T) {
	var done atomic.Bool
	var gc sync.WaitGroup
	gc.Go(func() {
		for !done.Load() {
			runtime.GC()
		}
	})
	var mu sync.Mutex
	var all []uint64
	for range repeat(100) {
		var wg sync.WaitGroup
		for range 10 {
			wg.Go(func() {
				runtime.LockOSThread() // never unlocked: the thread ends with the goroutine
				part := drawAll(1, 300, Uint64)
				mu.Lock()
				all = append(all, part...)
				mu.Unlock()
			})
		}
		wg.Wait()
	}
	done.Store(true)
	gc.Wait()
	mustBeDistinct(t, all)
}

// TestReseedUnderLoad checks the guarantee of Reseed with known seeds: after it
// has returned, no draw gives bytes of a key without a seed from after the call.
func TestReseedUnderLoad(t *testing.T) {
	var done atomic.Bool
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			var p [100]byte
			for !done.Load() {
				Read(p[:])
				Uint64()
			}
		})
	}
	var stale bool
	for range repeat(2000) {
		before := epoch.Load()
		Reseed()
		h := hold()
		if s := held(h); s != nil {
			var b [1]byte
			stale = stale || s.batch.take(b[:]) == 1 && s.batch.pos-before < epochStep
		}
		drop(h)
	}
	done.Store(true)
	wg.Wait()
	if stale {
		t.Error("a byte from before Reseed came out after it")
	}
}

// TestSeedFromBeforeReseed refills with a seed that was read before a Reseed, as
// happens to a goroutine that sleeps between: the batch must not be used.
func TestSeedFromBeforeReseed(t *testing.T) {
	var b batch
	var s seed
	s.read()
	Reseed()
	b.refill(&s, defaults())
	if s != (seed{}) {
		t.Error("the seed is not wiped")
	}
	if _, ok := b.uint64(); ok {
		t.Error("Uint64 used it")
	}
	if _, ok := b.uint32(); ok {
		t.Error("Uint32 used it")
	}
	if n := b.take(make([]byte, 8)); n != 0 {
		t.Error("Read used it")
	}
}

// reseeding is an operating system during whose first answer Reseed is called.
type reseeding struct{ counter }

func (r *reseeding) Read(p []byte) (int, error) {
	n, err := r.counter.Read(p)
	if r.reads == 1 {
		Reseed()
	}
	return n, err
}

// TestReseedDuringSeed checks that bytes which the operating system may have
// returned before a Reseed are not used after it.
func TestReseedDuringSeed(t *testing.T) {
	for name, draw := range map[string]func(){
		"Generator": func() { New().Uint64() },
		"global":    func() { Uint64() },
	} {
		r := new(reseeding)
		setSystem(t, r)
		if draw(); r.reads != 2 {
			t.Errorf("%s: %d seeds read, want 2", name, r.reads)
		}
	}
}

// TestReentrantShuffle draws in the callback of Shuffle, which must therefore
// not run while a shard is held.
func TestReentrantShuffle(t *testing.T) {
	p := Perm(1000)
	Shuffle(len(p), func(i, j int) {
		p[i], p[j] = p[j], p[i]
		Shuffle(3, func(int, int) { Uint32(); runtime.Gosched() })
		Reseed()
		Read(make([]byte, longRead))
	})
	slices.Sort(p)
	for i, v := range p {
		if i != v {
			t.Fatal("no permutation any more")
		}
	}
}

// TestRefillWhilePinned empties the shards and checks that entropy is read and
// memory allocated only between hold and drop: the runtime throws if a goroutine
// blocks while pinned, as this system does.
func TestRefillWhilePinned(t *testing.T) {
	setSystem(t, blocking{new(counter)})
	for range 50 {
		Reseed()
		Uint64()
		Read(make([]byte, batchSize/4+1))
	}
}

type blocking struct{ *counter }

func (b blocking) Read(p []byte) (int, error) {
	runtime.Gosched()
	runtime.GC()
	return b.counter.Read(p)
}
