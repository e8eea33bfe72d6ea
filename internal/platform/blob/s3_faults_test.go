package blob_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"net"
	"net/url"
	"os"
	"runtime"
	"sync/atomic"
	"testing"
	"time"

	"lectern/internal/platform/blob"
	"lectern/internal/platform/fault"
)

// wire is a proxy between the store and its server that can fail.
type wire struct {
	listener net.Listener
	server   string
	limit    atomic.Int64 // bytes to the server after which a connection is cut; negative: never
	deaf     atomic.Bool  // answers are lost
	refuse   atomic.Bool
}

// newWire puts a wire in front of the server of TEST_S3 and returns the storage address through it.
func newWire(t *testing.T) (w *wire, address string) {
	t.Helper()
	address = os.Getenv("TEST_S3")
	if address == "" {
		t.Skip("needs TEST_S3; scripts/with-s3 starts a server and sets it")
	}
	u, err := url.Parse(address)
	must(t, err)
	endpoint, err := url.Parse(u.Query().Get("endpoint"))
	must(t, err)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	must(t, err)
	t.Cleanup(func() { _ = listener.Close() })
	w = &wire{listener: listener, server: endpoint.Host}
	w.limit.Store(-1)
	go w.serve()
	q := u.Query()
	q.Set("endpoint", "http://"+listener.Addr().String())
	q.Set("prefix", "wire/"+folder(t))
	u.RawQuery = q.Encode()
	return w, u.String()
}

func (w *wire) serve() {
	for {
		client, err := w.listener.Accept()
		if err != nil {
			return
		}
		if w.refuse.Load() {
			_ = client.Close()
			continue
		}
		go w.carry(client)
	}
}

func (w *wire) carry(client net.Conn) {
	defer client.Close()
	server, err := net.Dial("tcp", w.server)
	if err != nil {
		return
	}
	defer server.Close()
	go func() {
		defer client.Close()
		_, _ = io.Copy(server, &cutting{client, w, 0})
		_ = server.Close()
	}()
	_, _ = io.Copy(&losing{client, w}, server)
}

// cutting cuts the connection after the wire's limit.
type cutting struct {
	io.Reader
	w    *wire
	read int64
}

func (c *cutting) Read(p []byte) (int, error) {
	if limit := c.w.limit.Load(); limit >= 0 && c.read >= limit {
		return 0, io.EOF
	}
	n, err := c.Reader.Read(p)
	c.read += int64(n)
	return n, err
}

// losing cuts the connection instead of passing an answer on.
type losing struct {
	io.Writer
	w *wire
}

func (l *losing) Write(p []byte) (int, error) {
	if l.w.deaf.Load() {
		return 0, io.ErrClosedPipe
	}
	return l.Writer.Write(p)
}

func TestTruncatedBodyIsNeverStored(t *testing.T) {
	t.Parallel()
	w, address := newWire(t)
	s, err := blob.NewS3(t.Context(), address, t.TempDir())
	must(t, err)
	content := noise(6*mib, 1)
	ref, err := s.Begin(t.Context(), "part", 6*mib, 6*mib)
	must(t, err)
	part := cut("part", ref, content, 6*mib)[0]
	w.limit.Store(3 * mib)
	if err := s.Put(t.Context(), "whole", bytes.NewReader(content), 6*mib); !fault.Is(err, fault.Unavailable) {
		t.Errorf("a Put that was cut off: %v", err)
	}
	if _, err := s.PutPart(t.Context(), part, bytes.NewReader(content)); !fault.Is(err, fault.Unavailable) {
		t.Errorf("a part that was cut off: %v", err)
	}
	w.limit.Store(-1)
	if size, err := s.Stat(t.Context(), "whole"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a truncated object is there with %d bytes: %v", size, err)
	}
	stored, err := s.PutPart(t.Context(), part, bytes.NewReader(content))
	must(t, err)
	must(t, s.Finish(t.Context(), "part", ref, []blob.StoredPart{stored}))
	if !bytes.Equal(read(t, s, "part"), content) {
		t.Error("the object is not what was sent")
	}
}

func TestLostAnswerIsRetried(t *testing.T) {
	t.Parallel()
	w, address := newWire(t)
	s, err := blob.NewS3(t.Context(), address, t.TempDir())
	must(t, err)
	content := noise(6*mib, 1)
	ref, err := s.Begin(t.Context(), "x", 6*mib, 6*mib)
	must(t, err)
	part := cut("x", ref, content, 6*mib)[0]
	w.deaf.Store(true)
	if _, err := s.PutPart(t.Context(), part, bytes.NewReader(content)); !fault.Is(err, fault.Unavailable) {
		t.Errorf("a part whose answer was lost: %v", err)
	}
	w.deaf.Store(false)
	stored, err := s.PutPart(t.Context(), part, bytes.NewReader(content))
	must(t, err)
	w.deaf.Store(true)
	if err := s.Finish(t.Context(), "x", ref, []blob.StoredPart{stored}); err == nil {
		t.Error("Finish claims a result that it cannot know")
	}
	w.deaf.Store(false)
	must(t, s.Finish(t.Context(), "x", ref, []blob.StoredPart{stored}))
	if !bytes.Equal(read(t, s, "x"), content) {
		t.Error("the object is not what was sent")
	}
}

func TestUnavailableStoreOpensTheCircuit(t *testing.T) { // alone: it counts goroutines
	w, address := newWire(t)
	s, err := blob.NewS3(t.Context(), address, t.TempDir())
	must(t, err)
	must(t, s.Put(t.Context(), "x", bytes.NewReader(noise(10, 1)), 10))
	before := runtime.NumGoroutine()
	w.refuse.Store(true)
	w.deaf.Store(true) // also the open connections
	for range 8 {
		if _, err := s.Stat(t.Context(), "x"); !fault.Is(err, fault.Unavailable) {
			t.Errorf("a store that is away: %v", err)
		}
	}
	begun := time.Now()
	told, _ := errors.AsType[*fault.Error](s.Put(t.Context(), "x", bytes.NewReader(noise(10, 1)), 10))
	if took := time.Since(begun); told == nil || told.RetryAfter == 0 || took > time.Second {
		t.Errorf("with the circuit open it took %s to say %+v", took, told)
	}
	w.refuse.Store(false)
	w.deaf.Store(false)
	eventually(t, "the store is used again", func() bool {
		size, err := s.Stat(context.Background(), "x")
		return err == nil && size == 10
	})
	eventually(t, "no goroutine is left behind", func() bool { return runtime.NumGoroutine() <= before+5 })
}

// eventually waits for something that depends on real time.
func eventually(t *testing.T, what string, holds func() bool) {
	t.Helper()
	tick, end := time.NewTicker(20*time.Millisecond), time.After(15*time.Second)
	defer tick.Stop()
	for !holds() {
		select {
		case <-tick.C:
		case <-end:
			t.Fatalf("%s: not within 15 s", what)
		}
	}
}
