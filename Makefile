# make        generates and builds everything, and shows the kernels of this machine
# make test   runs every test; what this machine has no emulator for is named and left out

modules  := . asmgen cmd internal/peers
vetted   := linux darwin windows
emulated := Skylake-X Nehalem Opteron Haswell arm64 s390x 386 arm riscv64 ppc64le loong64

.PHONY: all generate test native vet modules race purego tiers emulated build fuzz quality prove bench

all: generate
	go build ./...
	go run -C cmd ./simdchacha kernels

generate:
	go generate ./...

test: native $(emulated:%=emulated-%) modules $(vetted:%=vet-%) race purego tiers build

# The tests of the root module, on this CPU.
native:
	go test ./...

# asmgen's tests compare the generated files with what it writes today.
modules:
	for m in $(filter-out .,$(modules)); do go test -C $$m -timeout 30m ./... || exit 1; done

race:
	.ci/race

# Without assembly, what requires kernels requires too much.
purego:
	SIMDCHACHA_REQUIRE=$$(echo "$$SIMDCHACHA_REQUIRE" | tr , '\n' | grep -vE 'SSE|AVX|NEON' | paste -sd, -) \
		go test -tags purego ./...

# Every x86 tier, with all that are better switched off.
tiers:
	.ci/tiers

# The tests on emulated CPUs, old ones and those of other architectures.
emulated: $(emulated:%=emulated-%)
emulated-%:
	.ci/emulated $*

vet: $(vetted:%=vet-%)
vet-%:
	for m in $(modules); do for arch in amd64 arm64; do \
		echo "go vet $$m $*/$$arch"; \
		GOOS=$* GOARCH=$$arch go vet -C $$m ./... || exit 1; done; done

# Architectures that nothing here can run.
build:
	GOOS=js GOARCH=wasm go build ./...
	GOOS=wasip1 GOARCH=wasm go build ./...
	GOARCH=mips go build ./...
	GOARCH=mips64 go build ./...

# Each fuzz target for a while: make fuzz FUZZTIME=1h
FUZZTIME ?= 10s
fuzz:
	.ci/fuzz $(FUZZTIME)

# The statistical tests on every kernel: hours.
quality:
	.ci/quality

# What the proofs say of each kernel.
prove:
	go run -C asmgen . -prove

bench:
	go test -run '^$$' -bench . -count 10 .
