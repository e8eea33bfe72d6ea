package main

import (
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// syncCalls are the system calls that make written data durable.
const syncCalls = "fsync,fdatasync,sync_file_range,syncfs,msync"

// countSyncs counts them while each server receives 64 MiB, in a short run of its own, because strace would slow the
// measured runs.
func (b *bench) countSyncs() ([]Figure, error) {
	film, err := b.film(64 * mib)
	if err != nil {
		return nil, err
	}
	defer film.Close()

	l, err := b.serve("ours", "--no-worker")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(filepath.Join(b.dir, "ours"))
	defer l.stop()
	ours, err := b.syncs(l.process, func() error { _, err := l.upload(film, l.sendRaw); return err })
	if err != nil {
		return nil, err
	}
	t, err := b.tusd("peer")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(t.files)
	defer t.stop()
	peer, err := b.syncs(t.process, func() error { _, err := t.upload(film); return err })
	if err != nil {
		return nil, err
	}
	return []Figure{absolute("fsyncs while we take 64 MiB", "", []float64{ours}), absolute("fsyncs while tusd takes 64 MiB", "", []float64{peer})}, nil
}

// syncs attaches strace to the server while work runs.
func (b *bench) syncs(server *process, work func() error) (float64, error) {
	table := filepath.Join(b.dir, "strace.txt")
	tracer, err := start(b.ctx, nil, "strace", "-f", "-c", "-o", table, "-e", "trace="+syncCalls, "-p", strconv.Itoa(server.cmd.Process.Pid))
	if err != nil {
		return 0, err
	}
	if err := tracer.says("attached"); err != nil {
		return 0, err
	}
	err = work()
	tracer.interrupt()
	if err != nil {
		return 0, err
	}
	text, err := os.ReadFile(table)
	if errors.Is(err, os.ErrNotExist) {
		return 0, nil
	}
	var calls float64
	for line := range strings.Lines(string(text)) { // % time, seconds, usecs/call, calls, (errors,) syscall
		f := strings.Fields(line)
		if len(f) >= 5 && strings.Contains(","+syncCalls+",", ","+f[len(f)-1]+",") {
			n, err := strconv.ParseFloat(f[3], 64)
			if err != nil {
				return 0, err
			}
			calls += n
		}
	}
	return calls, err
}
