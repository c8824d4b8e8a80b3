// Package rng returns cryptographically secure random numbers, faster than
// crypto/rand and as safe.
//
// [Read], [Reader], [Uint64] and the other functions of the package are safe for
// concurrent use, need no seed and never fail. [Reader] goes wherever
// crypto/rand.Reader goes, [Source] wherever a math/rand/v2 Source goes. A
// [Generator] is the same for one goroutine, without the cost of sharing.
//
// [ChaCha8] and [Stream] are something else: they have a seed, and output that can
// be reproduced, for simulations and tests. They are not for secrets.
//
// # Construction
//
// The cipher is ChaCha20 (RFC 8439, with a 64-bit counter that starts at 0, and a
// zero nonce). A generator is a 32-byte key K and a buffer of 8192 bytes.
// A refill of the buffer
//
//  1. reads 32 fresh bytes F of the operating system (crypto/rand),
//  2. fills the buffer with the keystream of the key K XOR F,
//  3. makes the first 32 bytes of it the next K, and the other 8160 the output.
//
// The key K XOR F, and F, are wiped. Output bytes are overwritten with zeros as
// they are handed out. So the memory of a generator never holds what would give
// earlier output again (fast key erasure), and each refill is a reseed: whoever
// does not know both K and F knows nothing of K XOR F, as each of the two is
// uniform and serves once.
//
// A Read of 3072 bytes or more takes 32 bytes K' out of the buffer and 32 fresh
// bytes F' of the operating system, writes the keystream of K' XOR F' straight to
// the caller's memory, and wipes the key.
//
// The package-level functions have one such generator for each P of the Go
// runtime, so that goroutines do not wait for each other. Entropy is only ever
// asked of crypto/rand: when a buffer is refilled, never at import.
// docs/construction.md in the repository has the arguments, the measurements, and
// references.
//
// # Which bytes come out
//
// Reads below 3072 bytes, Uint32 and Uint64 consume the output of refills in
// order, as one stream: a Read its length, Uint32 the next 4 and Uint64 the next
// 8 bytes, little-endian. A draw takes what is left in the buffer and goes on
// with the next one. Reads of nothing change nothing. Reseed drops what is left
// in the buffer. None of this depends on the kernel or the architecture.
//
// # Seeded generators
//
// [NewChaCha8] gives what math/rand/v2.NewChaCha8 gives, in less time, and reads
// and writes the same saved states. [NewStream] gives one of 2^64 streams of a seed,
// each of which can be read from any position: one for each goroutine, process or
// job of a cluster. docs/streams.md in the repository tells how a job takes its
// number. The output of both is the same on every machine and in later versions.
//
// A seeded generator reads nothing of the operating system, and keeps its key.
// Whoever knows the seed, or sees its memory, knows the output. What follows is
// about the others.
//
// # Threats
//
// What is guaranteed, and what is not:
//
//	the state is stolen    Earlier output cannot be computed. Later output can, up
//	                       to the end of the buffer: at most 8160 bytes for each
//	                       generator. The next refill recovers.
//	a VM is cloned, or     Clones repeat at most what was in the buffers: 8160
//	a snapshot restored    bytes for each P (as many as GOMAXPROCS ever was) and for
//	                       each Generator, and the rest of long Reads that were
//	                       running. The next refill asks the kernel, which knows of
//	                       the clone (Linux 5.18 and later). Reseed ends it at once.
//	fork                   A Go program cannot continue in a forked child, only
//	                       exec. Nothing is inherited.
//	early boot             The first draw waits until the operating system's source
//	                       is initialised, on Linux without getrandom too.
//	weak entropy           32 equal bytes 0x00 or 0xff, or an error, end the
//	                       program, without a chance to recover. A source that is
//	                       predictable but looks random cannot be told from a good
//	                       one; but a key that was secret before stays secret.
//	side channels          No branch and no address depends on a key, a buffer or
//	                       output, but in what math/rand/v2 does with it. Bounded
//	                       integers branch to reject a draw, with probability below
//	                       n/2^64. Perm and Shuffle exchange elements at random
//	                       places, so that caches may tell the order. Of a rand.Rand
//	                       on Source, NormFloat64 and ExpFloat64 look into tables,
//	                       and these and Zipf branch.
//	                       Power, electromagnetic and fault attacks are not covered.
//	core dump, swap        Hold unread output and keys of later output, never
//	                       earlier output or its keys; the caller's copies of it are
//	                       the caller's. Memory is not locked. Registers of the CPU
//	                       are not cleared, nor what compiled Go spills to the
//	                       stack: words of a block in the kernel Portable, and, not
//	                       on amd64 and arm64, the word that was drawn last. A
//	                       goroutine that the scheduler interrupts has all registers
//	                       on its stack.
//	a broken CPU           Kernels reproduce published vectors before their first
//	                       use, or are replaced by the next best; if not even plain
//	                       Go passes, the program ends. See [SelfTest].
//
// Under GODEBUG=fips140=on or only, seeds come from Go's SP 800-90A DRBG; ChaCha
// itself is not an approved algorithm, and this package does not claim otherwise.
package rng
