package main

import (
	"fmt"

	"github.com/mmcloughlin/avo/ir"
)

// The kernels. A machine has one for long output, and others for what is left
// of it or too little for it; the root package chooses by length.

// amd64Kernel is a kernel by its machine and shape.
type amd64Kernel struct {
	machine func(f *amd64File, s Shape) Machine
	shape   Shape
}

// name is the name of the kernel in Go.
func (k amd64Kernel) name() string {
	name, _ := names(k.machine(newAMD64File(), k.shape).Shape())
	return name
}

// group is the number of blocks and the machine, as in the names of kernels:
// those that differ in their output only have the same order.
func (k amd64Kernel) group() string {
	s := k.machine(newAMD64File(), k.shape).Shape()
	return fmt.Sprint(s.Blocks(), s.Name)
}

// ahead is how many blocks before a group memory is fetched: 4 KiB, as processors
// do it by themselves only to the end of a page. Slower kernels gain nothing.
const ahead = 64

var amd64Kernels = []amd64Kernel{
	{sse2Machine, Shape{Layout: Rows, Sets: 1}},
	{sse2Machine, Shape{Layout: Rows, Sets: 2}},
	{sse2Machine, Shape{Layout: Words, Sets: 1, Order: oldestFirst(13)}},
	{sse2Machine, Shape{Layout: Words, Sets: 1, Order: oldestFirst(13), Output: Interlaced}},

	{ssse3Machine, Shape{Layout: Rows, Sets: 1}},
	{ssse3Machine, Shape{Layout: Rows, Sets: 2}},
	{ssse3Machine, Shape{Layout: Words, Sets: 1, Order: oldestFirst(12)}},
	{ssse3Machine, Shape{Layout: Words, Sets: 1, Order: oldestFirst(12), Output: Interlaced}},

	{avx2Machine, Shape{Layout: Rows, Sets: 1}},
	{avx2Machine, Shape{Layout: Rows, Sets: 2}},
	{avx2Machine, Shape{Layout: Words, Sets: 1, Order: oldestFirst(12), Ahead: ahead}},
	{avx2Machine, Shape{Layout: Words, Sets: 1, Order: oldestFirst(12), Ahead: ahead, Output: Interlaced}},

	{avx512vlMachine, Shape{Layout: Rows, Sets: 1}},
	{avx512vlMachine, Shape{Layout: Rows, Sets: 2}},
	{avx512vlMachine, Shape{Layout: Words, Sets: 1, Order: oldestFirst(12)}},
	{avx512vlMachine, Shape{Layout: Words, Sets: 2, Order: oldestFirst(12).sets(2, 0.5)}},
	{avx512vlMachine, Shape{Layout: Words, Sets: 2, Order: oldestFirst(12).sets(2, 0.5), Output: Interlaced}},

	{avx512Machine, Shape{Layout: Words, Sets: 1, Order: oldestFirst(12)}},
	{avx512Machine, Shape{Layout: Words, Sets: 1, Order: oldestFirst(12), Output: Interlaced}},
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
