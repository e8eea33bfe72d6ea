// Package sandbox runs ffmpeg and ffprobe on untrusted files: isolated by bubblewrap, within limits of time, memory and output. It
// knows nothing of what they are asked to do.
package sandbox

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// Options say where the tools are. The zero value finds them in PATH.
type Options struct {
	FFmpeg     string // path or name; "" is ffmpeg
	FFprobe    string // path or name; "" is ffprobe
	Bubblewrap string // path or name; "" is bwrap
	// AllowUnsandboxed runs tools without isolation where bubblewrap does not work (--allow-unsandboxed-media).
	AllowUnsandboxed bool
}

// Sandbox runs ffmpeg and ffprobe on untrusted files: no network, one readable file, at most one writable folder, and
// limits on CPU time, memory, file size and wall clock. Safe for concurrent use.
type Sandbox struct {
	ffmpeg, ffprobe string // absolute paths
	bwrap           string // absolute path; "" runs without isolation
	prlimit         string // absolute path
	check           string
}

// versionTimeout limits the time for a tool to print its version.
const versionTimeout = 20 * time.Second

// New finds the tools and tests the isolation by running it. If that fails the error says what to install or allow,
// and no media may be processed.
func New(ctx context.Context, o Options) (*Sandbox, error) {
	s := &Sandbox{}
	for _, tool := range []struct {
		path        *string
		name, stock string
	}{{&s.ffmpeg, o.FFmpeg, "ffmpeg"}, {&s.ffprobe, o.FFprobe, "ffprobe"}, {&s.prlimit, "", "prlimit"}} {
		found, err := find(tool.name, tool.stock)
		if err != nil {
			return nil, fmt.Errorf("video cannot be processed: %s is not installed (on Debian: apt install ffmpeg util-linux): %w", tool.stock, err)
		}
		*tool.path = found
	}
	isolated := s.isolate(ctx, o.Bubblewrap)
	if isolated != nil && !o.AllowUnsandboxed {
		return nil, fmt.Errorf("video cannot be processed safely: the bubblewrap sandbox does not start. Install it "+
			"(on Debian: apt install bubblewrap), allow user namespaces, or accept the risk with --allow-unsandboxed-media: %w", isolated)
	}
	version, err := s.version(ctx)
	if err != nil {
		return nil, fmt.Errorf("video cannot be processed: ffmpeg does not start: %w", err)
	}
	s.check = version + ", isolated by bubblewrap"
	if isolated != nil {
		s.check = version + ", NOT isolated (allowed by --allow-unsandboxed-media): uploaded files are decoded with the rights of this server"
	}
	return s, nil
}

// Isolated reports whether tools run isolated.
func (s *Sandbox) Isolated() bool { return s.bwrap != "" }

// Check describes the isolation and the version of ffmpeg in a sentence, for health checks and logs.
func (s *Sandbox) Check() string { return s.check }

// isolate enables the isolation if it works here.
func (s *Sandbox) isolate(ctx context.Context, name string) error {
	bwrap, err := find(name, "bwrap")
	if err != nil {
		return err
	}
	s.bwrap = bwrap
	if _, err := s.version(ctx); err != nil {
		s.bwrap = ""
		return err
	}
	return nil
}

// version runs ffmpeg and returns the first line of its version.
func (s *Sandbox) version(ctx context.Context) (string, error) {
	var out bytes.Buffer
	_, err := s.Run(ctx, Invocation{
		Tool: "ffmpeg", Args: func(_, _ string) []string { return []string{"-version"} },
		Stdout: func(r *Pipe) error { _, err := out.ReadFrom(r); return err },
		Limits: Limits{Wall: versionTimeout, CPU: versionTimeout, Memory: ProbeMemory},
	})
	if err != nil {
		return "", err
	}
	line, _, _ := strings.Cut(out.String(), "\n")
	line, _, _ = strings.Cut(line, " Copyright")
	if line == "" {
		return "", fmt.Errorf("%s tells no version", filepath.Base(s.ffmpeg))
	}
	return line, nil
}

// find returns the absolute path of a program.
func find(name, stock string) (string, error) {
	if name == "" {
		name = stock
	}
	path, err := exec.LookPath(name)
	if err != nil {
		return "", err
	}
	return filepath.Abs(path)
}

// Paths of the source and the scratch folder inside the isolation.
const (
	inside    = "/in/source"
	insideOut = "/out"
)

// bwrapArgs returns bubblewrap's arguments for one run: the system's programs and libraries read-only, the source, the scratch
// folder, and nothing else of this machine.
func (s *Sandbox) bwrapArgs(tool string, in Invocation) ([]string, error) {
	args := []string{
		"--unshare-all", "--cap-drop", "ALL", "--die-with-parent", "--new-session", "--hostname", "media",
		"--ro-bind", "/usr", "/usr", "--ro-bind-try", "/etc/ld.so.cache", "/etc/ld.so.cache",
		"--ro-bind-try", "/etc/alternatives", "/etc/alternatives", // libblas and the like on Debian
	}
	for _, dir := range []string{"/bin", "/lib", "/lib32", "/lib64"} {
		info, err := os.Lstat(dir)
		switch {
		case err != nil:
		case info.Mode()&os.ModeSymlink != 0:
			target, err := os.Readlink(dir)
			if err != nil {
				return nil, err
			}
			args = append(args, "--symlink", target, dir)
		default:
			args = append(args, "--ro-bind", dir, dir)
		}
	}
	if !strings.HasPrefix(tool, "/usr/") {
		args = append(args, "--ro-bind", tool, tool)
	}
	if in.Source != "" {
		args = append(args, "--ro-bind", in.Source, inside)
	}
	if in.Scratch != "" {
		args = append(args, "--bind", in.Scratch, insideOut)
	}
	return append(args, "--dev", "/dev", "--remount-ro", "/dev", "--remount-ro", "/", "--chdir", "/", "--", tool), nil
}
