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

// acquire pins the goroutine to its P and returns the shard of that P, or nil
// if there is none yet. Until release, the goroutine must not block, allocate,
// or call what might.
func acquire() *shard {
	p := uint(procPin())
	if t := *shards.Load(); p < uint(len(t)) {
		return t[p]
	}
	return nil
}

// release ends what acquire began.
func release(*shard) { procUnpin() }

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

// The runtime keeps these two for packages like this one: go.dev/issue/67401.

//go:linkname procPin runtime.procPin
func procPin() int

//go:linkname procUnpin runtime.procUnpin
func procUnpin()
