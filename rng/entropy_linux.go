package rng

import "golang.org/x/sys/unix"

// awaitBoot returns when the kernel has initialised its random pool.
//
// getrandom(2) waits for that by itself. Where it is missing (Linux before 3.17,
// or a seccomp filter), crypto/rand falls back to /dev/urandom, which does not
// wait; so this waits until /dev/random polls readable.
func awaitBoot() {
	var b [1]byte // of no bytes, the vDSO would say that it has them
	if _, err := unix.Getrandom(b[:], unix.GRND_NONBLOCK); err == unix.ENOSYS {
		awaitDevRandom()
	}
}

// awaitDevRandom waits until /dev/random polls readable, and ends the program
// if that cannot be found out.
func awaitDevRandom() {
	fd, err := unix.Open("/dev/random", unix.O_RDONLY|unix.O_CLOEXEC, 0)
	if err != nil {
		fatal("rng: no getrandom, and cannot open /dev/random: " + err.Error())
	}
	defer unix.Close(fd)
	fds := []unix.PollFd{{Fd: int32(fd), Events: unix.POLLIN}}
	for {
		n, err := unix.Poll(fds, -1)
		if n > 0 {
			return
		}
		if err != nil && err != unix.EINTR {
			fatal("rng: no getrandom, and cannot poll /dev/random: " + err.Error())
		}
	}
}
