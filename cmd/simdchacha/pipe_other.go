//go:build !windows

package main

import (
	"errors"
	"syscall"
)

// closedPipe reports whether err says that the reader of a pipe is gone.
func closedPipe(err error) bool { return errors.Is(err, syscall.EPIPE) }
