package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strings"
	"time"
)

// summary of a whole run.
type summary struct {
	results        []result
	passed, failed int
	wall, cpu      time.Duration
}

func summarize(results []result, wall time.Duration) summary {
	s := summary{results: results, wall: wall}
	for _, r := range results {
		s.cpu += r.cpu
		if r.passed {
			s.passed++
		} else {
			s.failed++
		}
	}
	return s
}

// shown is how many of the slowest tests are printed.
const shown = 10

func (s summary) print(out io.Writer) {
	if slowest := s.slowest(); len(slowest) > 0 {
		fmt.Fprintf(out, "\n=== the %d slowest tests\n", len(slowest))
		for _, t := range slowest {
			fmt.Fprintf(out, "%6.1f s  %s\n", t.took.Seconds(), t.name)
		}
	}
	fmt.Fprintln(out, "\n=== summary")
	for _, r := range s.results {
		fmt.Fprintln(out, r)
	}
	s.printFailures(out)
	fmt.Fprintf(out, "%d passed, %d failed, %.0f s, %.0f s CPU\n", s.passed, s.failed, s.wall.Seconds(), s.cpu.Seconds())
}

// printFailures names the failed tests once more, near the end, where they are found without searching the whole log.
func (s summary) printFailures(out io.Writer) {
	left := shown
	for _, r := range s.results {
		for _, t := range r.tests {
			if !t.failed || left == 0 {
				continue
			}
			left--
			fmt.Fprintf(out, "FAILED %s: %s: %s\n", r.name, t.name, t.reason)
		}
	}
}

func (s summary) slowest() (slowest []test) {
	for _, r := range s.results {
		for _, t := range r.tests {
			slowest = append(slowest, test{name: r.name + ": " + t.name, took: t.took})
		}
	}
	slices.SortFunc(slowest, func(a, b test) int { return int(b.took - a.took) })
	return slowest[:min(shown, len(slowest))]
}

// record adds a row to the file of past results.
func (s summary) record(file string) error {
	old, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	commit, err := exec.Command("git", "describe", "--always", "--dirty").Output()
	if err != nil {
		return err
	}
	var cells []string
	for _, r := range s.results {
		cell := fmt.Sprintf("%s %.0f/%.0f", r.name, r.wall.Seconds(), r.cpu.Seconds())
		if !r.passed {
			cell += " FAILED"
		}
		cells = append(cells, cell)
	}
	var b bytes.Buffer
	b.Write(old)
	fmt.Fprintf(&b, "| %s | %s | %d | %.0f | %.0f | %s |\n", time.Now().UTC().Format(time.DateOnly), bytes.TrimSpace(commit),
		runtime.NumCPU(), s.wall.Seconds(), s.cpu.Seconds(), strings.Join(cells, " · "))
	return os.WriteFile(file, b.Bytes(), 0o644)
}
