package faults

import (
	"fmt"
	"math/rand/v2"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/Shopify/toxiproxy/v2"
	"github.com/rs/zerolog"
)

// wire is a proxy between a server and its S3 store, which can fail.
type wire struct {
	t *testing.T
	*toxiproxy.Proxy
}

// newInstallationOnS3 returns an installation with objects in the S3 store of the tests, behind a wire.
func newInstallationOnS3(t *testing.T) (*installation, wire) {
	t.Helper()
	storage := os.Getenv("TEST_S3")
	if storage == "" {
		missing(t, "S3: scripts/with-s3 go test ./faults")
	}
	store, err := url.Parse(storage)
	if err != nil {
		t.Fatal(err)
	}
	endpoint, err := url.Parse(store.Query().Get("endpoint"))
	if err != nil {
		t.Fatal(err)
	}
	// An address of its own: on 127.0.0.1 a port that is released for a moment is soon another connection's.
	own := fmt.Sprintf("127.%d.%d.%d:0", 1+rand.IntN(254), rand.IntN(256), 1+rand.IntN(254))
	w := wire{t, toxiproxy.NewProxy(toxiproxy.NewServer(toxiproxy.NewMetricsContainer(nil), zerolog.Nop()), "s3", own, endpoint.Host)}
	if err := w.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(w.Stop)
	p := newInstallation(t)
	storage = with(t, storage, "endpoint", "http://"+w.Listen)
	p.env = []string{"LECTERN_STORAGE=" + with(t, storage, "prefix", fmt.Sprintf("faults-%d/", time.Now().UnixNano()))}
	return p, w
}

// toxic applies a toxic to the wire until end is called.
func (w wire) toxic(kind, stream, attributes string) (end func()) {
	w.t.Helper()
	text := fmt.Sprintf(`{"name":"x","type":%q,"stream":%q,"attributes":{%s}}`, kind, stream, attributes)
	if _, err := w.Toxics.AddToxicJson(strings.NewReader(text)); err != nil {
		w.t.Fatal(err)
	}
	return func() {
		if err := w.Toxics.RemoveToxic(w.t.Context(), "x"); err != nil {
			w.t.Fatal(err)
		}
	}
}

// down makes the store unreachable.
func (w wire) down() (end func()) {
	w.Stop()
	return func() {
		if err := w.Start(); err != nil {
			w.t.Fatal(err)
		}
	}
}

// deaf makes the store accept connections without ever answering.
func (w wire) deaf() (end func()) {
	w.Stop()
	listener, err := net.Listen("tcp", w.Listen) // nobody accepts; the kernel does
	if err != nil {
		w.t.Fatal(err)
	}
	return func() {
		_ = listener.Close()
		if err := w.Start(); err != nil {
			w.t.Fatal(err)
		}
	}
}

// failing makes the store answer 503 to everything.
func (w wire) failing() (end func()) {
	w.Stop()
	listener, err := net.Listen("tcp", w.Listen)
	if err != nil {
		w.t.Fatal(err)
	}
	s := &http.Server{Handler: http.HandlerFunc(func(rw http.ResponseWriter, _ *http.Request) { rw.WriteHeader(http.StatusServiceUnavailable) })}
	go func() { _ = s.Serve(listener) }() // until it is closed
	return func() {
		_ = s.Close()
		if err := w.Start(); err != nil {
			w.t.Fatal(err)
		}
	}
}

// figures are the goroutines and descriptors of a server.
type figures struct{ goroutines, descriptors int }

func (p *process) figures(metrics string) (f figures) {
	p.t.Helper()
	_, text := fetch(p.t, "http://"+metrics+"/metrics")
	m := regexp.MustCompile(`(?m)^go_goroutines (\d+)`).FindStringSubmatch(text)
	if m == nil {
		p.t.Fatalf("no figures in %.200s", text)
	}
	f.goroutines, _ = strconv.Atoi(m[1])
	f.descriptors = p.descriptors()
	return f
}

// freeAddress returns an address that nothing listens on.
func freeAddress(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().String()
}

