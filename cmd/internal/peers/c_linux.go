//go:build peers && cgo

package peers

// ChaCha20_ctr32 is what EVP_chacha20 comes down to, without its bookkeeping.
// The shared library hides it, so the static one is linked.

/*
#cgo LDFLAGS: -l:libcrypto.a -lsodium -ldl -lpthread
#include <stdlib.h>
#include <string.h>
#include <openssl/rand.h>
#include <sodium.h>

void ChaCha20_ctr32(unsigned char *out, const unsigned char *inp, size_t len,
	const unsigned int key[8], const unsigned int counter[4]);

static const unsigned char key[32] = {1, 2, 3};

static void openssl_chacha20(unsigned char *dst, size_t n, long times) {
	unsigned int k[8], counter[4] = {0};
	memcpy(k, key, sizeof k);
	while (times-- > 0)
		ChaCha20_ctr32(dst, dst, n, k, counter);
}

// openssl_rand returns 0 if a call failed.
static int openssl_rand(unsigned char *dst, size_t n, long times) {
	while (times-- > 0)
		if (RAND_bytes(dst, n) != 1)
			return 0;
	return 1;
}

static void sodium_chacha20(unsigned char *dst, size_t n, long times) {
	static const unsigned char nonce[8];
	while (times-- > 0)
		crypto_stream_chacha20(dst, n, nonce, key);
}

static void sodium_random(unsigned char *dst, size_t n, long times) {
	while (times-- > 0)
		randombytes_buf(dst, n);
}

static void glibc_arc4random(unsigned char *dst, size_t n, long times) {
	while (times-- > 0)
		arc4random_buf(dst, n);
}
*/
import "C"

import "unsafe"

// Missing says why the C libraries are not there; it is empty if they are.
const Missing = ""

func init() {
	// What sodium_init finds out about the CPU chooses its kernels.
	if C.sodium_init() < 0 {
		panic("peers: sodium_init failed")
	}
}

func cRandom() []Peer {
	return []Peer{
		c("OpenSSL RAND_bytes", 0, func(dst *C.uchar, n C.size_t, times C.long) {
			if C.openssl_rand(dst, n, times) == 0 {
				panic("peers: RAND_bytes failed")
			}
		}),
		c("libsodium randombytes", 0, func(dst *C.uchar, n C.size_t, times C.long) { C.sodium_random(dst, n, times) }),
		c("glibc arc4random_buf", 0, func(dst *C.uchar, n C.size_t, times C.long) { C.glibc_arc4random(dst, n, times) }),
	}
}

func cKeystream() []Peer {
	return []Peer{
		c("OpenSSL", 20, func(dst *C.uchar, n C.size_t, times C.long) { C.openssl_chacha20(dst, n, times) }),
		c("libsodium", 20, func(dst *C.uchar, n C.size_t, times C.long) { C.sodium_chacha20(dst, n, times) }),
	}
}

func c(name string, rounds int, fill func(dst *C.uchar, n C.size_t, times C.long)) Peer {
	return Peer{name, rounds, func() Fill {
		return func(dst []byte, times int) {
			fill((*C.uchar)(unsafe.Pointer(&dst[0])), C.size_t(len(dst)), C.long(times))
		}
	}}
}
