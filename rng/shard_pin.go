//go:build gc && !race && !purego

package rng

import (
	"runtime"
	"sync"
	"sync/atomic"
	_ "unsafe" // for linkname
)

// shards has one shard for each P, the runtime's token for running Go code, as
// Linux has one batch for each CPU (drivers/char/random.c). A goroutine that is
// pinned to P number i holds shard i. A shard stays with its P; to add some,
// grow publishes a longer slice.
var shards atomic.Pointer[[]*shard]

func init() { shards.Store(new([]*shard)) }

// hold pins the goroutine to its P, whose number it returns. Until drop, the
// goroutine must not block, allocate, or call what might. The runtime keeps
// procPin and procUnpin linkable for packages like this one: go.dev/issue/67401.
//
//go:linkname hold runtime.procPin
func hold() int

// held returns the shard of P number p, or nil if there is none yet.
func held(p int) *shard {
	if t := *shards.Load(); uint(p) < uint(len(t)) {
		return t[p]
	}
	return nil
}

// drop ends what hold began.
func drop(int) { procUnpin() }

//go:linkname procUnpin runtime.procUnpin
func procUnpin()

var growing sync.Mutex

// grow makes shards for all Ps.
func grow() {
	growing.Lock()
	defer growing.Unlock()
	t := *shards.Load()
	for n := runtime.GOMAXPROCS(0); len(t) < n; {
		t = append(t[:len(t):len(t)], newShard())
	}
	shards.Store(&t)
}
