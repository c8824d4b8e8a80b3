package peers

import (
	"os"
	"sync"
	"testing"

	"github.com/google/uuid"

	"github.com/simdchacha/simdchacha/rng"
)

// TestUUIDs makes a million identifiers in eight goroutines with a third-party
// package that reads from rng.Reader.
func TestUUIDs(t *testing.T) {
	const goroutines = 8
	each := 1_000_000 / goroutines
	if testing.Short() || os.Getenv("SIMDCHACHA_EMULATED") != "" {
		each /= 50
	}
	uuid.SetRand(rng.Reader)
	defer uuid.SetRand(nil)
	made := make([][]uuid.UUID, goroutines)
	var wg sync.WaitGroup
	for g := range made {
		wg.Go(func() {
			for range each {
				made[g] = append(made[g], uuid.New())
			}
		})
	}
	wg.Wait()
	seen := make(map[uuid.UUID]bool)
	for _, ids := range made {
		for _, id := range ids {
			if id.Version() != 4 || id.Variant() != uuid.RFC4122 {
				t.Fatalf("%v is no version 4 UUID", id)
			}
			seen[id] = true
		}
	}
	if len(seen) != goroutines*each {
		t.Errorf("%d of %d are distinct", len(seen), goroutines*each)
	}
}

func BenchmarkUUID(b *testing.B) {
	for _, peer := range []struct {
		name string
		set  func()
	}{
		{"rng", func() { uuid.SetRand(rng.Reader) }},
		{"crypto-rand", func() { uuid.SetRand(nil) }},
		{"crypto-rand-pool", func() { uuid.SetRand(nil); uuid.EnableRandPool() }},
	} {
		b.Run("peer="+peer.name, func(b *testing.B) {
			peer.set()
			defer func() { uuid.DisableRandPool(); uuid.SetRand(nil) }()
			b.ReportAllocs()
			for b.Loop() {
				uuid.New()
			}
		})
	}
}
