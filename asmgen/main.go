// Asmgen writes the assembly kernels of this module and their Go stubs.
//
//	go run -C asmgen . -dir ..
//
// It proves each of them equal to ChaCha before it writes anything; with -prove
// it only says so. It also searches the order of instructions that suits this CPU best, for one
// kernel, and keeps it in orders.json:
//
//	go run -C asmgen . -tune blocks8AVX2 -for 10m
package main

import (
	"flag"
	"log"
	"os"
	"path/filepath"
	"time"
)

func main() {
	log.SetFlags(0)
	log.SetPrefix("asmgen: ")
	dir := flag.String("dir", "..", "write the files to `directory`")
	kernel := flag.String("tune", "", "search an order for `kernel` instead")
	length := flag.Duration("for", 5*time.Minute, "how long to search")
	proofs := flag.Bool("prove", false, "print what the proofs say of each kernel instead")
	seed := flag.Uint64("seed", 1, "of the search")
	flag.Parse()

	if *kernel != "" {
		if err := tune(*kernel, *length, *seed, os.Stderr); err != nil {
			log.Fatal(err)
		}
		return
	}
	if *proofs {
		if err := printProofs(os.Stdout); err != nil {
			log.Fatal(err)
		}
		return
	}
	files, err := Generate()
	if err != nil {
		log.Fatal(err)
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(*dir, name), text, 0o644); err != nil {
			log.Fatal(err)
		}
	}
}
