package faults

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// mounted mounts a file system on a new folder until the test ends, and skips the test where that is not allowed.
func mounted(t *testing.T, arguments ...string) (dir string) {
	t.Helper()
	dir = t.TempDir()
	if out, err := exec.Command("mount", append(arguments, dir)...).CombinedOutput(); err != nil {
		t.Skipf("this machine cannot mount: %v %s", err, out)
	}
	t.Cleanup(func() {
		if out, err := exec.Command("umount", dir).CombinedOutput(); err != nil {
			t.Errorf("umount: %v %s", err, out)
		}
	})
	return dir
}

// F03: the disk's image is copied in the middle of an upload, with the server stopped and nothing synced: that is what a
// power cut leaves. After the journal is replayed every part that had been acknowledged is there, and the upload goes on
// to an identical file. Fifty cuts: after each part, and in the middle of every fifth.
func TestPowerCutDuringAnUpload(t *testing.T) {
	t.Parallel()
	needs(t, "mkfs.ext4", "losetup")
	seed := newSeed(t)
	folder := t.TempDir()
	image := filepath.Join(folder, "disk")
	if out, err := exec.Command("mkfs.ext4", "-q", image, "64M").CombinedOutput(); err != nil {
		t.Fatalf("%v %s", err, out)
	}
	disk := mounted(t, "-o", "loop,commit=600,discard", image) // the journal is written by syncs alone
	p := newPremisesIn(t, disk)
	s, by := p.serve(nil)
	syscall.Sync() // the installation itself is old
	const chunk, parts = 100_000, 42
	content := noise(parts*chunk+5, seed)
	up := begin(t, by, "power.mp4", p.course, len(content), chunk)

	acknowledged := map[int]part{}
	cuts := 0
	cut := func() {
		t.Helper()
		s.signal(syscall.SIGSTOP)
		after := filepath.Join(folder, "after")
		if out, err := exec.Command("cp", "--sparse=always", image, after).CombinedOutput(); err != nil {
			t.Fatalf("%v %s", err, out)
		}
		s.signal(syscall.SIGCONT)
		cuts++
		t.Run(strconv.Itoa(cuts), func(t *testing.T) { p.wantAfterPowerCut(t, after, up, acknowledged, content) })
	}
	for number := 1; number <= parts; number++ {
		sent := make(chan error, 1)
		var got part
		go func() {
			var a answer
			var err error
			if got, a, err = up.putRaw(by, content, number); err == nil && !a.Success {
				err = errors.New(described(a))
			}
			sent <- err
		}()
		if number%5 == 0 {
			cut() // before, in the middle of, or after the writes of this part
		}
		if err := <-sent; err != nil {
			t.Fatalf("part %d: %v", number, err)
		}
		acknowledged[number] = got
		cut()
	}
	if cuts < 50 {
		t.Errorf("only %d cuts were made", cuts)
	}
}

// wantAfterPowerCut starts a server on what a power cut has left and finishes the upload there.
func (p *premises) wantAfterPowerCut(t *testing.T, image string, up session, acknowledged map[int]part, content []byte) {
	after := *p
	after.t, after.data = t, filepath.Join(mounted(t, "-o", "loop", image), "data")
	s, by := after.serve(nil)
	defer s.kill()
	if missing := lost(acknowledged, up.held(by)); len(missing) > 0 {
		t.Errorf("acknowledged and lost: %v", missing)
	}
	up.sendRest(by, content)
	wantFile(t, after.source(up.VideoID), content)
	after.wantNoRest()
}

// F04: bytes that rot or vanish while an upload is under way are found at its end; only the damaged part has to be sent
// again.
func TestDamagedPartsAreFoundBeforeAVideoIsAccepted(t *testing.T) {
	p := newPremises(t)
	_, by := p.serve(nil)
	content := noise(3<<20, 4)
	for name, harm := range map[string]func(t *testing.T, file string){
		"a flipped byte": func(t *testing.T, file string) {
			b := []byte(read(t, file))
			b[1<<20+17] ^= 1
			if err := os.WriteFile(file, b, 0o600); err != nil {
				t.Fatal(err)
			}
		},
		"a cut file": func(t *testing.T, file string) {
			if err := os.Truncate(file, 3<<20-5); err != nil {
				t.Fatal(err)
			}
		},
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
			stored := files(t, p.objects("uploads"))
			if len(stored) != 1 {
				t.Fatalf("unfinished: %v", stored)
			}
			harm(t, stored[0])
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
			wantFile(t, p.source(up.VideoID), content)
			p.wantNoRest()
		})
	}
}

