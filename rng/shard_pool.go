//go:build !gc || race || purego

package rng

import "sync"

// shards holds those that nobody holds.
var shards = sync.Pool{New: func() any { return newShard() }}

// acquire takes a shard out of the pool. It is never nil.
func acquire() *shard { return shards.Get().(*shard) }

// release ends what acquire began.
func release(s *shard) { shards.Put(s) }

// grow has nothing to do: acquire makes what it does not find.
func grow() {}
