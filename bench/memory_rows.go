package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"
)

const (
	chunksAtOnce = 20
	largestChunk = 50 * mib
	largestFilm  = 10 << 30
	settled      = 2 * time.Second // after which a new server is idle
)

// uploadMemoryRow sends 20 chunks of the largest size concurrently, each slowly enough that all are in flight together.
func uploadMemoryRow(b *bench) ([]Figure, error) {
	if err := need(b.binary()); err != nil {
		return nil, err
	}
	film, err := b.film(chunksAtOnce * largestChunk)
	if err != nil {
		return nil, err
	}
	defer film.Close()
	var each []float64
	for range min(b.pairs, 3) {
		more, err := b.memoryOfChunks(film)
		if err != nil {
			return nil, err
		}
		each = append(each, more/chunksAtOnce)
	}
	return []Figure{absolute("memory over idle for each upload in flight", "MiB", each).atMost(1)}, nil
}

// memoryOfChunks returns how far the server's memory rises above idle, in MiB, while the chunks are in flight.
func (b *bench) memoryOfChunks(film *os.File) (float64, error) {
	l, err := b.serve("ours", "--no-worker")
	if err != nil {
		return 0, err
	}
	defer os.RemoveAll(filepath.Join(b.dir, "ours"))
	defer l.stop()
	s, err := l.initialize(film, largestChunk)
	if err != nil {
		return 0, err
	}
	if s.TotalChunks != chunksAtOnce {
		return 0, fmt.Errorf("the server wants %d chunks, not %d", s.TotalChunks, chunksAtOnce)
	}
	time.Sleep(settled)
	idle, err := l.memory("VmRSS")
	if err != nil {
		return 0, err
	}
	highest := idle
	var sent atomic.Bool
	var group errgroup.Group
	group.Go(func() error {
		defer sent.Store(true)
		_, err := l.sendParts(film, s, chunksAtOnce, func(s session, n int, body io.Reader, size int64) (string, error) {
			return l.sendBase64(s, n, &slow{body: body, rate: 5 * mib}, size)
		})
		return err
	})
	group.Go(func() error {
		for !sent.Load() {
			now, err := l.memory("VmRSS")
			if err != nil {
				return err
			}
			highest = max(highest, now)
			time.Sleep(20 * time.Millisecond)
		}
		return nil
	})
	return highest - idle, group.Wait()
}

// slow limits its body to rate bytes a second.
type slow struct {
	body  io.Reader
	rate  int
	begun time.Time
	given int
}

func (s *slow) Read(p []byte) (int, error) {
	if s.begun.IsZero() {
		s.begun = time.Now()
	}
	due := s.begun.Add(time.Duration(s.given) * time.Second / time.Duration(s.rate))
	time.Sleep(time.Until(due))
	n, err := s.body.Read(p[:min(len(p), 64<<10)])
	s.given += n
	return n, err
}

// completeRow uploads the largest file once and measures how long completing it takes.
func completeRow(b *bench) ([]Figure, error) {
	if err := need(b.binary()); err != nil {
		return nil, err
	}
	film, err := b.film(largestFilm)
	if err != nil {
		return nil, err
	}
	defer film.Close()
	l, err := b.serve("ours", "--no-worker")
	if err != nil {
		return nil, err
	}
	defer l.stop()
	s, err := l.initialize(film, largestFilm/2048)
	if err != nil {
		return nil, err
	}
	parts, err := l.sendParts(film, s, partsInFlight, l.sendRaw)
	if err != nil {
		return nil, err
	}
	quiet()
	begin := time.Now()
	if err := l.complete(s, parts); err != nil {
		return nil, err
	}
	took := float64(time.Since(begin).Microseconds()) / 1000
	return []Figure{absolute(fmt.Sprintf("complete of 10 GiB in %d parts", s.TotalChunks), "ms", []float64{took}).atMost(300)}, nil
}

// startRow starts on an empty folder and waits until the process is idle, as `lectern serve` runs by default.
func startRow(b *bench) ([]Figure, error) {
	if err := need(b.binary()); err != nil {
		return nil, err
	}
	var ready, idle []float64
	for range b.pairs {
		begin := time.Now()
		p, url, err := b.process("ours")
		if err != nil {
			return nil, err
		}
		err = p.answers(url + "/readyz")
		ready = append(ready, time.Since(begin).Seconds())
		time.Sleep(settled)
		memory, memoryErr := p.memory("VmRSS")
		idle = append(idle, memory)
		p.stop()
		if err != nil {
			return nil, err
		}
		if memoryErr != nil {
			return nil, memoryErr
		}
		if err := os.RemoveAll(filepath.Join(b.dir, "ours")); err != nil {
			return nil, err
		}
	}
	return []Figure{absolute("start to ready", "s", ready).atMost(0.5), absolute("memory at rest", "MiB", idle).atMost(60)}, nil
}
