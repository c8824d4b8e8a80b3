package main

import (
	"fmt"

	"github.com/mmcloughlin/avo/buildtags"
	"github.com/mmcloughlin/avo/ir"
	"github.com/mmcloughlin/avo/pass"
	"github.com/mmcloughlin/avo/printer"

	"github.com/simdchacha/simdchacha/asmgen/arm64"
)

// architectures has the kernels of each, compiled and checked.
var architectures = map[string]func() (*ir.File, error){
	"amd64": amd64Kernels,
	"arm64": arm64Kernels,
}

// Generate returns the generated files by name.
func Generate() (map[string][]byte, error) {
	files := map[string][]byte{}
	for arch, kernels := range architectures {
		f, err := kernels()
		if err != nil {
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

func amd64Kernels() (*ir.File, error) {
	c := newAMD64File()
	shapes := map[string]Shape{}
	for _, m := range amd64Machines(c) {
		shapes[Keystream(m)] = m.Shape()
	}
	f, err := c.Result()
	if err != nil {
		return nil, err
	}
	f.Constraints = notPurego()
	check := pass.FunctionPass(func(fn *ir.Function) error { return checkX86(fn, shapes[fn.Name]) })
	return f, pass.Concat(compileX86(shapes), check).Execute(f)
}

func arm64Kernels() (*ir.File, error) {
	f := ir.NewFile()
	f.Constraints = notPurego()
	for _, m := range arm64Machines(f) {
		Keystream(m)
	}
	return f, arm64.Compile.Execute(f)
}

// notPurego leaves the kernels out where a build forbids assembly.
func notPurego() buildtags.Constraints { return buildtags.Not("purego").ToConstraints() }
