//go:build linux || darwin || freebsd || netbsd || openbsd || dragonfly

package host

import "golang.org/x/sys/unix"

// kernel returns the name and the release of the operating system's kernel.
func kernel() string {
	var u unix.Utsname
	if err := unix.Uname(&u); err != nil {
		return ""
	}
	return unix.ByteSliceToString(u.Sysname[:]) + " " + unix.ByteSliceToString(u.Release[:])
}
