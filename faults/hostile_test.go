package faults

import (
	"encoding/base64"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// hostileNames returns 200 file names with a meaning to a file system, a shell, a database, a browser or a reader.
func hostileNames() (names []string) {
	stems := []string{
		"../../etc/passwd", "../../../../../../tmp/lectern-was-here", "/etc/cron.d/x", "/tmp/lectern-was-here", `C:\Windows\x`, `..\..\x`,
		"%2e%2e%2fx", "%252e%252e/x", "..%c0%afx", "....//....//x", "x/../../y", "~/x", "./x", ".", "..", "", " ", "/", `\`,
		"a\x00b", "a\nb", "a\rb", "a\tb", "a\x1b[31mb", "a\x7fb", "\u202egpj", "\u200bx", "\ufeffx", "a\u0301", "日本語", "😀", "Übung — 1",
		"$(touch lectern-was-here)", "`id`", "x;id", "x|id", "x&&id", "-rf", "--help", "*", "?", "'; DROP TABLE videos; --", `"><script>alert(1)</script>`,
		"con", "nul", "aux.", "x ", strings.Repeat("x", 300), strings.Repeat("é", 2500), strings.Repeat("../", 500),
	}
	for _, stem := range stems {
		for _, end := range []string{".mp4", ".m3u8", ".mp4.php", ".mp4\x00.sh"} {
			names = append(names, stem+end)
		}
	}
	return names
}

// F13: names of files, keys and buckets are only displayed: each is accepted or refused with a reason, and nothing is
// written under it or outside of the data folder.
func TestHostileNamesAreOnlyDisplayed(t *testing.T) {
	t.Parallel()
	room := t.TempDir()
	p := newInstallationIn(t, room)
	_, by := p.serve(nil)
	names := hostileNames()
	if len(names) < 200 {
		t.Fatalf("only %d names", len(names))
	}
	taken, refused := 0, 0
	for _, name := range names {
		a, err := by.send("POST", "/video-streaming/initialize-upload", map[string]any{
			"fileName": name, "fileSize": 4, "contentType": "video/mp4", "courseId": p.course, "key": name, "bucket": name,
			"metadata": map[string]any{"originalFileName": name, "courseId": p.course},
		})
		if err != nil || !slices.Contains([]int{201, 400, 415}, a.Status) {
			t.Fatalf("%q: %v %s", name, err, described(a))
		}
		if a.Status != 201 {
			refused++
			if len(a.Message) < 10 {
				t.Errorf("%q is refused without a reason: %s", name, described(a))
			}
			continue
		}
		taken++
		var up session
		if err := unmarshal(a, &up); err != nil {
			t.Fatal(err)
		}
		got, a, err := up.putRaw(by, []byte("film"), 1)
		if err != nil || !a.Success {
			t.Fatalf("%q: %v %s", name, err, described(a))
		}
		forged := up
		forged.Key, forged.Bucket = name, name
		if a, err := forged.complete(by, []part{got}); err != nil || name != "" && a.Status != 404 {
			t.Errorf("a session whose key is %q: %v %s", name, err, described(a))
		}
		if a, err := up.complete(by, []part{got}); err != nil || !a.Success {
			t.Fatalf("%q: %v %s", name, err, described(a))
		}
		p.wantSource(up.VideoID, []byte("film"))
	}
	t.Logf("%d taken, %d refused", taken, refused)
	if taken < 40 || refused < 40 {
		t.Errorf("the names are not what they were meant to be: %d taken, %d refused", taken, refused)
	}
	for _, dir := range []string{".", os.TempDir(), "/"} {
		if left, _ := filepath.Glob(filepath.Join(dir, "*lectern-was-here*")); len(left) > 0 {
			t.Errorf("written: %v", left)
		}
	}
	known := []string{"data", "lectern.db", "lectern.db-wal", "lectern.db-shm", "keys", "master.json", "secret", "objects", "sources", "uploads", "temp", "scratch", "mail"}
	err := filepath.WalkDir(room, func(name string, entry fs.DirEntry, err error) error {
		base := filepath.Base(name)
		if err == nil && name != room && !slices.Contains(known, base) && len(base) != len("01a1fac6-d1ea-783d-a643-4d6e6b57e408") {
			t.Errorf("there is %q", name)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// endless is an infinite body that counts what was read.
type endless struct{ given int64 }

func (e *endless) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = 'A'
	}
	e.given += int64(len(p))
	return len(p), nil
}

// F14: a client that declares a small part and sends an endless one is cut off at once, in every format, and the space that
// one user may take is limited.
func TestEndlessBodyIsCutOff(t *testing.T) {
	t.Parallel()
	p := newInstallation(t)
	_, by := p.serve(nil)
	up := begin(t, by, "endless.mp4", p.course, 1<<20, 1<<20)
	for name, c := range map[string]struct{ path, kind, before string }{
		"raw":  {fmt.Sprintf("/video-streaming/upload-chunk?uploadId=%s&partNumber=1", up.UploadID), "application/octet-stream", ""},
		"JSON": {"/video-streaming/upload-chunk", "application/json", fmt.Sprintf(`{"uploadId":%q,"partNumber":1,"chunkData":"`, up.UploadID)},
	} {
		body := &endless{}
		r, err := http.NewRequest("POST", by.base+c.path, io.MultiReader(strings.NewReader(c.before), body)) // chunked: it declares no length
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Content-Type", c.kind)
		r.Header.Set("Authorization", "Bearer "+p.teacher)
		answer, err := http.DefaultClient.Do(r)
		if err == nil {
			_ = answer.Body.Close()
			if answer.StatusCode != 400 && answer.StatusCode != 413 {
				t.Errorf("%s: %d", name, answer.StatusCode)
			}
		}
		// What the server did not read is in the buffers of the two ends of the connection.
		if body.given > 24<<20 {
			t.Errorf("%s: %d MiB were taken", name, body.given>>20)
		}
	}
	if held := up.held(by); len(held) != 0 {
		t.Errorf("the server holds %v", held)
	}
	var last answer
	for range 120 {
		a, err := by.send("POST", "/video-streaming/initialize-upload", map[string]any{"fileName": "more.mp4", "fileSize": 1, "contentType": "video/mp4", "courseId": p.course})
		if err != nil {
			t.Fatal(err)
		}
		if last = a; !a.Success {
			break
		}
	}
	if last.Status != 429 || last.Code != "too_many_uploads" {
		t.Errorf("the last of 120 uploads at once: %s", described(last))
	}
}

// F15: eight clients concurrently send bodies of 70 MB whose base64 is invalid at the end, at the start, or missing: each
// is refused, and all together cost a few MiB.
func TestGarbageInLargeBodiesCostsNoMemory(t *testing.T) {
	t.Parallel()
	p := newInstallation(t)
	s, by := p.serve(nil)
	up := begin(t, by, "garbage.mp4", p.course, 50<<20, 50<<20)
	good := base64.StdEncoding.EncodeToString(noise(3<<20, 15))
	head := fmt.Sprintf(`{"uploadId":%q,"partNumber":1,`, up.UploadID)
	bodies := []string{
		head + `"chunkData":"` + strings.Repeat(good, 17) + `!"}`,
		head + `"chunkData":"!` + strings.Repeat(good, 16),
		head + `"other":"` + strings.Repeat(good, 16) + `","chunkData":"????"}`,
		head + `"chunkData":"` + strings.Repeat("-_", 35<<20) + `"}`,
	}
	before := s.resident()
	most := before
	type end struct {
		status int
		err    error
	}
	done := make(chan end)
	for i := range 8 {
		go func() {
			r, err := http.NewRequest("POST", by.base+"/video-streaming/upload-chunk", strings.NewReader(bodies[i%len(bodies)]))
			if err != nil {
				done <- end{0, err}
				return
			}
			r.Header.Set("Content-Type", "application/json")
			r.Header.Set("Authorization", "Bearer "+p.teacher)
			answer, err := http.DefaultClient.Do(r)
			if err != nil {
				done <- end{0, nil} // refused before all of it was sent
				return
			}
			_, err = io.Copy(io.Discard, answer.Body)
			_ = answer.Body.Close()
			done <- end{answer.StatusCode, err}
		}()
	}
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for ended := 0; ended < 8; {
		select {
		case e := <-done:
			ended++
			if e.err != nil || e.status != 0 && e.status != 400 && e.status != 413 {
				t.Errorf("%d %v", e.status, e.err)
			}
		case <-tick.C:
			most = max(most, s.resident())
		}
	}
	t.Logf("at most %d MiB more", (most-before)>>20)
	if most-before > 8<<20+20<<20 { // a MiB each, and what the collector leaves
		t.Errorf("they cost %d MiB", (most-before)>>20)
	}
	if held := up.held(by); len(held) != 0 {
		t.Errorf("the server holds %v", held)
	}
	if s.ended() {
		t.Error("the server has ended")
	}
}
