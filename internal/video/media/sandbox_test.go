package media

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// script writes a shell script that replaces a tool.
func script(t *testing.T, name, commands string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte("#!/bin/sh\n"+commands+"\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	return path
}

// fake is a sandbox whose ffmpeg prints a version and otherwise runs the commands.
func fake(t *testing.T, commands string) (*Sandbox, string) {
	t.Helper()
	path := script(t, "ffmpeg", "[ \"$1\" = -version ] && { echo ffmpeg version fake; exit; }\n"+commands)
	box, err := NewSandbox(t.Context(), SandboxOptions{FFmpeg: path})
	if err != nil {
		t.Fatal(err)
	}
	return box, path
}

// gone waits until no process with the script in its command line is left.
func gone(t *testing.T, path string) {
	t.Helper()
	deadline := time.Now().Add(5 * time.Second)
	for {
		left := 0
		lines, err := filepath.Glob("/proc/[0-9]*/cmdline")
		if err != nil {
			t.Fatal(err)
		}
		for _, line := range lines {
			if text, err := os.ReadFile(line); err == nil && strings.Contains(string(text), path) {
				left++
			}
		}
		if left == 0 {
			return
		}
		if time.Now().After(deadline) {
			t.Fatalf("%d processes are left", left)
		}
	}
}

// small limits are quickly reached in tests. The wall clock is the last, however slow the machine is.
var small = limits{wall: 5 * time.Minute, cpu: time.Second, memory: 512 << 20, file: 1 << 20}

func TestMisbehavingToolIsKilledAndClassified(t *testing.T) {
	quick := small
	quick.wall = 500 * time.Millisecond
	for name, c := range map[string]struct {
		commands string
		limits   limits
		class    FailureClass
	}{
		"segfaults":                 {"kill -SEGV $$", small, ToolCrashed},
		"aborts":                    {"kill -ABRT $$", small, ToolCrashed},
		"spins":                     {"while :; do :; done", small, ToolOutOfCPU},
		"hangs":                     {"sleep 1000", quick, ToolTimedOut},
		"hangs and ignores signals": {"trap '' TERM INT HUP; while :; do sleep 1000; done", quick, ToolTimedOut},
		"allocates":                 {"exec dd if=/dev/zero of=/dev/null bs=1G count=1", small, ToolFailed}, // at once, before it has used any CPU
		"forks":                     {"for i in 1 2 3 4 5 6 7 8 9; do for j in 1 2 3 4 5; do setsid sh -c 'sleep 1000' $0 & done; done; sleep 1000", quick, ToolTimedOut},
		"forks and exits":           {"for i in 1 2 3 4 5 6 7 8 9; do setsid sh -c 'sleep 1000' $0 & done; exit 3", small, ToolFailed},
		"writes without end":        {"exec dd if=/dev/zero of=/out/big bs=1M count=100000", small, ToolTooBig},
		"is killed for memory":      {"kill -KILL $$", small, ToolKilled},
		"exits with an error":       {"echo no such codec >&2; exit 1", small, ToolFailed},
		"catches the CPU limit":     {"echo 'Exiting normally, received signal 24.' >&2; exit 255", small, ToolOutOfCPU},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			box, path := fake(t, c.commands)
			scratch := t.TempDir()
			begin := time.Now()
			_, err := box.run(t.Context(), invocation{
				tool: "ffmpeg", scratch: scratch, limits: c.limits, args: func(_, _ string) []string { return []string{path} },
				stdout: func(r *pipe) error { return readProgress(r, func(int) {}) },
			})
			failed, ok := errors.AsType[*ToolError](err)
			if !ok || failed.Class != c.class {
				t.Errorf("got %v, want class %s", err, c.class)
			}
			if took := time.Since(begin); took > small.wall {
				t.Errorf("took %s", took)
			}
			gone(t, path)
			if info, err := os.Stat(filepath.Join(scratch, "big")); err == nil && info.Size() > c.limits.file {
				t.Errorf("wrote %d bytes", info.Size())
			}
		})
	}
}

// tinyJob is a piece of a video that no fake ever reads.
func tinyJob(t *testing.T, emit func(Segment) error) PieceJob {
	t.Helper()
	plan := NewPlan(Probe{Container: MP4, FrameRate: 24, Duration: 6, Video: VideoFacts{Width: 64, Height: 48, AspectNum: 1, AspectDen: 1}}, PlanOptions{})
	return PieceJob{Source: filepath.Join(clips, "bbb-720p-5s.mp4"), Plan: plan, Piece: plan.Pieces[0], Rungs: plan.Rungs, Emit: emit}
}

