package rng

import (
	"os"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"unsafe"

	"golang.org/x/sys/unix"

	"github.com/simdchacha/simdchacha/internal/testkit"
)

// filtered says, in a child, that its getrandom is already gone.
const filtered = "SIMDCHACHA_TEST_FILTERED"

// TestWithoutGetrandom draws in a process whose getrandom(2) answers ENOSYS, as
// on Linux before 3.17 and under some seccomp filters.
func TestWithoutGetrandom(t *testing.T) {
	if inChild(t.Name()) {
		drawWithoutGetrandom(t)
		return
	}
	out, err := child(t, t.Name())
	if strings.Contains(out, "seccomp: ") {
		testkit.SkipOrFail(t, "seccomp", "this machine does not allow a filter: %s", out)
	}
	if err != nil || !strings.Contains(out, "--- PASS: "+t.Name()) {
		t.Errorf("child process: %v\n%s", err, out)
	}
}

func drawWithoutGetrandom(t *testing.T) {
	if os.Getenv(filtered) == "" {
		if err := denyGetrandom(); err != nil {
			t.Fatalf("seccomp: %v", err)
		}
		// The filter outlives exec, so that also the Go runtime starts without.
		err := syscall.Exec("/proc/self/exe", os.Args, append(os.Environ(), filtered+"=1"))
		t.Fatalf("exec: %v", err)
	}
	if _, err := unix.Getrandom(make([]byte, 1), 0); err != unix.ENOSYS {
		t.Fatalf("getrandom: %v, want %v", err, unix.ENOSYS)
	}
	opened := watchOpen(t, "/dev/random")
	if opened() {
		t.Fatal("/dev/random was opened before the first draw")
	}
	seen := make(map[uint64]bool)
	for range 10000 {
		seen[Uint64()] = true
	}
	if len(seen) != 10000 {
		t.Errorf("10000 draws gave %d values", len(seen))
	}
	if !opened() {
		t.Error("the first draw did not ask /dev/random whether it is ready")
	}
	Reseed()
	New().Uint64()
	if Uint64(); opened() {
		t.Error("/dev/random was asked again")
	}
}

// watchOpen returns a function that reports whether the file was opened since it
// was last called.
func watchOpen(t *testing.T, name string) func() bool {
	fd, err := unix.InotifyInit1(unix.IN_NONBLOCK)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { unix.Close(fd) })
	if _, err := unix.InotifyAddWatch(fd, name, unix.IN_OPEN); err != nil {
		t.Fatal(err)
	}
	return func() bool {
		var events [4096]byte
		n, err := unix.Read(fd, events[:])
		if err != nil && err != unix.EAGAIN {
			t.Fatal(err)
		}
		return n > 0
	}
}

// denyGetrandom makes getrandom answer ENOSYS in this thread and its children.
func denyGetrandom() error {
	runtime.LockOSThread()
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		return err
	}
	const syscallNumber = 0 // offset in struct seccomp_data
	filter := []unix.SockFilter{
		{Code: unix.BPF_LD | unix.BPF_W | unix.BPF_ABS, K: syscallNumber},
		{Code: unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K, K: unix.SYS_GETRANDOM, Jt: 0, Jf: 1},
		{Code: unix.BPF_RET | unix.BPF_K, K: unix.SECCOMP_RET_ERRNO | uint32(unix.ENOSYS)},
		{Code: unix.BPF_RET | unix.BPF_K, K: unix.SECCOMP_RET_ALLOW},
	}
	prog := unix.SockFprog{Len: uint16(len(filter)), Filter: &filter[0]}
	return unix.Prctl(unix.PR_SET_SECCOMP, unix.SECCOMP_MODE_FILTER, uintptr(unsafe.Pointer(&prog)), 0, 0)
}
