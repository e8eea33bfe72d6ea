package sandbox

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"syscall"
	"time"
)

// Limits of one run. Memory is address space, because the kernel offers no other limit to unprivileged processes.
type Limits struct {
	Wall, CPU time.Duration
	Memory    int64 // bytes
	File      int64 // bytes in any one file; 0 forbids writing files
}

const (
	ProbeMemory  = 5 << 29 // 2.5 GiB; under 2 GiB the loader fails
	EncodeMemory = 8 << 30
	openFiles    = 64
	// processes limits a fork bomb. The kernel counts all threads of the user, ours included, and exempts root; for root
	// the wall clock and the process namespace are the limit.
	processes = 4096
	// cpuGrace is the time for a tool that catches SIGXCPU to exit by itself.
	cpuGrace = 5 * time.Second
	// settle is the time for the pipes of an ended process to close.
	settle = 2 * time.Second
)

// feed is a tool's standard input; a read error kills the tool, which would otherwise take it for the end.
type feed struct {
	from io.Reader
	stop context.CancelCauseFunc
}

func (f feed) Read(p []byte) (int, error) {
	n, err := f.from.Read(p)
	if err != nil && !errors.Is(err, io.EOF) {
		f.stop(err)
	}
	return n, err
}

// Pipe is the reading end of a tool's output.
type Pipe = os.File

// Invocation is one run of a tool.
type Invocation struct {
	Tool    string // ffmpeg or ffprobe
	Source  string // the file it may read; may be ""
	Scratch string // the folder it may write; may be ""
	// Args returns the tool's arguments, given the paths of the source and the folder as the tool sees them.
	Args   func(in, out string) []string
	Stdin  io.Reader // may be nil; its error kills the tool and is returned
	Stdout func(*Pipe) error
	Pipes  []func(*Pipe) error // readers of descriptors 3, 4, …
	Limits Limits
}

// Run runs a tool to its end. Each reader has its own goroutine; the first reader's error kills the tool and is returned.
// It returns the end of the tool's output, also on success.
func (s *Sandbox) Run(ctx context.Context, in Invocation) (string, error) {
	limited, cancel := context.WithTimeoutCause(ctx, in.Limits.Wall, errWall)
	defer cancel()
	limited, stop := context.WithCancelCause(limited)
	defer stop(nil)

	inner := &namespace{}
	if s.bwrap != "" {
		in.Pipes = append(slices.Clone(in.Pipes), func(r *Pipe) error { return inner.readPID(limited, r) })
	}
	cmd, err := s.command(limited, in)
	if err != nil {
		return "", err
	}
	cmd.Cancel = func() error {
		inner.kill()
		return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
	}
	last := &tail{}
	cmd.Stderr = last
	if in.Stdin != nil {
		cmd.Stdin = feed{in.Stdin, stop}
	}
	readers, err := attach(cmd, in)
	if err != nil {
		return "", err
	}
	started := cmd.Start()
	for _, r := range readers {
		_ = r.tool.Close()
	}
	if started != nil {
		closeAll(readers)
		return "", &Error{Tool: in.Tool, Class: Failed, Cause: started}
	}
	wait := listen(readers, stop)
	ended := cmd.Wait()
	if ended != nil {
		closeAll(readers)
	} else {
		// A process that keeps a pipe open after the tool has ended must not block us.
		defer context.AfterFunc(limited, func() { closeAll(readers) })()
	}
	cut := wait()
	return last.words(), verdict(ctx, limited, in.Tool, ended, cut, last.words())
}

// verdict chooses the error of a run that has several: the caller's cancellation, then a reader's, then the tool's.
// Truncated output comes last, because a crashed tool causes it.
func verdict(ctx, limited context.Context, tool string, ended, cut error, words string) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	switch cause := context.Cause(limited); {
	case errors.Is(cause, errWall):
		return &Error{Tool: tool, Class: TimedOut, Tail: words, Cause: cause}
	case errors.Is(cause, errGarbage):
		return &Error{Tool: tool, Class: Garbage, Tail: words, Cause: cause}
	case cause != nil:
		return cause
	case ended != nil:
		return &Error{Tool: tool, Class: classify(ended, words), Tail: words, Cause: ended}
	case cut != nil:
		return &Error{Tool: tool, Class: Garbage, Tail: words, Cause: cut}
	}
	return nil
}

