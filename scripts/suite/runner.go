package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"time"
)

// result of a section.
type result struct {
	name    string
	passed  bool
	skipped bool // it has said why, and counts as passed
	wall    time.Duration
	cpu     time.Duration // of all its processes, user and system
	tests   []test
}

// skippedStatus is the exit status of a section that cannot run here, as in Automake's tests.
const skippedStatus = 77

// runner runs sections and shows their output.
type runner struct {
	alone bool   // a single section prints directly
	dir   string // for output of the sections
	mu    sync.Mutex
	out   io.Writer
}

// run runs one section until it or ctx ends.
func (r *runner) run(ctx context.Context, s section) result {
	begun := time.Now()
	res, err := r.measure(ctx, s)
	res.name, res.wall = s.name, time.Since(begun)
	if err != nil {
		fmt.Fprintf(r.out, "test: %s: %v\n", s.name, err)
		res.passed = false
	}
	if ctx.Err() != nil {
		return res
	}
	r.show(s, res)
	return res
}

// output returns the path of a section's log.
func (r *runner) output(s section) string { return filepath.Join(r.dir, s.name+".log") }

func (r *runner) measure(ctx context.Context, s section) (res result, err error) {
	file, err := os.Create(r.output(s))
	if err != nil {
		return res, err
	}
	defer file.Close()
	var out io.Writer = file
	if r.alone {
		out = r.out
	}
	durations := filepath.Join(r.dir, s.name+".json")
	c := exec.Command("/proc/self/exe", append([]string{superviseCommand}, r.commandLine(s, durations)...)...)
	c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGTERM}
	stdout, err := c.StdoutPipe()
	if err != nil {
		return res, err
	}
	c.Stderr = c.Stdout
	if err := c.Start(); err != nil {
		return res, err
	}
	stop := context.AfterFunc(ctx, func() { _ = c.Process.Signal(syscall.SIGTERM) }) // it may have ended
	defer stop()
	if s.reports == goTest {
		res.tests, err = readEvents(stdout, out)
	} else {
		_, err = io.Copy(out, stdout)
	}
	if err != nil {
		return res, err
	}
	err = c.Wait()
	if _, failed := err.(*exec.ExitError); err != nil && !failed {
		return res, err
	}
	res.skipped = c.ProcessState.ExitCode() == skippedStatus
	res.passed, res.cpu = err == nil || res.skipped, c.ProcessState.UserTime()+c.ProcessState.SystemTime()
	switch s.reports {
	case vitest:
		res.tests, err = readVitest(durations)
	case playwright:
		res.tests, err = readPlaywright(durations)
	default:
		err = nil
	}
	if !res.passed {
		err = nil // it may have failed before there was a report
	}
	return res, err
}

func (r *runner) commandLine(s section, durations string) []string {
	line := make([]string, len(s.command))
	for i, argument := range s.command {
		line[i] = strings.NewReplacer("{durations}", durations, "{scratch}", r.dir).Replace(argument)
	}
	return line
}

// show prints the result of a section, and the output of one that failed or was skipped.
func (r *runner) show(s section, res result) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.alone {
		return
	}
	out := bufio.NewWriter(r.out)
	defer out.Flush()
	if res.passed && !res.skipped {
		fmt.Fprintln(out, res)
		return
	}
	fmt.Fprintf(out, "\n=== %s\n", res)
	printed, err := os.ReadFile(r.output(s)) // io.Copy between two files has lost all after the first 4 KB
	if err != nil {
		fmt.Fprintf(out, "what it has printed cannot be read: %v\n", err)
	}
	fmt.Fprintf(out, "%s", printed)
	fmt.Fprintf(out, "=== end of %s\n\n", s.name)
}

func (res result) String() string {
	outcome := "passed"
	switch {
	case res.skipped:
		outcome = "SKIPPED"
	case !res.passed:
		outcome = "FAILED"
	}
	return fmt.Sprintf("%-14s %-7s %5.0f s %6.0f s CPU", res.name, outcome, res.wall.Seconds(), res.cpu.Seconds())
}
