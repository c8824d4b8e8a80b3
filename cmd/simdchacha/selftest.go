package main

import (
	"fmt"
	"io"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"github.com/simdchacha/simdchacha"
	"github.com/simdchacha/simdchacha/cmd/internal/difftest"
	"github.com/simdchacha/simdchacha/internal/vectors"
)

func selftestCommand() *cobra.Command {
	limit := duration(10 * time.Second)
	cmd := &cobra.Command{
		Use:   "selftest",
		Short: "Check every kernel against published vectors and against plain Go",
		Long: `Check every kernel that this machine can run: first against published test
vectors, then, for a given time, against the plain Go definition of ChaCha on
random calls, in which state, rounds, length and alignment vary and the block
counter often wraps.

The exit status is 1 if a kernel fails. The first failing call is then printed
in full, and as a Go test that repeats it.`,
		Example: "  simdchacha selftest\n  simdchacha selftest -t 10m",
		Args:    noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			var subjects []subject
			for _, k := range simdchacha.Kernels() {
				s := subject{name: k.String()}
				if k.Available() {
					s.blocks = k.Blocks
				} else {
					s.skipped = reason(k)
				}
				subjects = append(subjects, s)
			}
			return selftest(cmd.OutOrStdout(), subjects, time.Duration(limit))
		},
	}
	cmd.Flags().VarP(&limit, "time", "t", "how long to try random calls")
	return cmd
}

// A subject is a kernel to test or, if blocks is nil, the reason why it is not.
type subject struct {
	name    string
	blocks  vectors.Blocks
	skipped string
}

// selftest runs the vectors on every subject, then random calls for the time
// limit, and reports on w. It stops at the first fault and returns it.
func selftest(w io.Writer, subjects []subject, limit time.Duration) error {
	for _, s := range subjects {
		if s.blocks == nil {
			continue
		}
		if err := vectors.Check(s.blocks); err != nil {
			return fmt.Errorf("kernel %s: %w", s.name, err)
		}
	}
	tester := difftest.NewTester()
	calls := 0
	for end := time.Now().Add(limit); time.Now().Before(end); calls++ {
		c := difftest.Random()
		for _, s := range subjects {
			if s.blocks == nil {
				continue
			}
			if err := tester.Check(c, s.blocks); err != nil {
				return fmt.Errorf("kernel %s: random call %d: %w\n\nThe same as a Go test:\n\n%s", s.name, calls+1, err, c.GoTest(s.name))
			}
		}
	}
	tab := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	for _, s := range subjects {
		if s.blocks == nil {
			fmt.Fprintf(tab, "%s\tnot run\t%s\n", s.name, s.skipped)
		} else {
			fmt.Fprintf(tab, "%s\tpassed\t%d vectors, %d random calls\n", s.name, len(vectors.All()), calls)
		}
	}
	return tab.Flush()
}
