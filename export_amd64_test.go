//go:build !purego

package simdchacha

// AvailableOn is Available on another operating system.
func (k Kernel) AvailableOn(goos string) bool { return k == Portable || k.availableOn(goos) }
