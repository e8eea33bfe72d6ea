// Command suite runs the sections of the test suite side by side, as many at once as there are cores, and prints the wall
// time and the CPU time of each and the slowest tests. `scripts/test` builds and runs it:
//
//	scripts/test                      everything
//	scripts/test go-both web-tests  these sections alone
//	scripts/test check                the quick ones
//	scripts/test soak                 property tests and crash rounds in full
//	scripts/test --record             everything, nothing from Go's test cache, and a row in bench/suite.md
//	scripts/test --record soak        these, and a row in bench/soak.md
//
// The output of sections is kept separate and shown when one fails; a single section prints directly.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"time"
)

func main() {
	if len(os.Args) > 2 && os.Args[1] == superviseCommand {
		os.Exit(supervise(os.Args[2:]))
	}
	record := flag.Bool("record", false, "run every Go test anew and add the figures to bench/suite.md (of soak, to bench/soak.md)")
	jobs := flag.Int("jobs", runtime.NumCPU(), "how many sections run at once")
	flag.Usage = func() {
		fmt.Fprintf(flag.CommandLine.Output(), "usage: scripts/test [flags] [section…|check|soak]\n\nsections: %s\n\n", strings.Join(names(sections), " "))
		flag.PrintDefaults()
	}
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	passed, err := run(ctx, flag.Args(), max(1, *jobs), *record)
	if err != nil {
		fmt.Fprintln(os.Stderr, "test:", err)
	}
	if err != nil || !passed {
		os.Exit(1)
	}
}

// run runs the named sections, by default all, and reports whether all have passed.
func run(ctx context.Context, wanted []string, jobs int, record bool) (bool, error) {
	chosen, err := choose(wanted)
	if err != nil {
		return false, err
	}
	if err := installModules(ctx, chosen); err != nil {
		return false, err
	}
	begun := time.Now()
	r := &runner{alone: len(chosen) == 1, out: os.Stdout}
	r.dir, err = os.MkdirTemp("", "lectern-suite-")
	if err != nil {
		return false, err
	}
	defer os.RemoveAll(r.dir)
	results := schedule(ctx, chosen, jobs, r.run)
	if ctx.Err() != nil {
		return false, fmt.Errorf("interrupted after %.0f s", time.Since(begun).Seconds())
	}
	s := summarize(results, time.Since(begun))
	s.print(os.Stdout)
	if record {
		return s.failed == 0, s.record(recordFile(chosen))
	}
	return s.failed == 0, nil
}

// recordFile returns where the figures of these sections belong.
func recordFile(chosen []section) string {
	if slices.ContainsFunc(chosen, func(s section) bool { return s.soak }) {
		return "bench/soak.md"
	}
	return "bench/suite.md"
}

// installModules runs npm ci where a lock file has changed, once, before sections that would do so concurrently.
func installModules(ctx context.Context, chosen []section) error {
	var targets []string
	for _, folder := range []string{"web", "e2e", "scripts/clients"} {
		for _, s := range chosen {
			if strings.Contains(s.modules, folder) {
				targets = append(targets, folder+"/node_modules/.installed")
				break
			}
		}
	}
	if len(targets) == 0 {
		return nil
	}
	c := exec.CommandContext(ctx, "make", append([]string{"--no-print-directory", "-s"}, targets...)...)
	c.Stdout, c.Stderr = os.Stdout, os.Stderr
	return c.Run()
}
