// Asmgen writes the assembly kernels of this module and their Go stubs.
//
//	go run -C asmgen . -dir ..
package main

import (
	"flag"
	"log"
	"os"
	"path/filepath"
)

func main() {
	log.SetFlags(0)
	log.SetPrefix("asmgen: ")
	dir := flag.String("dir", "..", "write the files to `directory`")
	flag.Parse()

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
