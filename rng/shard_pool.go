//go:build !gc || race || purego

package rng

import "sync"

// shards holds those that nobody holds.
var shards = sync.Pool{New: func() any { return newShard() }}

// hold takes a shard out of the pool.
func hold() *shard { return shards.Get().(*shard) }

// held returns the shard that hold returned.
func held(s *shard) *shard { return s }

// drop puts back what hold took.
func drop(s *shard) { shards.Put(s) }

// grow has nothing to do: hold makes what it does not find.
func grow() {}