// command builds the tool's command with its limits and isolation, in a process group of its own that is killed with the
// context.
func (s *Sandbox) command(ctx context.Context, in Invocation) (*exec.Cmd, error) {
	tool := s.ffmpeg
	if in.Tool == "ffprobe" {
		tool = s.ffprobe
	}
	args := []string{
		fmt.Sprintf("--cpu=%d:%d", seconds(in.Limits.CPU), seconds(in.Limits.CPU+cpuGrace)),
		fmt.Sprintf("--fsize=%d", in.Limits.File), fmt.Sprintf("--as=%d", in.Limits.Memory),
		fmt.Sprintf("--nofile=%d", openFiles), "--core=0", fmt.Sprintf("--nproc=%d", processes), "--",
	}
	source, scratch, err := absolute(in.Source, in.Scratch)
	if err != nil {
		return nil, err
	}
	if s.bwrap != "" {
		in.Source, in.Scratch = source, scratch
		wall, err := s.bwrapArgs(tool, in)
		if err != nil {
			return nil, err
		}
		args = append(append(args, s.bwrap, "--info-fd", strconv.Itoa(2+len(in.Pipes))), wall...)
		source, scratch = inside, insideOut
	} else {
		args = append(args, tool)
	}
	cmd := exec.CommandContext(ctx, s.prlimit, append(args, in.Args("file:"+source, scratch)...)...)
	// A fixed environment: nothing of the server's leaks, and few arenas keep the address space near real memory.
	cmd.Env = []string{"PATH=/usr/bin:/bin", "LC_ALL=C", "MALLOC_ARENA_MAX=4"}
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
	cmd.WaitDelay = settle
	return cmd, nil
}

// namespace is the first process of an isolated run, whose death ends all others. Killing bubblewrap alone is not enough:
// for an instant after the tool has started, that process does not die with its parent yet.
type namespace struct{ pid atomic.Int64 }

// readPID reads the process's id, which bubblewrap writes as JSON to the last pipe.
func (n *namespace) readPID(ctx context.Context, r *Pipe) error {
	var info struct {
		Child int64 `json:"child-pid"`
	}
	if json.NewDecoder(io.LimitReader(r, 1<<10)).Decode(&info) != nil {
		return nil // it did not get that far; the reason is on stderr
	}
	n.pid.Store(info.Child)
	if ctx.Err() != nil {
		n.kill()
	}
	return nil
}

func (n *namespace) kill() {
	if pid := int(n.pid.Load()); pid > 1 {
		_ = syscall.Kill(pid, syscall.SIGKILL) // it may have ended by itself
	}
}

func seconds(d time.Duration) int { return max(1, int(d/time.Second)) }

func absolute(source, scratch string) (string, string, error) {
	for _, p := range []*string{&source, &scratch} {
		if *p == "" {
			continue
		}
		abs, err := filepath.Abs(*p)
		if err != nil {
			return "", "", err
		}
		*p = abs
	}
	return source, scratch, nil
}

// reader is one pipe: the tool's end, ours, and its reader.
type reader struct {
	tool, ours *Pipe
	read       func(*Pipe) error
}

// attach creates the pipes of a run.
func attach(cmd *exec.Cmd, in Invocation) ([]reader, error) {
	var readers []reader
	add := func(read func(*Pipe) error) (*os.File, error) {
		ours, tool, err := os.Pipe()
		if err != nil {
			for _, r := range readers {
				_ = r.tool.Close()
			}
			closeAll(readers)
			return nil, err
		}
		readers = append(readers, reader{tool, ours, read})
		return tool, nil
	}
	if in.Stdout != nil {
		tool, err := add(in.Stdout)
		if err != nil {
			return nil, err
		}
		cmd.Stdout = tool
	}
	for _, read := range in.Pipes {
		tool, err := add(read)
		if err != nil {
			return nil, err
		}
		cmd.ExtraFiles = append(cmd.ExtraFiles, tool)
	}
	return readers, nil
}

// listen reads every pipe to its end. A reader's error kills the tool, except truncated output, which wait returns: the
// tool is exiting then, and its exit says more. After an error the pipe is drained, because a full one would block the tool
// before it notices.
func listen(readers []reader, stop context.CancelCauseFunc) (wait func() error) {
	var all sync.WaitGroup
	cuts := make([]error, len(readers))
	for i, r := range readers {
		all.Go(func() {
			defer r.ours.Close()
			switch err := r.read(r.ours); {
			case err == nil || errors.Is(err, os.ErrClosed):
			case errors.Is(err, io.ErrUnexpectedEOF):
				cuts[i] = err
			default:
				stop(err)
			}
			_, _ = io.Copy(io.Discard, r.ours) // keeps the tool from blocking on a full pipe
		})
	}
	return func() error {
		all.Wait()
		return errors.Join(cuts...)
	}
}

func closeAll(readers []reader) {
	for _, r := range readers {
		_ = r.ours.Close()
	}
}
