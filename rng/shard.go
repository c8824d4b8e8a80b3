package rng

// falseSharing is two cache lines: some CPUs fetch them in pairs.
const falseSharing = 128

// shard is the part of the global generator that one goroutine at a time holds.
type shard struct {
	_        [falseSharing]byte
	settings settings
	batch    batch
	_        [falseSharing]byte
}

func newShard() *shard { return &shard{settings: defaults()} }
