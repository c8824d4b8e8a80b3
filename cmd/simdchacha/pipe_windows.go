package main

import (
	"errors"

	"golang.org/x/sys/windows"
)

// closedPipe reports whether err says that the reader of a pipe is gone.
func closedPipe(err error) bool {
	return errors.Is(err, windows.ERROR_BROKEN_PIPE) || errors.Is(err, windows.ERROR_NO_DATA)
}
