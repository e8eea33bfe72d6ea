package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// ticksPerSecond is the unit of times in /proc/PID/stat (USER_HZ), 100 on every Linux that Go supports.
const ticksPerSecond = 100

// A process is a server under measurement.
type process struct {
	cmd    *exec.Cmd
	output *safeBuffer
	done   chan struct{}
}

// start runs a program until stop. env is added to our own.
func start(ctx context.Context, env []string, name string, args ...string) (*process, error) {
	p := &process{cmd: exec.CommandContext(ctx, name, args...), output: &safeBuffer{}, done: make(chan struct{})}
	p.cmd.Env = append(os.Environ(), env...)
	p.cmd.Stdout, p.cmd.Stderr = p.output, p.output
	if err := p.cmd.Start(); err != nil {
		return nil, err
	}
	go func() { p.cmd.Wait(); close(p.done) }()
	return p, nil
}

// stop ends the process by SIGTERM, and by SIGKILL after 15 s.
func (p *process) stop() {
	p.cmd.Process.Signal(syscall.SIGTERM)
	select {
	case <-p.done:
	case <-time.After(15 * time.Second):
		p.cmd.Process.Kill()
		<-p.done
	}
}

// interrupt ends a program that writes its results when interrupted, like strace.
func (p *process) interrupt() {
	p.cmd.Process.Signal(syscall.SIGINT)
	<-p.done
}

// says waits until the process has printed the text.
func (p *process) says(text string) error {
	for !strings.Contains(p.output.String(), text) {
		select {
		case <-p.done:
			return fmt.Errorf("%s ended:\n%s", p.cmd.Path, p.output)
		case <-time.After(5 * time.Millisecond):
		}
	}
	return nil
}

// answers waits until a GET of url answers 200.
func (p *process) answers(url string) error {
	for range 15_000 {
		select {
		case <-p.done:
			return fmt.Errorf("%s ended:\n%s", p.cmd.Path, p.output)
		case <-time.After(2 * time.Millisecond):
		}
		if r, err := http.Get(url); err == nil {
			io.Copy(io.Discard, r.Body)
			r.Body.Close()
			if r.StatusCode == http.StatusOK {
				return nil
			}
		}
	}
	return fmt.Errorf("%s does not answer at %s:\n%s", p.cmd.Path, url, p.output)
}

// cpu returns the CPU time in seconds of the process and its descendants, including ended ones.
func (p *process) cpu() (float64, error) { return cpuOf(p) }

// cpuOf returns the CPU time in seconds of these processes and their descendants. Processes in the sandbox are not waited
// for by their parents, so their time would be lost: adoptOrphans makes them our own children when they end. Only
// differences of two readings are meaningful, therefore.
func cpuOf(servers ...*process) (float64, error) {
	all, err := processes()
	if err != nil {
		return 0, err
	}
	var ticks float64
	for _, s := range all {
		orphan := s.ended && s.parent == os.Getpid()
		if orphan || slices.ContainsFunc(servers, func(p *process) bool { return descends(all, s.pid, p.cmd.Process.Pid) }) {
			ticks += s.ticks
		}
	}
	return ticks / ticksPerSecond, nil
}

// adoptOrphans makes every descendant whose parent ends our child (prctl(2), PR_SET_CHILD_SUBREAPER).
func adoptOrphans() error { return unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) }

// memory reads VmRSS (now) or VmHWM (highest so far) of the process, in MiB.
func (p *process) memory(field string) (float64, error) {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", p.cmd.Process.Pid))
	if err != nil {
		return 0, err
	}
	for line := range strings.Lines(string(status)) {
		if value, ok := strings.CutPrefix(line, field+":"); ok {
			kib, err := strconv.ParseFloat(strings.Fields(value)[0], 64)
			return kib / 1024, err
		}
	}
	return 0, fmt.Errorf("no %s in /proc/%d/status", field, p.cmd.Process.Pid)
}

type stat struct {
	pid, parent int
	ended       bool
	ticks       float64 // user and system time, its own and that of the children that it has waited for
}

// processes reads /proc/*/stat; proc(5) numbers the fields.
func processes() (map[int]stat, error) {
	files, err := filepath.Glob("/proc/[0-9]*/stat")
	if err != nil {
		return nil, err
	}
	all := make(map[int]stat, len(files))
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			continue // it has ended since
		}
		pid, err := strconv.Atoi(filepath.Base(filepath.Dir(file)))
		if err != nil {
			return nil, err
		}
		f := strings.Fields(string(text[bytes.LastIndexByte(text, ')')+1:])) // f[0] is field 3, after the name
		s := stat{pid: pid, ended: f[0] == "Z"}
		if s.parent, err = strconv.Atoi(f[1]); err != nil {
			return nil, err
		}
		for _, field := range f[11:15] { // utime, stime, cutime, cstime
			ticks, err := strconv.ParseFloat(field, 64)
			if err != nil {
				return nil, err
			}
			s.ticks += ticks
		}
		all[pid] = s
	}
	return all, nil
}

func descends(all map[int]stat, pid, ancestor int) bool {
	for pid != 0 {
		if pid == ancestor {
			return true
		}
		pid = all[pid].parent
	}
	return false
}

// freeAddress returns a free port of 127.0.0.1.
func freeAddress() (string, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	return l.Addr().String(), l.Close()
}

// run runs a program to its end and returns its output and CPU time in seconds.
func run(ctx context.Context, name string, args ...string) (output string, cpu float64, err error) {
	cmd := exec.CommandContext(ctx, name, args...)
	text, err := cmd.CombinedOutput()
	if err != nil {
		return string(text), 0, fmt.Errorf("%s: %w\n%s", name, err, text)
	}
	used := cmd.ProcessState
	return string(text), (used.UserTime() + used.SystemTime()).Seconds(), nil
}

// quiet syncs all disks, so that a run does not pay for earlier writes.
func quiet() { syscall.Sync() }

// need reports missing programs.
func need(programs ...string) error {
	var missing []error
	for _, p := range programs {
		if _, err := exec.LookPath(p); err != nil {
			missing = append(missing, fmt.Errorf("%s is not there: scripts/install bench brings it, make build for bin/lectern", p))
		}
	}
	return errors.Join(missing...)
}

// safeBuffer is a buffer for concurrent use.
type safeBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (s *safeBuffer) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.Write(p)
}

func (s *safeBuffer) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.String()
}
