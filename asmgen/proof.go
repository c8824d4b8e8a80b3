package main

import (
	"io"

	"github.com/mmcloughlin/avo/ir"

	"github.com/simdchacha/simdchacha/asmgen/prove"
)

// models are the models of the architectures.
var models = map[string]*prove.Arch{"amd64": prove.AMD64, "arm64": prove.ARM64}

// toProve returns the kernels of a compiled file, each with what it claims.
func toProve(f *ir.File, arch string) []prove.Kernel {
	return prove.Kernels(f, models[arch], func(fn *ir.Function) prove.Layout {
		if group, ok := interlacedGroup(fn.Name); ok {
			return prove.Interlaced(group)
		}
		return prove.Sequential
	})
}

// printProofs proves all kernels, and prints a table.
func printProofs(w io.Writer) error {
	var all []prove.Kernel
	for _, arch := range []string{"amd64", "arm64"} {
		f, err := architectures[arch]()
		if err != nil {
			return err
		}
		all = append(all, toProve(f, arch)...)
	}
	return prove.Table(w, all)
}
