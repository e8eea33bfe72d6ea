package faults

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"
)

// smallDisks makes an installation on one disk of a few MiB, which it also returns: SQLite and the local storage themselves, and a
// database server and an S3 server with all their data there.
var smallDisks = []struct {
	name string
	make func(t *testing.T, size int) (p *installation, disk string)
}{
	{"SQLite and disk", func(t *testing.T, size int) (*installation, string) {
		disk := smallDisk(t, size)
		return newInstallationIn(t, disk), disk
	}},
	{"PostgreSQL and S3", func(t *testing.T, size int) (*installation, string) {
		needs(t, gateway)
		disk := smallDisk(t, size+100) // size of an empty database
		database, storage := newPostgresIn(t, disk), newStorageIn(t, disk)
		p := makeInstallation(t, filepath.Join(t.TempDir(), "data"), []string{"LECTERN_DATABASE=" + database.url(), "LECTERN_STORAGE=" + storage})
		p.standOn(database.url(), storage)
		return &p, disk
	}},
}

func smallDisk(t *testing.T, size int) string {
	t.Helper()
	return mounted(t, "-t", "tmpfs", "-o", fmt.Sprintf("size=%dm", size), "none")
}

// gateway is the program that scripts/with-s3 starts too.
const gateway = "../.tools/bin/versitygw"

// newStorageIn starts an S3 server that stores everything in a folder, and returns the address of a bucket there.
func newStorageIn(t *testing.T, dir string) string {
	t.Helper()
	if os.Getenv("AWS_ACCESS_KEY_ID") == "" {
		missing(t, "the keys of an S3 store: scripts/with-s3 go test ./faults")
	}
	for _, made := range []string{"objects/lectern", "meta"} { // a folder is a bucket
		if err := os.MkdirAll(filepath.Join(dir, made), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	listen := freeAddress(t)
	server := exec.Command(gateway, "--port", listen, "--quiet", "posix", "--sidecar", filepath.Join(dir, "meta"), filepath.Join(dir, "objects"))
	server.Env = append(os.Environ(), "ROOT_ACCESS_KEY="+os.Getenv("AWS_ACCESS_KEY_ID"), "ROOT_SECRET_KEY="+os.Getenv("AWS_SECRET_ACCESS_KEY"))
	server.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = server.Process.Kill()
		_ = server.Wait() // it ends by that signal
	})
	eventually(t, patience, "the S3 server answers", func() bool { status, _ := fetch(t, "http://"+listen+"/"); return status != 0 })
	return "s3://lectern?region=us-east-1&endpoint=http://" + listen
}

