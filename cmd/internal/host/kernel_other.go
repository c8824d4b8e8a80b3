//go:build !(linux || darwin || freebsd || netbsd || openbsd || dragonfly)

package host

func kernel() string { return "" }