func TestGarbageOutputIsAnError(t *testing.T) {
	for name, commands := range map[string]string{
		"text":                    "echo this is no film at all >&3",
		"a box that never ends":   "printf '\\177\\377\\377\\377moov' >&3; sleep 1000",
		"half a box":              "printf '\\0\\0\\1\\0moovxxxx' >&3",
		"nothing":                 "exit 0",
		"progress without an end": "head -c 200000 /dev/zero; exec 3>&-; sleep 1000",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			box, path := fake(t, commands)
			err := EncodePiece(t.Context(), box, tinyJob(t, func(s Segment) error { return fmt.Errorf("emitted %d", s.Number) }))
			if failed, ok := errors.AsType[*ToolError](err); !ok || failed.Class != ToolGarbage {
				t.Errorf("got %v, want garbage", err)
			}
			gone(t, path)
		})
	}
}

func TestCancelledRunReturnsItsCause(t *testing.T) {
	t.Parallel()
	box, path := fake(t, "echo frame=7; sleep 1000")
	ctx, cancel := context.WithCancelCause(t.Context())
	fenced := errors.New("the lease has expired")
	job := tinyJob(t, func(Segment) error { return nil })
	job.Progress = func(frames int) {
		if frames > 0 {
			cancel(fenced)
		}
	}
	if err := EncodePiece(ctx, box, job); !errors.Is(err, fenced) {
		t.Errorf("got %v", err)
	}
	gone(t, path)
}

func TestReceiverErrorEndsTheRun(t *testing.T) {
	t.Parallel()
	full := errors.New("the disk is full")
	source := clipSpec{rate: "30", size: "360x360", segment: 180, seconds: 13}.make(t)
	p, err := Inspect(t.Context(), sandbox(t), source)
	if err != nil {
		t.Fatal(err)
	}
	plan := NewPlan(p, PlanOptions{})
	err = EncodePiece(t.Context(), sandbox(t), PieceJob{
		Source: source, Plan: plan, Piece: plan.Pieces[0], Rungs: plan.Rungs, Threads: 1,
		Emit: func(s Segment) error {
			if s.Rendition == "360p" && s.Number == 1 {
				return full
			}
			return nil
		},
	})
	if !errors.Is(err, full) {
		t.Errorf("got %v", err)
	}
}

func TestNoIsolationNeedsPermission(t *testing.T) {
	broken := script(t, "bwrap", "echo no user namespaces here >&2; exit 1")
	if _, err := NewSandbox(t.Context(), SandboxOptions{Bubblewrap: broken}); err == nil || !strings.Contains(err.Error(), "--allow-unsandboxed-media") {
		t.Fatalf("got %v", err)
	}
	if _, err := NewSandbox(t.Context(), SandboxOptions{Bubblewrap: "no-such-bwrap"}); err == nil || !strings.Contains(err.Error(), "apt install bubblewrap") {
		t.Fatalf("got %v", err)
	}
	box, err := NewSandbox(t.Context(), SandboxOptions{Bubblewrap: broken, AllowUnsandboxed: true})
	if err != nil {
		t.Fatal(err)
	}
	if box.Isolated() || !strings.Contains(box.Check(), "NOT isolated") {
		t.Errorf("isolated: %t, check: %q", box.Isolated(), box.Check())
	}
	if _, err := Inspect(t.Context(), box, filepath.Join(clips, "bbb-720p-5s.mp4")); err != nil {
		t.Errorf("allowed, and yet: %v", err)
	}
	if !sandbox(t).Isolated() || !strings.Contains(sandbox(t).Check(), "isolated by bubblewrap") {
		t.Errorf("the real one: isolated: %t, check: %q", sandbox(t).Isolated(), sandbox(t).Check())
	}
}

