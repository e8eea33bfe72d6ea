package sandbox

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// clip is a real film.
const clip = "../../../testdata/clips/bbb-720p-5s.mp4"

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
	box, err := New(t.Context(), Options{FFmpeg: path})
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
var small = Limits{Wall: 5 * time.Minute, CPU: time.Second, Memory: 512 << 20, File: 1 << 20}

func TestMisbehavingToolIsKilledAndClassified(t *testing.T) {
	quick := small
	quick.Wall = 500 * time.Millisecond
	for name, c := range map[string]struct {
		commands string
		limits   Limits
		class    FailureClass
	}{
		"segfaults":                 {"kill -SEGV $$", small, Crashed},
		"aborts":                    {"kill -ABRT $$", small, Crashed},
		"spins":                     {"while :; do :; done", small, OutOfCPU},
		"hangs":                     {"sleep 1000", quick, TimedOut},
		"hangs and ignores signals": {"trap '' TERM INT HUP; while :; do sleep 1000; done", quick, TimedOut},
		"allocates":                 {"exec dd if=/dev/zero of=/dev/null bs=1G count=1", small, Failed}, // at once, before it has used any CPU
		"forks":                     {"for i in 1 2 3 4 5 6 7 8 9; do for j in 1 2 3 4 5; do setsid sh -c 'sleep 1000' $0 & done; done; sleep 1000", quick, TimedOut},
		"forks and exits":           {"for i in 1 2 3 4 5 6 7 8 9; do setsid sh -c 'sleep 1000' $0 & done; exit 3", small, Failed},
		"writes without end":        {"exec dd if=/dev/zero of=/out/big bs=1M count=100000", small, TooBig},
		"is killed for memory":      {"kill -KILL $$", small, Killed},
		"exits with an error":       {"echo no such codec >&2; exit 1", small, Failed},
		"catches the CPU limit":     {"echo 'Exiting normally, received signal 24.' >&2; exit 255", small, OutOfCPU},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			box, path := fake(t, c.commands)
			scratch := t.TempDir()
			begin := time.Now()
			_, err := box.Run(t.Context(), Invocation{
				Tool: "ffmpeg", Scratch: scratch, Limits: c.limits, Args: func(_, _ string) []string { return []string{path} },
				Stdout: func(r *Pipe) error { _, err := io.Copy(io.Discard, r); return err },
			})
			failed, ok := errors.AsType[*Error](err)
			if !ok || failed.Class != c.class {
				t.Errorf("got %v, want class %s", err, c.class)
			}
			if took := time.Since(begin); took > small.Wall {
				t.Errorf("took %s", took)
			}
			gone(t, path)
			if info, err := os.Stat(filepath.Join(scratch, "big")); err == nil && info.Size() > c.limits.File {
				t.Errorf("wrote %d bytes", info.Size())
			}
		})
	}
}

func TestNoIsolationNeedsPermission(t *testing.T) {
	broken := script(t, "bwrap", "echo no user namespaces here >&2; exit 1")
	if _, err := New(t.Context(), Options{Bubblewrap: broken}); err == nil || !strings.Contains(err.Error(), "--allow-unsandboxed-media") {
		t.Fatalf("got %v", err)
	}
	if _, err := New(t.Context(), Options{Bubblewrap: "no-such-bwrap"}); err == nil || !strings.Contains(err.Error(), "apt install bubblewrap") {
		t.Fatalf("got %v", err)
	}
	box, err := New(t.Context(), Options{Bubblewrap: broken, AllowUnsandboxed: true})
	if err != nil {
		t.Fatal(err)
	}
	if box.Isolated() || !strings.Contains(box.Check(), "NOT isolated") {
		t.Errorf("isolated: %t, check: %q", box.Isolated(), box.Check())
	}
	_, err = box.Run(t.Context(), Invocation{Tool: "ffprobe", Source: clip, Limits: Limits{Wall: small.Wall, CPU: small.Wall, Memory: ProbeMemory},
		Args: func(in, _ string) []string { return []string{"-v", "error", in} }})
	if err != nil {
		t.Errorf("allowed, and yet: %v", err)
	}
	real, err := New(t.Context(), Options{})
	if err != nil || !real.Isolated() || !strings.Contains(real.Check(), "isolated by bubblewrap") {
		t.Errorf("the real one: %v, %+v", err, real)
	}
}

func TestSandboxHasOneFileAndNoNetwork(t *testing.T) {
	secret := filepath.Join(t.TempDir(), "secret")
	if err := os.WriteFile(secret, []byte("canary"), 0o600); err != nil {
		t.Fatal(err)
	}
	neighbour, err := filepath.Abs(clip)
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("LECTERN_SECRET", "canary")
	box, _ := fake(t, fmt.Sprintf(`cat %s /etc/passwd /etc/shadow 2>&1; ls %s 2>&1; env; ls /in; echo x >/new; echo x >/in/source; ls /new; ls /`, secret, neighbour))
	var out strings.Builder
	words, err := box.Run(t.Context(), Invocation{
		Tool: "ffmpeg", Source: clip, Limits: small, Args: func(in, _ string) []string { return []string{in} },
		Stdout: func(r *Pipe) error {
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
