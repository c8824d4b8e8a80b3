package host

import (
	"regexp"
	"runtime"
	"strings"
	"testing"
)

func TestFromOSRelease(t *testing.T) {
	for name, test := range map[string]struct{ text, want string }{
		"quoted":   {"NAME=\"Debian GNU/Linux\"\nPRETTY_NAME=\"Debian GNU/Linux 12 (bookworm)\"\nID=debian\n", "Debian GNU/Linux 12 (bookworm)"},
		"unquoted": {"PRETTY_NAME=Void\n", "Void"},
		"single":   {"PRETTY_NAME='Alpine Linux v3.20'\n", "Alpine Linux v3.20"},
		"nothing":  {"ID=debian\n", ""},
		"empty":    {"", ""},
	} {
		if got := fromOSRelease(test.text); got != test.want {
			t.Errorf("%s: %q, want %q", name, got, test.want)
		}
	}
}

func TestThis(t *testing.T) {
	m := This()
	var text strings.Builder
	m.Print(&text)
	for _, want := range []string{
		`(?m)^CPU +\S.*, \d+ logical, GOMAXPROCS \d+$`,
		`(?m)^System +\S`,
		`(?m)^OS/arch +` + runtime.GOOS + "/" + runtime.GOARCH + "$",
		`(?m)^Go +` + regexp.QuoteMeta(runtime.Version()) + "$",
	} {
		if !regexp.MustCompile(want).MatchString(text.String()) {
			t.Errorf("nothing matches %s:\n%s", want, &text)
		}
	}
	if runtime.GOOS == "linux" && !strings.HasPrefix(m.Kernel, "Linux ") {
		t.Errorf("kernel %q", m.Kernel)
	}
}
