// together [-run PATTERN] [-timeout D] [-exec PROGRAM] -- [FLAG OF GO BUILD…] PACKAGE…: runs the tests of packages as
// `go test -json -count=1` does, but links them into one program, of which each package's tests are a process of their own.
//
// Linking a test of the whole application takes more CPU than most packages' tests take to run, and `go test` links one for each
// package. The program is made of the test files as they stand, by an overlay: files of package x_test are compiled as a package
// below x, those of x itself as part of x. What needs a program of its own (see alone) is left to `go test`.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM, syscall.SIGINT)
	defer stop()
	err := run(ctx, os.Args[1:])
	if failed := (*exec.ExitError)(nil); errors.As(err, &failed) {
		os.Exit(1) // what has failed has said so
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "together:", err)
		os.Exit(1)
	}
}

// request is the command line.
type request struct {
	timeout, run, exec string
	build, packages    []string
}

func parse(arguments []string) (r request, err error) {
	flags := flag.NewFlagSet("together", flag.ContinueOnError)
	flags.StringVar(&r.timeout, "timeout", "10m", "of the tests of a package")
	flags.StringVar(&r.run, "run", "", "a pattern of tests")
	flags.StringVar(&r.exec, "exec", "", "runs the program")
	err = flags.Parse(arguments)
	for _, argument := range flags.Args() {
		if strings.HasPrefix(argument, "-") {
			r.build = append(r.build, argument)
		} else {
			r.packages = append(r.packages, argument)
		}
	}
	return r, err
}

func run(ctx context.Context, arguments []string) error {
	r, err := parse(arguments)
	if err != nil {
		return err
	}
	all, err := list(ctx, "./internal/...")
	if err != nil {
		return err
	}
	wanted, err := list(ctx, r.packages...)
	if err != nil {
		return err
	}
	var alone []string
	for _, p := range wanted {
		if p.alone() {
			alone = append(alone, p.ImportPath)
		}
	}
	dir, err := os.MkdirTemp("", "lectern-together-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	// Tests keep there what their processes share (internal/platform/db/dbtest).
	if err := os.Setenv("LECTERN_TEST_SHARED", dir); err != nil {
		return err
	}
	program, err := link(ctx, dir, slices.DeleteFunc(all, (*testPackage).alone), r.build)
	if err != nil {
		return err
	}
	return errors.Join(runEach(ctx, r, program, slices.DeleteFunc(wanted, (*testPackage).alone)), goTest(ctx, r, alone))
}

// runEach runs the tests of the packages in as many processes at a time as there are cores.
func runEach(ctx context.Context, r request, program string, packages []*testPackage) error {
	found, err := exec.CommandContext(ctx, "go", "tool", "-n", "test2json").Output()
	if err != nil {
		return err
	}
	waiting := make(chan *testPackage)
	var printing sync.Mutex
	var workers sync.WaitGroup
	failed := make([]error, runtime.NumCPU())
	for i := range failed {
		workers.Go(func() {
			for p := range waiting {
				failed[i] = errors.Join(failed[i], runOne(ctx, r, strings.TrimSpace(string(found)), program, p, &printing))
			}
		})
	}
	for _, p := range packages {
		waiting <- p
	}
	close(waiting)
	workers.Wait()
	return errors.Join(failed...)
}

// runOne runs the tests of a package in its folder.
func runOne(ctx context.Context, r request, converter, program string, p *testPackage, printing *sync.Mutex) error {
	line := []string{converter, "-t", "-p", p.ImportPath}
	if r.exec != "" {
		line = append(line, r.exec)
	}
	line = append(line, program, "-test.v=test2json", "-test.timeout="+r.timeout)
	if r.run != "" {
		line = append(line, "-test.run="+r.run)
	}
	c := command(ctx, line...)
	c.Dir = p.Dir
	c.Env = append(os.Environ(), packageVariable+"="+p.ImportPath, "PWD="+p.Dir)
	begun := time.Now()
	events, err := c.Output()
	outcome := "ok  "
	if err != nil {
		outcome = "FAIL"
	}
	printing.Lock() // lines of different packages do not mix
	defer printing.Unlock()
	_, unwritten := fmt.Printf("%s%s\t%s\t%.3fs\n", events, outcome, p.ImportPath, time.Since(begun).Seconds())
	return errors.Join(err, unwritten)
}

// goTest runs what needs a program of its own.
func goTest(ctx context.Context, r request, packages []string) error {
	if len(packages) == 0 {
		return nil
	}
	line := append([]string{"go", "test", "-json", "-count=1", "-timeout=" + r.timeout}, r.build...)
	if r.run != "" {
		line = append(line, "-run="+r.run)
	}
	if r.exec != "" {
		line = append(line, "-exec="+r.exec)
	}
	c := command(ctx, append(line, packages...)...)
	c.Stdout = os.Stdout
	return c.Run()
}

// command is ended by the signal on which tests and their servers clean up.
func command(ctx context.Context, line ...string) *exec.Cmd {
	c := exec.CommandContext(ctx, line[0], line[1:]...)
	c.Cancel = func() error { return c.Process.Signal(syscall.SIGTERM) }
	c.Stderr = os.Stderr
	return c
}

// link builds the program that has the tests of all packages, whichever are to run: so every section compiles the same.
func link(ctx context.Context, dir string, packages []*testPackage, flags []string) (program string, err error) {
	o, err := newOverlay(dir, packages)
	if err != nil {
		return "", err
	}
	program = filepath.Join(dir, "together.test")
	line := append([]string{"go", "test", "-c", "-overlay=" + o, "-o", program}, flags...)
	c := command(ctx, append(line, "./"+mainFolder)...)
	c.Stdout = os.Stderr
	return program, c.Run()
}
