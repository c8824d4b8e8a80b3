package bench

import "golang.org/x/sys/unix"

func openGetrandom() (read func(p []byte) (int, error), err error) {
	read = func(p []byte) (int, error) {
		for {
			// A signal, such as that of the Go scheduler, interrupts a long call.
			if n, err := unix.Getrandom(p, 0); err != unix.EINTR {
				return n, err
			}
		}
	}
	_, err = read(make([]byte, 1))
	return read, err
}
