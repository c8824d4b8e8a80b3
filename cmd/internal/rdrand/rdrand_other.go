//go:build !amd64

package rdrand

// Available says whether this CPU has the instruction RDRAND.
func Available() bool { return false }

func read64() (v uint64, ok bool) { return 0, false }
func read32() (v uint32, ok bool) { return 0, false }
