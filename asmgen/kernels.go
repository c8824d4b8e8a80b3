package main

import "github.com/mmcloughlin/avo/ir"

// The kernels. A machine has one for long output, and others for what is left
// of it or too little for it; the root package chooses by length.

func amd64Machines(f *amd64File) []Machine {
	row := Shape{Layout: Rows, Sets: 1}
	return []Machine{
		newSSE2(f, row),
		newSSE2(f, Shape{Layout: Tight, Sets: 1, Order: inStep(13)}),
		newSSE2(f, Shape{Layout: Memory, Sets: 3, Order: inTurn(3, 7)}),
		newSSE2(f, Shape{Layout: Tight, Sets: 1, Order: inStep(13), Output: Interlaced}),

		newSSSE3(f, row),
		newSSSE3(f, Shape{Layout: Tight, Sets: 1, Order: inStep(12)}),
		newSSSE3(f, Shape{Layout: Memory, Sets: 3, Order: inTurn(3, 7)}),
		newSSSE3(f, Shape{Layout: Tight, Sets: 1, Order: inStep(12), Output: Interlaced}),

		newAVX2(f, row),
		newAVX2(f, Shape{Layout: Tight, Sets: 1, Order: inStep(12)}),
		newAVX2(f, Shape{Layout: Memory, Sets: 4, Order: inTurn(4, 7)}),
		newAVX2(f, Shape{Layout: Tight, Sets: 1, Order: inStep(12), Output: Interlaced}),

		newAVX512VL(f, row),
		newAVX512VL(f, Shape{Layout: Words, Sets: 1, Order: oldestFirst(12)}),
		newAVX512VL(f, Shape{Layout: Words, Sets: 2, Order: oldestFirst(12).sets(2, 0.5)}),
		newAVX512VL(f, Shape{Layout: Words, Sets: 2, Order: oldestFirst(12).sets(2, 0.5), Output: Interlaced}),

		newAVX512(f, Shape{Layout: Words, Sets: 1, Order: oldestFirst(12)}),
		newAVX512(f, Shape{Layout: Words, Sets: 1, Order: oldestFirst(12), Output: Interlaced}),
	}
}

func arm64Machines(f *ir.File) []Machine {
	return []Machine{
		newNEON(f, Shape{Layout: Rows, Sets: 1}),
		newNEON(f, Shape{Layout: Words, Sets: 1, Order: oldestFirst(14)}),
		newNEON(f, Shape{
			Layout: Mixed, Sets: 1, Order: rounds(14, [4]float64{0, 2, 4, 6}, [4]float64{2, 4, 6, 0}),
			Rows:    Beside{Sets: 2, Start: 8, Later: 2, Step: 14. / 17},
			Scalars: Beside{Sets: 2, Start: 0.5, Step: 38. / 192},
		}),
		newNEON(f, Shape{Layout: Words, Sets: 1, Order: oldestFirst(14), Output: Interlaced}),
	}
}
