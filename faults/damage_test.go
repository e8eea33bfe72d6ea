package faults

import (
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"sync/atomic"
	"testing"
)

// F04: bytes that are damaged or lost during an upload are detected at its completion; only the damaged part has to be sent
// again.
func TestDamagedPartsAreFoundBeforeAVideoIsAccepted(t *testing.T) {
	everywhere(t, damagedPartsAreFoundBeforeAVideoIsAccepted)
}

func damagedPartsAreFoundBeforeAVideoIsAccepted(t *testing.T, p *installation) {
	_, by := p.serve(nil)
	content := noise(3<<20, 4)
	for name, harm := range map[string]func(){
		"a flipped byte": func() { p.spoil(2, func(part []byte) []byte { part[17] ^= 1; return part }) },
		"a cut end":      func() { p.spoil(3, func(part []byte) []byte { return part[:len(part)-5] }) },
	} {
		t.Run(name, func(t *testing.T) {
			up := begin(t, by, "rot.mp4", p.course, len(content), 1<<20)
			var parts []part
			for number := 1; number <= up.TotalChunks; number++ {
				got, a, err := up.putRaw(by, content, number)
				if err != nil || !a.Success {
					t.Fatalf("%v %s", err, described(a))
				}
				parts = append(parts, got)
			}
			harm()
			a, err := up.complete(by, parts)
			if err != nil || a.Status != 409 || a.Code != "BACKEND_RESPONSE_ERROR" {
				t.Errorf("completing a damaged upload: %v %s", err, described(a))
			}
			if got := status(by, up.VideoID); got.Status != "uploading" && got.Status != "pending" {
				t.Errorf("the video is %q", got.Status)
			}
			if held := up.held(by); len(held) != 2 {
				t.Errorf("the server says that it holds %v", held)
			}
			up.sendRest(by, content)
			p.wantSource(up.VideoID, content)
			p.wantNoLeftovers()
		})
	}
}

// spoil changes the bytes of a stored part, of 1 MiB each, of the only unfinished upload.
func (p *installation) spoil(number int, change func(part []byte) []byte) {
	p.t.Helper()
	if p.s3 != "" { // every part is an object of its own
		key := p.keys("staging/")[number-1]
		p.put(key, change(p.take(key)))
		return
	}
	name := files(p.t, p.objects("uploads"))[0]
	all := []byte(read(p.t, name))
	begin := (number - 1) << 20
	end := min(number<<20, len(all))
	if err := os.WriteFile(name, slices.Concat(all[:begin], change(all[begin:end]), all[end:]), 0o600); err != nil {
		p.t.Fatal(err)
	}
}

// F06: a disk fails once to sync a part. The part is not acknowledged, and the next attempt is written elsewhere, because
// the kernel reports a lost write once and then forgets it. The next test is the counterpart on PostgreSQL and S3, where
// other programs sync.
func TestDiskErrorDuringSync(t *testing.T) {
	needs(t, "strace")
	p := newInstallation(t)
	s, by := p.serve(nil)
	content := noise(500_000, 6)
	up := begin(t, by, "eio.mp4", p.course, len(content), 1<<20)
	data := files(t, p.objects("uploads"))[0]

	detach := s.attach("-P", data, "-e", "trace=fdatasync", "-e", "inject=fdatasync:error=EIO")
	_, a, err := up.putRaw(by, content, 1)
	detach()
	if err != nil || a.Success || a.Status < 500 {
		t.Errorf("a part that could not be synced: %v %s", err, described(a))
	}
	wantNoPath(t, p.data, a)
	if held := up.held(by); len(held) != 0 {
		t.Errorf("the server says that it holds %v", held)
	}

	got, a, err := up.putRaw(by, content, 1)
	if err != nil || !a.Success {
		t.Fatalf("the same part again: %v %s", err, described(a))
	}
	if beside := files(t, filepath.Dir(data)); len(beside) != 2 {
		t.Errorf("the part was not written to a new place: %v", beside)
	}
	if a, err := up.complete(by, []part{got}); err != nil || !a.Success {
		t.Fatalf("%v %s", err, described(a))
	}
	p.wantSource(up.VideoID, content)
	p.wantNoLeftovers()
}

// F06: a store accepts a part, and may have stored it, but answers that it failed. The part is not acknowledged, and the
// next attempt is written elsewhere.
func TestStorageErrorDuringAPart(t *testing.T) {
	p := newInstallationOnServers(t)
	store := p.failingPuts()
	_, by := p.serve(nil)
	content := noise(500_000, 6)
	up := begin(t, by, "error.mp4", p.course, len(content), 100_000)

	store.fail.Store(true)
	_, a, err := up.putRaw(by, content, 1)
	store.fail.Store(false)
	if err != nil || a.Success || a.Status != 503 {
		t.Errorf("a part whose writing failed: %v %s", err, described(a))
	}
	wantNoPath(t, p.data, a)
	failed := p.keys("staging/")
	if held := up.held(by); len(held) != 0 || len(failed) == 0 {
		t.Errorf("the server says that it holds %v, the store has %v", held, failed)
	}
	if _, a, err := up.putRaw(by, content, 1); err != nil || !a.Success {
		t.Fatalf("the same part again: %v %s", err, described(a))
	}
	if beside := p.keys("staging/"); len(beside) != len(failed)+1 {
		t.Errorf("the part was not written to a new place: %v", beside)
	}
	up.sendRest(by, content)
	p.wantSource(up.VideoID, content)
	p.wantNoLeftovers()
}

// failing is a proxy in front of the S3 store that can report every write as failed.
type failing struct{ fail atomic.Bool }

// failingPuts puts one between an installation's servers and their store.
func (p *installation) failingPuts() *failing {
	p.t.Helper()
	endpoint, err := url.Parse(p.endpoint())
	if err != nil {
		p.t.Fatal(err)
	}
	f := &failing{}
	before := httptest.NewServer(&httputil.ReverseProxy{
		Rewrite: func(r *httputil.ProxyRequest) { r.SetURL(endpoint); r.Out.Host = r.In.Host }, // which is signed
		ModifyResponse: func(r *http.Response) error {
			if f.fail.Load() && r.Request.Method == http.MethodPut {
				r.StatusCode = http.StatusInternalServerError
			}
			return nil
		},
	})
	p.t.Cleanup(before.Close)
	own := p.s3 // used by the test itself
	p.standOn(p.postgres, with(p.t, p.s3, "endpoint", before.URL))
	p.s3 = own
	return f
}
