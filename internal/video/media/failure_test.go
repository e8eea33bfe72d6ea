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

	"lectern/internal/video/sandbox"
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
func fake(t *testing.T, commands string) (*sandbox.Sandbox, string) {
	t.Helper()
	path := script(t, "ffmpeg", "[ \"$1\" = -version ] && { echo ffmpeg version fake; exit; }\n"+commands)
	box, err := sandbox.New(t.Context(), sandbox.Options{FFmpeg: path})
	if err != nil {
		t.Fatal(err)
	}
	return box, path
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
			box, _ := fake(t, commands)
			err := EncodePiece(t.Context(), box, tinyJob(t, func(s Segment) error { return fmt.Errorf("emitted %d", s.Number) }))
			if failed, ok := errors.AsType[*sandbox.Error](err); !ok || failed.Class != sandbox.Garbage {
				t.Errorf("got %v, want garbage", err)
			}
		})
	}
}

func TestCancelledRunReturnsItsCause(t *testing.T) {
	t.Parallel()
	box, _ := fake(t, "echo frame=7; sleep 1000")
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
}

func TestReceiverErrorEndsTheRun(t *testing.T) {
	t.Parallel()
	full := errors.New("the disk is full")
	source := clipSpec{rate: "30", size: "360x360", segment: 180, seconds: 13}.make(t)
	p, err := Inspect(t.Context(), tools(t), source)
	if err != nil {
		t.Fatal(err)
	}
	plan := NewPlan(p, PlanOptions{})
	err = EncodePiece(t.Context(), tools(t), PieceJob{
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
	box, err := sandbox.New(t.Context(), sandbox.Options{Bubblewrap: watched})
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