// fill takes all free space of a disk until empty is called.
func fill(t *testing.T, dir string) (empty func()) {
	t.Helper()
	name := filepath.Join(dir, "filler")
	f, err := os.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	block := make([]byte, 1<<20)
	for len(block) > 0 {
		if _, err := f.Write(block); err != nil {
			block = block[:len(block)/2]
		}
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	return func() {
		if err := os.Remove(name); err != nil {
			t.Fatal(err)
		}
	}
}

// F05: the disk with everything on it, including the database, fills up during a part, during completion and while idle.
// Clients get a 507 or are asked to retry, without a path in the answer; everybody can read on, nothing acknowledged is
// lost, and it continues without a restart when there is space again.
func TestDiskFullDuringAnUpload(t *testing.T) {
	for _, on := range smallDisks {
		t.Run(on.name, func(t *testing.T) {
			t.Parallel()
			p, disk := on.make(t, 64)
			diskFullDuringAnUpload(t, p, disk)
		})
	}
}

func diskFullDuringAnUpload(t *testing.T, p *installation, disk string) {
	s, by := p.serve(nil)
	const chunk = 1 << 20
	content := noise(8*chunk, 5)
	up := begin(t, by, "full.mp4", p.course, len(content), chunk)
	acknowledged := map[int]part{}
	put := func(number int) answer {
		t.Helper()
		got, a, err := up.putRaw(by, content, number)
		switch {
		case err != nil:
			t.Fatal(err)
		case a.Success:
			acknowledged[number] = got
		case !p.full(a):
			t.Fatalf("part %d on a full disk: %s", number, described(a))
		default:
			wantNoPath(t, p.data, a)
		}
		return a
	}
	put(1)

	empty := fill(t, disk)
	if code, body := fetch(t, s.URL+"/readyz"); p.s3 == "" && (code != 503 || !strings.Contains(body, `"name":"disk","ok":false`)) {
		t.Errorf("on a full disk /readyz answers %d %s", code, body)
	}
	refused := 0
	for number := 1; number <= 6; number++ { // the first is written beside existing data, the others have space reserved
		if a := put(number); !a.Success {
			refused++
		}
	}
	if refused == 0 {
		t.Error("a full disk refused nothing")
	}
	a, err := by.send("POST", "/video-streaming/initialize-upload", map[string]any{
		"fileName": "more.mp4", "fileSize": 1 << 20, "contentType": "video/mp4", "courseId": p.course})
	if err != nil || !p.full(a) {
		t.Errorf("a new upload on a full disk: %v %s", err, described(a))
	}
	wantNoPath(t, p.data, a)
	for _, path := range []string{"/video-streaming/videos", "/courses/get", "/courses/" + p.course} {
		if a, err := by.send("GET", path, nil); err != nil || a.Status != 200 {
			t.Errorf("GET %s on a full disk: %v %s", path, err, described(a))
		}
	}
	empty()
	if missing := lost(acknowledged, up.held(by)); len(missing) > 0 {
		t.Errorf("acknowledged and lost: %v", missing)
	}
	for number := 1; number <= 8; number++ {
		if a := put(number); !a.Success {
			t.Errorf("part %d with room again: %s", number, described(a))
		}
	}

	up.sendRest(by, content)
	p.wantSource(up.VideoID, content)
	p.wantFullWhileCompleting(by, disk)
	p.wantNoLeftovers()
}

// full reports whether an answer reports a full disk: 507 for our own, 503 for that of a database or store, which does not
// say why it failed. Both ask for a retry.
func (p *installation) full(a answer) bool {
	return a.Status == 507 || p.postgres != "" && a.Status == 503 && a.Again != ""
}

// wantFullWhileCompleting completes an upload on a full disk, and again when there is space.
func (p *installation) wantFullWhileCompleting(by *client, disk string) {
	t := p.t
	t.Helper()
	content := noise(2<<20, 55)
	up := begin(t, by, "end.mp4", p.course, len(content), 1<<20)
	var parts []part
	for number := 1; number <= 2; number++ {
		got, a, err := up.putRaw(by, content, number)
		if err != nil || !a.Success {
			t.Fatalf("%v %s", err, described(a))
		}
		parts = append(parts, got)
	}
	// With an empty log the database needs space for its next write, and there is no attempt whose removal would free some.
	if p.postgres == "" {
		var busy, frames, moved int
		if err := p.database().QueryRow("PRAGMA wal_checkpoint(TRUNCATE)").Scan(&busy, &frames, &moved); err != nil || busy > 0 {
			t.Fatal(busy, err)
		}
	}
	empty := fill(t, disk)
	a, err := up.complete(by, parts)
	if err != nil || !p.full(a) {
		t.Errorf("completing on a full disk: %v %s", err, described(a))
	}
	wantNoPath(t, p.data, a)
	empty()
	if a, err = up.complete(by, parts); err != nil || !a.Success {
		t.Errorf("completing with room again: %v %s", err, described(a))
	}
	p.wantSource(up.VideoID, content)
}

// F05: the disk fills up while a video is encoded. Nothing fails for good: the work waits and continues by itself.
func TestDiskFullWhileEncoding(t *testing.T) {
	t.Parallel() // it waits for the lease of a job whose outcome could not be written
	for _, on := range smallDisks {
		t.Run(on.name, func(t *testing.T) {
			t.Parallel()
			p, disk := on.make(t, 128)
			diskFullWhileEncoding(t, p, disk)
		})
	}
}

func diskFullWhileEncoding(t *testing.T, p *installation, disk string) {
	_, by := p.serve(nil)
	video := upload(t, clip(t, 12), p.course, by)
	worker := p.worker(nil, nil)
	eventually(t, patience, "the film is being encoded", func() bool { return status(by, video).Progress > 0 })
	empty := fill(t, disk)
	eventually(t, patience, "the work waits because of the disk", func() bool {
		got := status(by, video)
		if got.Status == "failed" || got.Status == "completed" {
			t.Fatalf("on a full disk the video is %+v", got)
		}
		return strings.Contains(worker.log.String(), "full") || got.WaitingBecauseOf != ""
	})
	if a, err := by.send("GET", "/video-streaming/videos", nil); err != nil || a.Status != 200 {
		t.Errorf("the list on a full disk: %v %s", err, described(a))
	}
	empty()
	begun := time.Now()
	eventually(t, 2*patience, "the video is complete", func() bool {
		got := status(by, video)
		if got.Status == "failed" {
			t.Fatalf("the video failed because of the disk: %+v", got)
		}
		return got.Status == "completed"
	})
	t.Logf("complete %.0f s after there was room again", time.Since(begun).Seconds())
	play(t, by, video, 12)
	worker.kill()
	if bytes.Contains([]byte(worker.log.String()), []byte("panic")) || slices.Contains(texts(t, p.database(), "SELECT state FROM jobs"), "failed") {
		t.Errorf("a job failed:\n%s", worker.log)
	}
	p.wantNoLeftovers()
}
