package rng

import "testing"

func TestDraws(t *testing.T) { Uint64() }
