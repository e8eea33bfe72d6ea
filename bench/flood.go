package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"
)

const (
	signInsAtOnce = 200
	quietReads    = 1000
	fewestReads   = 200 // fewer make a 99th percentile meaningless
)

// floodRow reads the catalogue, one request after the other, first alone and then while 200 users sign in concurrently.
func floodRow(b *bench) ([]Figure, error) {
	if err := need(b.binary()); err != nil {
		return nil, err
	}
	var quiet, flooded []Sample
	for range b.pairs {
		alone, among, err := b.flood()
		if err != nil {
			return nil, err
		}
		quiet, flooded = append(quiet, Sample{"p99": alone}), append(flooded, Sample{"p99": among})
	}
	return []Figure{
		oursToPeer("p99 of a read while 200 sign-ins queue / when it is quiet", "p99", flooded, quiet).atMost(5),
		absolute("p99 of a read while 200 sign-ins queue", "ms", column(flooded, "p99")),
	}, nil
}

// flood returns the 99th percentile of reads in ms: alone, and from the moment the sign-ins are sent until all are
// answered.
func (b *bench) flood() (alone, among float64, err error) {
	l, err := b.serve("ours", "--no-worker")
	if err != nil {
		return 0, 0, err
	}
	defer os.RemoveAll(filepath.Join(b.dir, "ours"))
	defer l.stop()
	var n int
	enough := func() bool { n++; return n > quietReads }
	if _, err := l.reads(enough); err != nil { // warms up connections and caches
		return 0, 0, err
	}
	n = 0
	if alone, err = l.reads(enough); err != nil {
		return 0, 0, err
	}
	var waiting atomic.Int64
	waiting.Store(signInsAtOnce)
	var people errgroup.Group
	for i := range signInsAtOnce {
		people.Go(func() error {
			defer waiting.Add(-1)
			return l.guess(i)
		})
	}
	among, err = l.reads(func() bool { return waiting.Load() == 0 })
	return alone, among, errors.Join(err, people.Wait())
}

// reads requests the catalogue until done and returns the 99th percentile in ms.
func (l *lectern) reads(done func() bool) (float64, error) {
	var took []float64
	for !done() {
		begin := time.Now()
		if err := l.call(http.MethodGet, "/courses/get", nil, nil); err != nil {
			return 0, err
		}
		took = append(took, float64(time.Since(begin).Microseconds())/1000)
	}
	if len(took) < fewestReads {
		return 0, fmt.Errorf("only %d reads were answered while people signed in", len(took))
	}
	slices.Sort(took)
	return took[len(took)*99/100], nil
}

// guess signs in with a wrong password to a different address each time: refused as wrong, or because the queue is full.
func (l *lectern) guess(n int) error {
	text, err := json.Marshal(map[string]string{"email": fmt.Sprintf("eve%d@example.org", n), "password": "none of these"})
	if err != nil {
		return err
	}
	answer, err := client.Post(l.url+"/api/v1/auth/login", "application/json", bytes.NewReader(text))
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusUnauthorized && answer.StatusCode != http.StatusServiceUnavailable {
		return fmt.Errorf("a sign-in was answered by %s", answer.Status)
	}
	_, err = io.Copy(io.Discard, answer.Body)
	return err
}