// F17, F18: the store is unreachable, cuts connections, fails, truncates and is slow in the middle of an upload. The API
// stays up, a part that is not stored is refused such that the client retries, nothing acknowledged is lost, no connection
// or goroutine leaks, and it recovers by itself.
func TestStorageTroubleDuringAnUpload(t *testing.T) {
	t.Parallel() // it waits for idle connections to be closed
	p, w := newInstallationOnS3(t)
	metrics := freeAddress(t)
	s, by := p.serve(nil, "--metrics-listen", metrics)
	content := []byte(read(t, clip(t, 12)))
	chunk := len(content)/8 + 1
	up := begin(t, by, "s3.mp4", p.course, len(content), chunk)
	acknowledged := map[int]part{}
	put := func(number int) answer {
		t.Helper()
		got, a, err := up.putRaw(by, content, number)
		if err != nil {
			t.Fatal(err)
		}
		if a.Success {
			acknowledged[number] = got
		}
		return a
	}
	if a := put(1); !a.Success {
		t.Fatal(described(a))
	}
	eventually(t, patience, "the server is at rest", func() bool { return s.figures(metrics).goroutines > 0 })
	before := s.figures(metrics)

	for i, trouble := range []struct {
		name  string
		begin func() func()
	}{
		{"down", w.down},
		{"reset", func() func() { return w.toxic("reset_peer", "downstream", `"timeout":0`) }},
		{"failing", w.failing},
		{"truncating", func() func() { return w.toxic("limit_data", "upstream", `"bytes":40000`) }},
	} {
		t.Run(trouble.name, func(t *testing.T) {
			number := i + 2
			end := trouble.begin()
			a := put(number)
			if a.Status != 503 || a.Code != "storage_unavailable" {
				t.Errorf("a part: %s", described(a))
			}
			wantNoPath(t, w.Listen, a)
			for _, path := range []string{"/video-streaming/videos", "/courses/get"} {
				begun := time.Now()
				if a, err := by.send("GET", path, nil); err != nil || a.Status != 200 || time.Since(begun) > promptly {
					t.Errorf("GET %s after %v: %v %s", path, time.Since(begun), err, described(a))
				}
			}
			end()
			begun := time.Now()
			eventually(t, patience, "the part gets through", func() bool { return put(number).Success })
			t.Logf("through %.1f s after the trouble was over", time.Since(begun).Seconds())
		})
	}
	end := w.toxic("bandwidth", "upstream", `"rate":150`) // kB a second
	if a := put(6); !a.Success {
		t.Errorf("a part over a slow wire: %s", described(a))
	}
	end()
	if missing := lost(acknowledged, up.held(by)); len(missing) > 0 {
		t.Errorf("acknowledged and lost: %v", missing)
	}
	up.sendRest(by, content)
	eventually(t, patience, "goroutines and connections are as before", func() bool {
		now := s.figures(metrics)
		return now.goroutines <= before.goroutines+5 && now.descriptors <= before.descriptors+5
	})
	copied := filepath.Join(t.TempDir(), "backup")
	if out, err := p.run("backup", copied, "--data", p.data); err != nil {
		t.Fatalf("%v %s", err, out)
	}
	wantFile(t, filepath.Join(copied, "objects", "sources", up.VideoID), content)

	// And in the middle of encoding.
	worker := p.worker(nil, nil)
	eventually(t, patience, "segments are made", func() bool { return status(by, up.VideoID).Progress > 0 })
	end = w.down()
	eventually(t, patience, "the work waits for the storage", func() bool {
		got := status(by, up.VideoID)
		if got.Status != "processing" {
			t.Fatalf("without storage the video is %+v", got)
		}
		return got.WaitingBecauseOf != ""
	})
	end()
	completed(t, by, up.VideoID)
	decode(t, by, up.VideoID)
	worker.kill()
	if failed := texts(t, p.database(), "SELECT kind || ' ' || last_error FROM jobs WHERE state = 'failed'"); len(failed) > 0 {
		t.Errorf("jobs failed: %v", failed)
	}
}

// promptly limits an answer that does not wait for the storage, also on a busy machine: shorter than any timeout of a request
// to the storage.
const promptly = 10 * time.Second

// F17: a store accepts connections and never answers. Parts are refused within a minute, and everything else is
// answered all the time.
func TestStorageThatNeverAnswers(t *testing.T) {
	t.Parallel() // it waits for the store
	p, w := newInstallationOnS3(t)
	s, by := p.serve(nil)
	content := noise(600_000, 17)
	up := begin(t, by, "hole.mp4", p.course, len(content), 300_000)
	end := w.deaf()
	refused := make(chan answer, 1)
	begun := time.Now()
	go func() {
		_, a, err := up.putRaw(by, content, 1)
		if err != nil {
			a.Raw = []byte(err.Error())
		}
		refused <- a
	}()
	if code, _ := fetch(t, s.URL+"/readyz"); code != 503 {
		t.Errorf("/readyz answers %d", code)
	}
	for range 5 {
		begun := time.Now()
		if a, err := by.send("GET", "/video-streaming/videos", nil); err != nil || a.Status != 200 || time.Since(begun) > promptly {
			t.Errorf("the list after %v: %v %s", time.Since(begun), err, described(a))
		}
	}
	if a := <-refused; a.Status != 503 || a.Code != "storage_unavailable" {
		t.Errorf("a part: %s", described(a))
	}
	t.Logf("refused after %.0f s", time.Since(begun).Seconds())
	end()
	eventually(t, patience, "the part gets through", func() bool {
		_, a, err := up.putRaw(by, content, 1)
		return err == nil && a.Success
	})
	up.sendRest(by, content)
}
