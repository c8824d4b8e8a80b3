// Command simdchacha shows the ChaCha kernels of this machine, tests them,
// streams random bytes, and compares all this with what others offer.
//
// It exits with status 0 if all went well, which includes a reader that closed
// the pipe, with 1 if the work failed, with 2 if it was called wrongly, and with
// 130 if an interrupt cut a measurement short.
package main

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"syscall"

	"github.com/spf13/cobra"
)

func main() { os.Exit(run()) }

// run executes the command line and returns the exit status.
func run() int {
	// With SIGPIPE ignored, a write to a closed pipe returns an error instead
	// of killing the process.
	signal.Ignore(syscall.SIGPIPE)
	out := bufio.NewWriter(os.Stdout)
	started := false
	root := rootCommand()
	root.SetArgs(twoDashes(root, os.Args[1:]))
	root.SetOut(out)
	root.PersistentPreRun = func(*cobra.Command, []string) { started = true }

	cmd, err := root.ExecuteC()
	if err != nil && !started {
		fmt.Fprintf(os.Stderr, "%s: %v\nRun '%[1]s --help' for usage.\n", cmd.CommandPath(), err)
		return 2
	}
	err = cmp.Or(err, out.Flush())
	if err != nil && !closedPipe(err) {
		fmt.Fprintf(os.Stderr, "%s: %v\n", cmd.CommandPath(), err)
		if errors.Is(err, errInterrupted) {
			return 130
		}
		return 1
	}
	return 0
}

// errInterrupted says that an interrupt ended the work, of which a part is done.
var errInterrupted = errors.New("interrupted")

// rootCommand returns the command tree. Whatever is wrong with the arguments is
// found while they are parsed, before PersistentPreRun.
func rootCommand() *cobra.Command {
	root := &cobra.Command{
		Use:           "simdchacha",
		Short:         "ChaCha kernels in SIMD assembly, and random bytes made with them",
		Version:       version(),
		SilenceErrors: true,
		SilenceUsage:  true,
	}
	root.SetVersionTemplate("{{.Version}}\n")
	root.AddCommand(kernelsCommand(), streamCommand(), selftestCommand(), benchCommand())

	// By default, help on an unknown command counts as a success.
	root.InitDefaultHelpCmd()
	if help, _, err := root.Find([]string{"help"}); err == nil {
		help.Args = func(_ *cobra.Command, args []string) error {
			cmd, rest, err := root.Find(args)
			if err == nil && len(rest) > 0 {
				err = fmt.Errorf("unknown command %q for %q", rest[0], cmd.CommandPath())
			}
			return err
		}
	}
	return root
}

// noArgs is cobra.NoArgs for a command that has no commands of its own, of which
// cobra says that an argument is an unknown one.
func noArgs(_ *cobra.Command, args []string) error {
	if len(args) > 0 {
		return fmt.Errorf("takes flags only, no argument such as %q", args[0])
	}
	return nil
}