// F06: a disk that fails once to sync a part. The part is not acknowledged, and what comes next is written to another
// place: the kernel reports a lost write once and then forgets it.
func TestDiskErrorAtASync(t *testing.T) {
	needs(t, "strace")
	p := newPremises(t)
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
	wantFile(t, p.source(up.VideoID), content)
	p.wantNoRest()
}

// attach puts a running process under strace and gives what ends that.
func (p *process) attach(options ...string) (detach func()) {
	p.t.Helper()
	tracer := exec.Command("strace", append([]string{"-f", "-o", "/dev/null", "-p", strconv.Itoa(p.cmd.Process.Pid)}, options...)...)
	said := &transcript{}
	tracer.Stderr = said
	tracer.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	if err := tracer.Start(); err != nil {
		p.t.Fatal(err)
	}
	eventually(p.t, patience, "strace is attached", func() bool { return strings.Contains(said.String(), "attached") })
	return func() {
		_ = tracer.Process.Signal(syscall.SIGINT) // its way to let go
		_ = tracer.Wait()                         // it ends by that signal
	}
}

// fill takes all the room that is left on a disk and gives it back when asked.
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

// F05: the disk that everything is on, database included, fills up during a part, during completion and while nothing
// happens. Clients hear 507 and no path, everybody can read on, nothing that was acknowledged is lost, and it goes on
// without a restart when there is room again.
func TestDiskFullDuringAnUpload(t *testing.T) {
	p := newPremisesIn(t, mounted(t, "-t", "tmpfs", "-o", "size=64m", "none"))
	disk := filepath.Dir(p.data)
	_, by := p.serve(nil)
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
		case a.Status != 507:
			t.Fatalf("part %d on a full disk: %s", number, described(a))
		default:
			wantNoPath(t, p.data, a)
		}
		return a
	}
	put(1)

	empty := fill(t, disk)
	refused := 0
	for number := 1; number <= 6; number++ { // the first is written beside what is there already, the others have their room
		if a := put(number); !a.Success {
			refused++
		}
	}
	if refused == 0 {
		t.Error("a full disk refused nothing")
	}
	a, err := by.send("POST", "/video-streaming/initialize-upload", map[string]any{
		"fileName": "more.mp4", "fileSize": 1 << 20, "contentType": "video/mp4", "courseId": p.course})
	if err != nil || a.Status != 507 {
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
	wantFile(t, p.source(up.VideoID), content)
	p.wantFullWhileCompleting(by, disk)
	p.wantNoRest()
}

// wantFullWhileCompleting completes an upload on a full disk, and again when there is room.
func (p *premises) wantFullWhileCompleting(by *client, disk string) {
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
	// With an empty log the database needs room for whatever it writes next, and no attempt lies beside the file whose
	// removal would give some.
	var busy, frames, moved int
	if err := p.database().QueryRow("PRAGMA wal_checkpoint(TRUNCATE)").Scan(&busy, &frames, &moved); err != nil || busy > 0 {
		t.Fatal(busy, err)
	}
	empty := fill(t, disk)
	a, err := up.complete(by, parts)
	if err != nil || a.Status != 507 {
		t.Errorf("completing on a full disk: %v %s", err, described(a))
	}
	wantNoPath(t, p.data, a)
	empty()
	if a, err = up.complete(by, parts); err != nil || !a.Success {
		t.Errorf("completing with room again: %v %s", err, described(a))
	}
	wantFile(t, p.source(up.VideoID), content)
}

// F05: the disk fills up while a film is encoded. Nothing fails for good: the work waits and goes on by itself.
func TestDiskFullWhileEncoding(t *testing.T) {
	t.Parallel() // it waits for the lease of a job whose end could not be written
	p := newPremisesIn(t, mounted(t, "-t", "tmpfs", "-o", "size=128m", "none"))
	disk := filepath.Dir(p.data)
	_, by := p.serve(nil)
	video := upload(t, longClip(t, 12), p.course, by)
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
	p.wantNoRest()
}
