package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/spf13/cobra"
	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/decor"
	"golang.org/x/term"

	"github.com/simdchacha/simdchacha/chacha"
	"github.com/simdchacha/simdchacha/internal/vectors"
	"github.com/simdchacha/simdchacha/rng"
)

// chunk is the length of one write: long enough that system calls do not
// count, short enough for the level 2 cache.
const chunk = 256 << 10

func streamCommand() *cobra.Command {
	limit, r, k := size(-1), rounds(chacha.R20), kernel{}
	quiet := false
	cmd := &cobra.Command{
		Use:   "stream",
		Short: "Write random bytes to standard output",
		Long: `Write cryptographically secure random bytes to standard output, without end
unless a size is given.

Sizes are plain numbers of bytes or carry a unit: k, M, G, T (or KB, MB, ...) are
powers of 1000; Ki, Mi, Gi, Ti (or KiB, MiB, ...) are powers of 1024.

Standard error shows the progress if it is a terminal. A reader that closes the
pipe ends the stream; that is no error.`,
		Example: `  simdchacha stream -n 32 | xxd -p -c 32
  simdchacha stream -n 1GiB --kernel AVX2 --rounds 8 > random.bin
  simdchacha stream | rngtest -c 1000`,
		Args: noArgs,
		RunE: func(*cobra.Command, []string) error {
			if term.IsTerminal(int(os.Stdout.Fd())) {
				return errors.New("standard output is a terminal; redirect it, or pipe it through a program such as xxd")
			}
			opts := []rng.Option{rng.WithRounds(chacha.Rounds(r))}
			if k.chosen {
				if err := vectors.Check(k.Blocks); err != nil {
					return fmt.Errorf("self-test of kernel %v failed: %w", k.Kernel, err)
				}
				opts = append(opts, rng.WithKernel(k.Kernel))
			}
			showProgress := !quiet && term.IsTerminal(int(os.Stderr.Fd()))
			return stream(rng.New(opts...), int64(limit), showProgress)
		},
	}
	cmd.Flags().VarP(&limit, "bytes", "n", "how much to write")
	cmd.Flags().Var(&r, "rounds", "rounds of ChaCha: 8, 12 or 20")
	cmd.Flags().Var(&k, "kernel", "kernel to use, by its name in 'simdchacha kernels'")
	cmd.Flags().BoolVarP(&quiet, "quiet", "q", false, "show no progress")
	names := cobra.FixedCompletions(runnable(), cobra.ShellCompDirectiveNoFileComp)
	if err := cmd.RegisterFlagCompletionFunc("kernel", names); err != nil {
		panic(err)
	}
	return cmd
}

// stream copies limit bytes of src to standard output, or all of them if limit
// is negative.
func stream(src io.Reader, limit int64, showProgress bool) error {
	if limit >= 0 {
		src = io.LimitReader(src, limit)
	}
	// Only the Write method may show: io.CopyBuffer prefers the ReadFrom of
	// os.File, whose buffer is shorter.
	dst := io.Writer(struct{ io.Writer }{os.Stdout})
	if showProgress {
		counted, end, err := progress(os.Stderr, dst, limit)
		if err != nil {
			return err
		}
		defer end()
		dst = counted
	}
	n, err := io.CopyBuffer(dst, src, make([]byte, chunk))
	if err != nil && !closedPipe(err) {
		return fmt.Errorf("after %d bytes: %w", n, err)
	}
	return err
}

// progressDelay is how long a stream must last until its progress shows.
const progressDelay = 500 * time.Millisecond

// progress returns a writer to dst whose progress towards total bytes, or
// without end if total is negative, is shown on the terminal screen. The caller
// calls end when the last byte is written, all of them or not.
func progress(screen, dst io.Writer, total int64) (counted io.Writer, end func(), err error) {
	show := make(chan any)
	time.AfterFunc(progressDelay, func() { close(show) })
	bars := mpb.New(mpb.WithOutput(screen), mpb.WithRenderDelay(show))
	speed := decor.AverageSpeed(decor.SizeB1024(0), "% .1f")

	var bar *mpb.Bar
	if total < 0 {
		bar = bars.New(total, mpb.NopStyle(), mpb.PrependDecorators(
			decor.CurrentKibiByte("% .1f"), decor.Name("  "), speed))
	} else {
		bar = bars.AddBar(total,
			mpb.PrependDecorators(decor.Percentage()),
			mpb.AppendDecorators(decor.CountersKibiByte("% .1f / % .1f"), decor.Name("  "), speed,
				decor.Name("  "), decor.AverageETA(decor.ET_STYLE_GO)))
	}
	counted, err = bar.ProxyWriter(dst)
	return counted, func() { bar.Abort(false); bars.Wait() }, err
}
