package main

import (
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// twoDashes returns args with a second dash before long flags of the command
// that have only one, as the flags of Go's own tools do. No short flags in a row
// have the same letters.
func twoDashes(root *cobra.Command, args []string) []string {
	cmd, _, err := root.Find(args)
	if err != nil {
		return args
	}
	// Cobra adds these flags only when it executes the command.
	cmd.InitDefaultHelpFlag()
	cmd.InitDefaultVersionFlag()
	known := func(name string) (found bool) {
		for _, flags := range []*pflag.FlagSet{cmd.Flags(), cmd.InheritedFlags()} {
			found = found || flags.Lookup(name) != nil
		}
		return found
	}
	var all []string
	for i, arg := range args {
		if arg == "--" {
			return append(all, args[i:]...)
		}
		name, _, _ := strings.Cut(arg, "=")
		if len(name) > 2 && name[0] == '-' && name[1] != '-' && known(name[1:]) {
			arg = "-" + arg
		}
		all = append(all, arg)
	}
	return all
}
