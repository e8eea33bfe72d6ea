package sandbox

import (
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"syscall"
)

// FailureClass says how a tool failed.
type FailureClass string

const (
	Failed   FailureClass = "failed"     // exited with an error
	Crashed  FailureClass = "crashed"    // by a fault of its own: SIGSEGV, SIGABRT…
	TimedOut FailureClass = "timed_out"  // exceeded the wall clock limit
	OutOfCPU FailureClass = "out_of_cpu" // exceeded its CPU time
	TooBig   FailureClass = "too_big"    // wrote more than allowed
	Killed   FailureClass = "killed"     // from outside: by the kernel for lack of memory, or by an operator
	Garbage  FailureClass = "garbage"    // exited successfully with wrong output
)

// Error is a failed run of ffmpeg or ffprobe. When the context is cancelled the context's error is returned instead.
type Error struct {
	Tool  string // ffmpeg or ffprobe
	Class FailureClass
	Tail  string // end of its output, at most 8 KiB, without paths of this machine
	Cause error
}

func (e *Error) Error() string { return fmt.Sprintf("%s %s: %v", e.Tool, e.Class, e.Cause) }
func (e *Error) Unwrap() error { return e.Cause }

var (
	errWall    = errors.New("it exceeded its time limit")
	errGarbage = errors.New("its output is wrong")
)

// Garbagef returns an error about impossible output, for readers of a tool's pipes: the run fails with class Garbage.
func Garbagef(format string, a ...any) error {
	return fmt.Errorf("%w: %s", errGarbage, fmt.Sprintf(format, a...))
}

// shellSignal is what bubblewrap, like shells, adds to the number of the signal that ended the tool.
const shellSignal = 128

// classify determines how the process ended, from its state and the end of its output.
func classify(err error, tail string) FailureClass {
	exit, ok := errors.AsType[*exec.ExitError](err)
	if !ok {
		return Failed
	}
	status, _ := exit.Sys().(syscall.WaitStatus)
	signal := syscall.Signal(0)
	switch {
	case status.Signaled():
		signal = status.Signal()
	case status.ExitStatus() > shellSignal && status.ExitStatus() < shellSignal+64:
		signal = syscall.Signal(status.ExitStatus() - shellSignal)
	}
	switch signal {
	case syscall.SIGXCPU:
		return OutOfCPU
	case syscall.SIGXFSZ:
		return TooBig
	case syscall.SIGKILL, syscall.SIGTERM, syscall.SIGINT:
		return Killed
	case 0:
		// ffmpeg catches SIGXCPU itself and exits with 255.
		if strings.Contains(tail, fmt.Sprintf("received signal %d", syscall.SIGXCPU)) {
			return OutOfCPU
		}
		return Failed
	default:
		return Crashed
	}
}

// tailLength is how many bytes at the end of a tool's output are kept.
const tailLength = 8 << 10

// tail keeps the end of what is written to it.
type tail struct {
	mu   sync.Mutex
	kept []byte
}

func (t *tail) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.kept = append(t.kept, p[max(0, len(p)-tailLength):]...)
	t.kept = t.kept[max(0, len(t.kept)-tailLength):]
	return len(p), nil
}

// anyPath is an absolute path of two or more elements.
var anyPath = regexp.MustCompile(`(file:)?(/[^\s/:'",\]]+)+/[^\s/:'",\]]+`)

// words returns the tail with every path shortened to its last element.
func (t *tail) words() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	text := strings.ToValidUTF8(string(t.kept), "�")
	return strings.TrimSpace(anyPath.ReplaceAllStringFunc(text, filepath.Base))
}
