package media

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

// limits of one run. Memory is address space, because the kernel offers no other limit to unprivileged processes.
type limits struct {
	wall, cpu time.Duration
	memory    int64 // bytes
	file      int64 // bytes in any one file; 0 forbids writing files
}

const (
	probeMemory  = 5 << 29 // 2.5 GiB; under 2 GiB the loader fails
	encodeMemory = 8 << 30
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

// pipe is the reading end of a tool's output.
type pipe = os.File

// invocation is one run of a tool.
type invocation struct {
	tool    string // ffmpeg or ffprobe
	source  string // the file it may read; may be ""
	scratch string // the folder it may write; may be ""
	// args returns the tool's arguments, given the paths of the source and the folder as the tool sees them.
	args   func(in, out string) []string
	stdin  io.Reader // may be nil; its error kills the tool and is returned
	stdout func(*pipe) error
	pipes  []func(*pipe) error // readers of descriptors 3, 4, …
	limits limits
}

// run runs a tool to its end. Each reader has its own goroutine; the first reader's error kills the tool and is returned.
// It returns the end of the tool's output, also on success.
func (s *Sandbox) run(ctx context.Context, in invocation) (string, error) {
	limited, cancel := context.WithTimeoutCause(ctx, in.limits.wall, errWall)
	defer cancel()
	limited, stop := context.WithCancelCause(limited)
	defer stop(nil)

	inner := &namespace{}
	if s.bwrap != "" {
		in.pipes = append(slices.Clone(in.pipes), func(r *pipe) error { return inner.readPID(limited, r) })
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
	if in.stdin != nil {
		cmd.Stdin = feed{in.stdin, stop}
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
		return "", &ToolError{Tool: in.tool, Class: ToolFailed, Cause: started}
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
	return last.words(), verdict(ctx, limited, in.tool, ended, cut, last.words())
}

// verdict chooses the error of a run that has several: the caller's cancellation, then a reader's, then the tool's.
// Truncated output comes last, because a crashed tool causes it.
func verdict(ctx, limited context.Context, tool string, ended, cut error, words string) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	switch cause := context.Cause(limited); {
	case errors.Is(cause, errWall):
		return &ToolError{Tool: tool, Class: ToolTimedOut, Tail: words, Cause: cause}
	case errors.Is(cause, errGarbage):
		return &ToolError{Tool: tool, Class: ToolGarbage, Tail: words, Cause: cause}
	case cause != nil:
		return cause
	case ended != nil:
		return &ToolError{Tool: tool, Class: classify(ended, words), Tail: words, Cause: ended}
	case cut != nil:
		return &ToolError{Tool: tool, Class: ToolGarbage, Tail: words, Cause: cut}
	}
	return nil
}

// command builds the tool's command with its limits and isolation, in a process group of its own that is killed with the
// context.
func (s *Sandbox) command(ctx context.Context, in invocation) (*exec.Cmd, error) {
	tool := s.ffmpeg
	if in.tool == "ffprobe" {
		tool = s.ffprobe
	}
	args := []string{
		fmt.Sprintf("--cpu=%d:%d", seconds(in.limits.cpu), seconds(in.limits.cpu+cpuGrace)),
		fmt.Sprintf("--fsize=%d", in.limits.file), fmt.Sprintf("--as=%d", in.limits.memory),
		fmt.Sprintf("--nofile=%d", openFiles), "--core=0", fmt.Sprintf("--nproc=%d", processes), "--",
	}
	source, scratch, err := absolute(in.source, in.scratch)
	if err != nil {
		return nil, err
	}
	if s.bwrap != "" {
		in.source, in.scratch = source, scratch
		wall, err := s.bwrapArgs(tool, in)
		if err != nil {
			return nil, err
		}
		args = append(append(args, s.bwrap, "--info-fd", strconv.Itoa(2+len(in.pipes))), wall...)
		source, scratch = inside, insideOut
	} else {
		args = append(args, tool)
	}
	cmd := exec.CommandContext(ctx, s.prlimit, append(args, in.args("file:"+source, scratch)...)...)
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
func (n *namespace) readPID(ctx context.Context, r *pipe) error {
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
	tool, ours *pipe
	read       func(*pipe) error
}

// attach creates the pipes of a run.
func attach(cmd *exec.Cmd, in invocation) ([]reader, error) {
	var readers []reader
	add := func(read func(*pipe) error) (*os.File, error) {
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
	if in.stdout != nil {
		tool, err := add(in.stdout)
		if err != nil {
			return nil, err
		}
		cmd.Stdout = tool
	}
	for _, read := range in.pipes {
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
