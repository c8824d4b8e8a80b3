//go:build !linux

package bench

import "errors"

func openGetrandom() (read func(p []byte) (int, error), err error) {
	return nil, errors.New("only measured on Linux")
}
