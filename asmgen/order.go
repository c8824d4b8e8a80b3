package main

import (
	"cmp"
	"slices"

	"github.com/simdchacha/simdchacha/chacha"
)

// Order says, for every set of a machine and every quarter-round of
// chacha.DoubleRound, when it starts, counted in instructions of its own from
// the start of the double round.
type Order [][len(chacha.DoubleRound)]float64

// rounds is the Order in which a new round starts every so many instructions,
// and its quarter-rounds so much later than that.
func rounds(every float64, column, diagonal [4]float64) Order {
	var o [len(chacha.DoubleRound)]float64
	for i := range 4 {
		o[i] = column[i]
		o[4+i] = every + diagonal[i]
	}
	return Order{o}
}

// inStep is the Order in which the quarter-rounds of a round start together.
func inStep(every float64) Order { return rounds(every, [4]float64{}, [4]float64{}) }

// oldestFirst is the Order in which quarter-rounds start one instruction after
// the other, and a diagonal round begins with the one whose words are ready
// first.
func oldestFirst(every float64) Order {
	return rounds(every, [4]float64{0, 1, 2, 3}, [4]float64{1, 2, 3, 0})
}

// sets repeats o for n sets, each starting so much later than the one before.
func (o Order) sets(n int, later float64) Order {
	var all Order
	for set := range n {
		starts := o[0]
		for i := range starts {
			starts[i] += float64(set) * later
		}
		all = append(all, starts)
	}
	return all
}

// start is the beginning of one quarter-round of one set.
type start struct {
	set, quarter int
	at           float64
}

// starts returns the quarter-rounds of o in the order of time.
func (o Order) starts() []start {
	var all []start
	for set, quarters := range o {
		for q, at := range quarters {
			all = append(all, start{set, q, at})
		}
	}
	slices.SortStableFunc(all, func(a, b start) int { return cmp.Compare(a.at, b.at) })
	return all
}
