package rdrand

import "golang.org/x/sys/cpu"

// Available says whether this CPU has the instruction RDRAND.
func Available() bool { return cpu.X86.HasRDRAND }

// read64 and read32 execute RDRAND once; ok is its carry flag.
func read64() (v uint64, ok bool)
func read32() (v uint32, ok bool)
