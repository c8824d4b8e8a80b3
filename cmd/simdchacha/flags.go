package main

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/dustin/go-humanize"

	"github.com/simdchacha/simdchacha"
	"github.com/simdchacha/simdchacha/chacha"
)

// The types below are flag values (pflag.Value): a bad one is refused while the
// command line is parsed.

// size is a number of bytes; a negative one stands for no limit.
type size int64

func (n *size) Set(s string) error {
	// The library would read 1,5G as 15G, and 1.5 bytes as 1 byte.
	if strings.Contains(s, ",") || isFraction(s) {
		return badSize(s)
	}
	v, err := humanize.ParseBytes(s)
	if err != nil && strings.HasPrefix(err.Error(), "too large") || v > math.MaxInt64 {
		return fmt.Errorf("%s is more than %d bytes", s, int64(math.MaxInt64))
	}
	if err != nil {
		return badSize(s)
	}
	*n = size(v)
	return nil
}

func isFraction(s string) bool {
	_, err := strconv.ParseFloat(s, 64)
	return err == nil && strings.Contains(s, ".")
}

func badSize(s string) error {
	return fmt.Errorf("%q is no size: want a number of bytes such as 1000, 64KiB or 1.5GB", s)
}

func (n *size) String() string {
	if *n < 0 {
		return "endless"
	}
	return strconv.FormatInt(int64(*n), 10)
}

func (n *size) Type() string { return "size" }

var legalRounds = []chacha.Rounds{chacha.R8, chacha.R12, chacha.R20}

// rounds is a legal number of rounds.
type rounds chacha.Rounds

func (r *rounds) Set(s string) error {
	n, err := strconv.Atoi(s)
	if err != nil || !slices.Contains(legalRounds, chacha.Rounds(n)) {
		return fmt.Errorf("%q rounds: only 8, 12 and 20 are defined", s)
	}
	*r = rounds(n)
	return nil
}

func (r *rounds) String() string { return strconv.Itoa(int(*r)) }
func (r *rounds) Type() string   { return "number" }

// kernel is a kernel that this machine can run, or none: the choice is left to
// package rng.
type kernel struct {
	simdchacha.Kernel
	chosen bool
}

func (k *kernel) Set(s string) error {
	i := slices.IndexFunc(simdchacha.Kernels(), func(k simdchacha.Kernel) bool {
		return strings.EqualFold(k.String(), s)
	})
	if i < 0 {
		return fmt.Errorf("no such kernel here: want one of %s", strings.Join(runnable(), ", "))
	}
	chosen := simdchacha.Kernels()[i]
	if !chosen.Available() {
		return fmt.Errorf("not available on this machine: %s", reason(chosen))
	}
	*k = kernel{chosen, true}
	return nil
}

func (k *kernel) String() string {
	if !k.chosen {
		return "the fastest"
	}
	return k.Kernel.String()
}

func (k *kernel) Type() string { return "name" }

// runnable returns the names of the kernels that this machine can run.
func runnable() []string {
	var names []string
	for _, k := range simdchacha.Kernels() {
		if k.Available() {
			names = append(names, k.String())
		}
	}
	return names
}

// duration is a time that is not negative.
type duration time.Duration

func (d *duration) Set(s string) error {
	v, err := time.ParseDuration(s)
	if err != nil || v < 0 {
		return fmt.Errorf("%q is no length of time: want one such as 10s or 5m", s)
	}
	*d = duration(v)
	return nil
}

func (d *duration) String() string { return time.Duration(*d).String() }
func (d *duration) Type() string   { return "duration" }
