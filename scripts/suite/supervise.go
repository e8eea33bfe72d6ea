package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// superviseCommand is the first argument of the process between the suite and a section's command. Everything that the
// command starts, even detached servers, becomes its child at the latest when its own parent ends (PR_SET_CHILD_SUBREAPER):
// so its CPU time is counted, and nothing outlives the section.
const superviseCommand = "supervise"

// graceful is the time for the processes of an interrupted section to clean up.
const graceful = 20 * time.Second

// supervise runs a command until it and everything that it has started have ended, and returns the command's exit code.
func supervise(command []string) int {
	if err := unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0); err != nil {
		fmt.Fprintln(os.Stderr, "test:", err)
		return 1
	}
	interrupted := make(chan os.Signal, 1)
	signal.Notify(interrupted, syscall.SIGTERM, syscall.SIGINT)
	c := exec.Command(command[0], command[1:]...)
	c.Stdout, c.Stderr = os.Stdout, os.Stderr
	if err := c.Start(); err != nil {
		fmt.Fprintln(os.Stderr, "test:", err)
		return 1
	}
	go func() {
		<-interrupted
		signal.Ignore(syscall.SIGTERM)
		_ = syscall.Kill(-syscall.Getpgrp(), syscall.SIGTERM) // the group is the section's; some may have ended
		time.Sleep(graceful)
		killDescendants()
	}()
	code := reap(c.Process.Pid)
	killDescendants()
	reap(0)
	return code
}

// reap waits for children until the one with this id has ended, or there are none left.
func reap(last int) (code int) {
	for {
		var status syscall.WaitStatus
		pid, err := syscall.Wait4(-1, &status, 0, nil)
		switch {
		case errors.Is(err, syscall.EINTR):
			continue
		case err != nil:
			return code
		case pid == last && status.Signaled():
			return 128 + int(status.Signal())
		case pid == last:
			return status.ExitStatus()
		}
	}
}

// killDescendants kills whatever is left below this process, until nothing is: children of a killed process become ours.
func killDescendants() {
	for {
		left := descendants(os.Getpid())
		for _, pid := range left {
			_ = syscall.Kill(pid, syscall.SIGKILL) // it may have ended
		}
		if len(left) == 0 {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
}

// descendants lists the living descendants of a process.
func descendants(ancestor int) (below []int) {
	parents := map[int]int{}
	stats, _ := filepath.Glob("/proc/[0-9]*/stat") // the pattern is valid
	for _, file := range stats {
		text, err := os.ReadFile(file)
		if err != nil {
			continue // it has ended
		}
		// pid (name) state ppid …; the name may hold spaces and brackets, see proc(5).
		fields := strings.Fields(string(text[strings.LastIndexByte(string(text), ')')+1:]))
		pid, err := strconv.Atoi(filepath.Base(filepath.Dir(file)))
		if err != nil || len(fields) < 2 || fields[0] == "Z" {
			continue
		}
		parents[pid], _ = strconv.Atoi(fields[1])
	}
	for pid, parent := range parents {
		for parent > 1 && parent != ancestor {
			parent = parents[parent]
		}
		if parent == ancestor {
			below = append(below, pid)
		}
	}
	return below
}
