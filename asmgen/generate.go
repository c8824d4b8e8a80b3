package main

import (
	"fmt"
	"slices"

	"github.com/mmcloughlin/avo/buildtags"
	"github.com/mmcloughlin/avo/ir"
	"github.com/mmcloughlin/avo/pass"
	"github.com/mmcloughlin/avo/printer"

	"github.com/simdchacha/simdchacha/asmgen/arm64"
	"github.com/simdchacha/simdchacha/asmgen/prove"
)

// architectures has the kernels of each, compiled and checked.
var architectures = map[string]func() (*ir.File, error){
	"amd64": func() (*ir.File, error) { return compileAMD64(tuned(amd64Kernels)) },
	"arm64": compileARM64,
}

// Generate returns the generated files by name. It fails if a kernel is not
// proven to compute ChaCha.
func Generate() (map[string][]byte, error) {
	files := map[string][]byte{}
	for arch, kernels := range architectures {
		f, err := kernels()
		if err != nil {
			return nil, fmt.Errorf("%s: %w", arch, err)
		}
		if _, err := prove.All(toProve(f, arch)); err != nil {
			return nil, fmt.Errorf("%s: %w", arch, err)
		}
		config := printer.Config{Name: "asmgen", Pkg: "simdchacha"}
		if files["chacha_"+arch+".s"], err = printer.NewGoAsm(config).Print(f); err != nil {
			return nil, err
		}
		if files["chacha_"+arch+".go"], err = printer.NewStubs(config).Print(f); err != nil {
			return nil, err
		}
	}
	return files, nil
}

func compileAMD64(kernels []amd64Kernel) (*ir.File, error) {
	file := newAMD64File()
	shapes := map[string]Shape{}
	for _, k := range kernels {
		m := k.machine(file, k.shape)
		shapes[Keystream(m)] = m.Shape()
	}
	f, err := file.c.Result()
	if err != nil {
		return nil, err
	}
	f.Constraints = notPurego()
	check := pass.FunctionPass(func(fn *ir.Function) error { return checkX86(fn, shapes[fn.Name]) })
	return f, pass.Concat(compileX86(shapes), check).Execute(f)
}

func compileARM64() (*ir.File, error) {
	f := ir.NewFile()
	f.Constraints = notPurego()
	for _, m := range arm64Machines(f) {
		Keystream(m)
	}
	return f, arm64.Compile.Execute(f)
}

// tuned returns kernels with the orders that a search found for them.
func tuned(kernels []amd64Kernel) []amd64Kernel {
	kernels = slices.Clone(kernels)
	for i, k := range kernels {
		if o, ok := searchedOrders[k.group()]; ok {
			kernels[i].shape.Order = o
		}
	}
	return kernels
}

// notPurego leaves the kernels out where a build forbids assembly.
func notPurego() buildtags.Constraints { return buildtags.Not("purego").ToConstraints() }
