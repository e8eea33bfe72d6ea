package main

import (
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"time"
)

// workersRow compares one worker and two, each limited to a core, with the same video and the same server without a worker
// of its own. They share PostgreSQL and a folder, like machines that share S3.
func workersRow(b *bench) ([]Figure, error) {
	if err := need(b.binary(), "ffmpeg", "taskset"); err != nil {
		return nil, err
	}
	database := os.Getenv("TEST_POSTGRES")
	if database == "" {
		return nil, errors.New("TEST_POSTGRES names no database: run it under scripts/with-postgres")
	}
	film, err := b.clip("bbb-480p-30s.mp4", 6)
	if err != nil {
		return nil, err
	}
	defer film.Close()
	two, one, err := alternate(min(b.pairs, ladderPairs),
		func() (Sample, error) { return b.workers(film, database, 2) },
		func() (Sample, error) { return b.workers(film, database, 1) })
	if err != nil {
		return nil, err
	}
	return []Figure{
		peerToOurs("speed of two workers against one", "wall", two, one).atLeast(1.85),
		oursToPeer("CPU of two workers against one", "cpu", two, one),
	}, nil
}

// workers measures the given number of them: seconds from complete-upload to the whole ladder, and the CPU seconds of all.
func (b *bench) workers(film *os.File, database string, count int) (Sample, error) {
	schema, drop, err := b.schema(database)
	if err != nil {
		return nil, err
	}
	defer drop()
	l, err := b.serve("ours", "--no-worker", "--database", schema)
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(filepath.Join(b.dir, "ours"))
	defer l.stop()
	video, err := l.upload(film, l.sendRaw)
	if err != nil {
		return nil, err
	}
	before, err := cpuOf()
	if err != nil {
		return nil, err
	}
	begin := time.Now()
	var all []*process
	for core := range count {
		w, err := start(b.ctx, nil, "taskset", "-c", strconv.Itoa(core), b.binary(), "worker",
			"--data", filepath.Join(b.dir, "ours"), "--database", schema)
		if err != nil {
			return nil, err
		}
		defer w.stop()
		all = append(all, w)
	}
	if _, err := l.processed(b.ctx, video); err != nil {
		return nil, err
	}
	wall := time.Since(begin)
	after, err := cpuOf(all...)
	return Sample{"wall": wall.Seconds(), "cpu": after - before}, err
}
