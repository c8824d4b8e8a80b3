package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// terminal returns both ends of a new pseudo-terminal (pty(7)).
func terminal(t *testing.T) (master, slave *os.File) {
	master, err := os.OpenFile("/dev/ptmx", os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { master.Close() })
	fd := int(master.Fd())
	if err := unix.IoctlSetPointerInt(fd, unix.TIOCSPTLCK, 0); err != nil {
		t.Fatal(err)
	}
	n, err := unix.IoctlGetInt(fd, unix.TIOCGPTN)
	if err != nil {
		t.Fatal(err)
	}
	if err := unix.IoctlSetWinsize(fd, unix.TIOCSWINSZ, &unix.Winsize{Row: 25, Col: 80}); err != nil {
		t.Fatal(err)
	}
	slave, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", n), os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { slave.Close() })
	return master, slave
}

// shown returns what was written to the terminal, once all writers are done.
func shown(t *testing.T, master, slave *os.File) string {
	slave.Close()
	// Reading fails with EIO behind the last byte.
	text, err := io.ReadAll(master)
	if err != nil && !strings.Contains(err.Error(), unix.EIO.Error()) {
		t.Fatal(err)
	}
	return string(text)
}

func TestStreamRefusesTerminal(t *testing.T) {
	master, slave := terminal(t)
	cmd := tool(t, "stream", "-n", "100")
	var stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = slave, &stderr
	if status := wait(t, cmd); status != 1 {
		t.Errorf("status %d, want 1", status)
	}
	if want := "standard output is a terminal"; !strings.Contains(stderr.String(), want) {
		t.Errorf("message %q, want one with %q", &stderr, want)
	}
	if text := shown(t, master, slave); text != "" {
		t.Errorf("wrote %d bytes to the terminal", len(text))
	}
}

func TestProgressOnTerminal(t *testing.T) {
	const size = 1 << 20 // more than a pipe holds
	for _, test := range []struct {
		name, args string
		pause      time.Duration // before the first byte is read
		read       int64
		want       string // regular expression over all that was shown
	}{
		{"slow", "stream -n 1MiB", 2 * progressDelay, size, `100 % \[=+\] 1\.0 MiB / 1\.0 MiB .*/s.*\r?\n$`},
		{"soon done", "stream -n 1MiB", 0, size, `^$`},
		{"broken off", "stream -n 2MiB", 2 * progressDelay, size, `[45]\d % \[=+>-+\] .* MiB / 2\.0 MiB .*/s.*\r?\n$`},
		{"endless", "stream", 2 * progressDelay, size, `[1-9]\.\d MiB  .*/s *\r?\n$`},
		{"quiet", "stream -n 1MiB -q", 2 * progressDelay, size, `^$`},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			master, slave := terminal(t)
			cmd := tool(t, strings.Fields(test.args)...)
			cmd.Stderr = slave
			pipe, err := cmd.StdoutPipe()
			if err != nil {
				t.Fatal(err)
			}
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			time.Sleep(test.pause)
			if _, err := io.CopyN(io.Discard, pipe, test.read); err != nil {
				t.Error(err)
			}
			pipe.Close()
			if err := cmd.Wait(); err != nil {
				t.Error(err)
			}
			if text := shown(t, master, slave); !regexp.MustCompile(test.want).MatchString(text) {
				t.Errorf("shown: %q\nwant %s", text, test.want)
			}
		})
	}
}

// A bar shows while a comparison runs, and is gone when the tables come.
func TestBenchProgress(t *testing.T) {
	master, slave := terminal(t)
	cmd := tool(t, "bench", "words", "-quick")
	var stdout bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, slave
	if status := wait(t, cmd); status != 0 || !strings.Contains(stdout.String(), "SipHash") {
		t.Errorf("status %d, output %q", status, &stdout)
	}
	text := shown(t, master, slave)
	if !regexp.MustCompile(`words +\d+ % \[=*>?-+\]`).MatchString(text) {
		t.Errorf("shown: %q, want a bar", text)
	}
	if last := text[strings.LastIndex(text, "\n")+1:]; strings.Contains(last, "%") {
		t.Errorf("left behind: %q", last)
	}
}