func TestSandboxHasOneFileAndNoNetwork(t *testing.T) {
	secret := filepath.Join(t.TempDir(), "secret")
	if err := os.WriteFile(secret, []byte("canary"), 0o600); err != nil {
		t.Fatal(err)
	}
	neighbour, err := filepath.Abs(filepath.Join(clips, "bbb-480p-30s.mkv"))
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("LECTERN_SECRET", "canary")
	box, _ := fake(t, fmt.Sprintf(`cat %s /etc/passwd /etc/shadow 2>&1; ls %s 2>&1; env; ls /in; echo x >/new; echo x >/in/source; ls /new; ls /`, secret, neighbour))
	var out strings.Builder
	words, err := box.run(t.Context(), invocation{
		tool: "ffmpeg", source: filepath.Join(clips, "bbb-720p-5s.mp4"), limits: small, args: func(in, _ string) []string { return []string{in} },
		stdout: func(r *pipe) error {
			for lines := bufio.NewScanner(r); lines.Scan(); {
				out.WriteString(lines.Text() + "\n")
			}
			return nil
		},
	})
	if err != nil {
		t.Fatalf("%v: %s", err, words)
	}
	for _, leak := range []string{"canary", "root:", "mkv\n" + neighbour, "home", "var", "root\n"} {
		if strings.Contains(out.String(), leak) {
			t.Errorf("the tool sees %q:\n%s", leak, out.String())
		}
	}
	if !strings.Contains(out.String(), "\nsource\n") || strings.Contains(out.String(), "\n/new\n") {
		t.Errorf("the tool sees:\n%s\n%s", out.String(), words)
	}
}

// TestSandboxTouchesNoHostFiles traces the system calls of a whole run: nothing uses the network, and the tools open only the
// source and the system's own files.
func TestSandboxTouchesNoHostFiles(t *testing.T) {
	t.Parallel()
	strace, err := exec.LookPath("strace")
	if err != nil {
		t.Fatal(err)
	}
	bwrap, err := exec.LookPath("bwrap")
	if err != nil {
		t.Fatal(err)
	}
	// A FIFO, because the tools, and so strace, may not write files.
	calls := filepath.Join(t.TempDir(), "calls")
	if err := syscall.Mkfifo(calls, 0o600); err != nil {
		t.Fatal(err)
	}
	fifo, err := os.OpenFile(calls, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	var log []string
	var reading sync.WaitGroup
	reading.Go(func() {
		for lines := bufio.NewScanner(fifo); lines.Scan() && lines.Text() != "the end"; {
			log = append(log, lines.Text())
		}
	})
	watched := script(t, "bwrap", fmt.Sprintf("exec %s -f -qq -s 200 -e trace=execve,openat,open,socket,connect -o %s %s \"$@\"", strace, calls, bwrap))
	box, err := NewSandbox(t.Context(), SandboxOptions{Bubblewrap: watched})
	if err != nil {
		t.Fatal(err)
	}
	source := clipSpec{rate: "24", segment: 144, seconds: 2}.make(t)
	p, err := Inspect(t.Context(), box, source)
	if err != nil {
		t.Fatal(describe(err))
	}
	plan := NewPlan(p, PlanOptions{})
	job := PieceJob{Source: source, Plan: plan, Piece: plan.Pieces[0], Rungs: plan.Rungs, Threads: 1, Emit: func(Segment) error { return nil }}
	if err := EncodePiece(t.Context(), box, job); err != nil {
		t.Fatal(describe(err))
	}
	if _, err := fmt.Fprintln(fifo, "the end"); err != nil {
		t.Fatal(err)
	}
	reading.Wait()
	opened := 0
	tools := map[string]bool{} // by process
	for _, call := range log {
		process, rest, _ := strings.Cut(call, " ")
		rest = strings.TrimSpace(rest)
		switch {
		case strings.HasPrefix(rest, `execve("/usr/bin/ff`) && strings.HasSuffix(rest, "= 0"):
			tools[process] = true
		case !tools[process]: // bubblewrap itself, or a thread: threads open nothing before their process has
		case strings.HasPrefix(rest, "socket(") || strings.HasPrefix(rest, "connect("):
			t.Errorf("uses the network: %s", rest)
		case strings.Contains(rest, "open") && !strings.Contains(rest, "= -1"):
			opened++
			if !strings.Contains(rest, `"/usr/`) && !strings.Contains(rest, `"/lib`) && !strings.Contains(rest, `"/etc/`) && !strings.Contains(rest, `"/in/source"`) {
				t.Errorf("opens %s", rest)
			}
		}
	}
	if len(tools) < 3 || opened < 100 {
		t.Errorf("watched %d runs and %d opened files: too few to have seen all", len(tools), opened)
	}
}

func TestToolTailHasNoPaths(t *testing.T) {
	last := &tail{}
	for range 1000 {
		fmt.Fprintln(last, "a line that nobody needs, from long ago")
	}
	fmt.Fprint(last, "file:/srv/lectern/data/sources/42: Invalid data; [/in/source] at /usr/lib/x.so, 24/1 fps")
	words := last.words()
	if len(words) > tailLength || !strings.HasSuffix(words, "42: Invalid data; [source] at x.so, 24/1 fps") {
		t.Errorf("%d bytes, ends %q", len(words), words[max(0, len(words)-100):])
	}
}
