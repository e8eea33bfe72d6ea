package uploader_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"lectern/internal/platform/clock"
	"lectern/internal/video/uploader"
)

// onDisk writes a file of the pattern and opens it.
func onDisk(t *testing.T, path string, size int64) uploader.File {
	t.Helper()
	must(t, os.WriteFile(path, fileContent(size), 0o600))
	return reopen(t, path)
}

func reopen(t *testing.T, path string) uploader.File {
	t.Helper()
	f, closer, err := uploader.OpenFile(path)
	must(t, err)
	t.Cleanup(func() { must(t, closer.Close()) })
	return f
}

func TestResumeInAnotherProcess(t *testing.T) {
	t.Parallel()
	server := newPartServer(t, false)
	var well atomic.Bool
	server.trouble = func(line string, _ int) int { return when(!well.Load() && line == "upload-chunk 6", 500) }
	path := filepath.Join(t.TempDir(), "lecture.mp4")
	saved := uploader.Saved{Dir: filepath.Join(t.TempDir(), "uploads"), Clock: clock.System{}}
	run := func(f uploader.File) error {
		client, _ := server.client()
		entry, err := saved.Entry(server.URL, "teacher@lectern.test", "course-1", f)
		must(t, err)
		_, err = client.New(f, uploader.Options{CourseID: "course-1", ChunkSize: 10, Kept: entry.Load(),
			Keep: func(k *uploader.SavedUpload) { must(t, entry.Save(k)) }}).Run(t.Context())
		return err
	}
	if err := run(onDisk(t, path, 95)); err == nil {
		t.Fatal("the first run was to fail")
	}
	well.Store(true)
	if err := run(reopen(t, path)); err != nil {
		t.Fatal(err)
	}
	if server.opened != 1 || server.count("upload-chunk 5") != 1 || !bytes.Equal(server.content("up-1"), fileContent(95)) {
		t.Errorf("%d sessions, log %v", server.opened, server.log)
	}
	if left, err := os.ReadDir(saved.Dir); err != nil || len(left) != 0 {
		t.Errorf("a complete upload is still remembered: %v %v", left, err)
	}
}

func TestResumeNeedsTheSameFile(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	saved := uploader.Saved{Dir: filepath.Join(dir, "uploads"), Clock: clock.System{}}
	path := filepath.Join(dir, "lecture.mp4")
	first := onDisk(t, path, 200_000)
	must(t, os.Chtimes(path, time.Time{}, time.Unix(1_700_000_000, 0)))
	first = reopen(t, path)
	entry, err := saved.Entry("server", "me", "course", first)
	must(t, err)
	must(t, entry.Save(&uploader.SavedUpload{Session: uploader.Session{UploadID: "up-1", ChunkSize: 10,
		UploadURLs: []uploader.PartURL{{PartNumber: 1, URL: "secret"}}}, Parts: []uploader.Part{{PartNumber: 1, ETag: "e1"}}}))

	cases := []struct {
		name                 string
		server, user, course string
		change               func(content []byte) []byte
		same                 bool
	}{
		{"the same", "server", "me", "course", nil, true},
		{"another course", "server", "me", "other", nil, false},
		{"another user", "server", "you", "course", nil, false},
		{"another server", "other", "me", "course", nil, false},
		{"another beginning", "server", "me", "course", func(b []byte) []byte { b[0]++; return b }, false},
		{"another end", "server", "me", "course", func(b []byte) []byte { b[len(b)-1]++; return b }, false},
		{"longer", "server", "me", "course", func(b []byte) []byte { return append(b, 1) }, false},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			file := first
			if c.change != nil {
				other := filepath.Join(t.TempDir(), "lecture.mp4")
				must(t, os.WriteFile(other, c.change(fileContent(200_000)), 0o600))
				must(t, os.Chtimes(other, time.Time{}, time.Unix(1_700_000_000, 0)))
				file = reopen(t, other)
			}
			e, err := saved.Entry(c.server, c.user, c.course, file)
			must(t, err)
			k := e.Load()
			if (k != nil) != c.same {
				t.Fatalf("found %+v", k)
			}
			if k != nil && (k.Session.UploadID != "up-1" || len(k.Parts) != 1 || len(k.Session.UploadURLs) != 0) {
				t.Errorf("found %+v", k)
			}
		})
	}
}

func TestDamagedOrOldEntriesAreDeleted(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	c := clock.NewManual(time.Now())
	saved := uploader.Saved{Dir: filepath.Join(dir, "uploads"), Clock: c}
	entry, err := saved.Entry("server", "me", "course", onDisk(t, filepath.Join(dir, "lecture.mp4"), 95))
	must(t, err)
	must(t, saved.Sweep()) // there is no folder yet
	kept := &uploader.SavedUpload{Session: uploader.Session{UploadID: "up-1", ChunkSize: 10}}
	must(t, entry.Save(kept))

	c.Advance(6 * 24 * time.Hour)
	must(t, saved.Sweep())
	if entry.Load() == nil {
		t.Error("forgotten after six days")
	}
	c.Advance(25 * time.Hour)
	must(t, saved.Sweep())
	if entry.Load() != nil {
		t.Error("remembered after a week")
	}
	must(t, entry.Save(kept))
	files, err := filepath.Glob(filepath.Join(saved.Dir, "*"))
	must(t, err)
	must(t, os.WriteFile(files[0], []byte(`{"session":{"uploadId":"up`), 0o600))
	if entry.Load() != nil {
		t.Error("a truncated file was accepted")
	}
}

func TestChangedFileIsNotCompleted(t *testing.T) {
	t.Parallel()
	server := newPartServer(t, false)
	path := filepath.Join(t.TempDir(), "lecture.mp4")
	f := onDisk(t, path, 95)
	server.trouble = func(line string, _ int) int {
		if line == "upload-chunk 10" {
			must(t, os.WriteFile(path, fileContent(96), 0o600))
		}
		return 0
	}
	client, _ := server.client()
	_, err := client.New(f, options).Run(t.Context())
	if err == nil || !strings.Contains(err.Error(), "The file can no longer be read") || server.count("complete-upload") != 0 {
		t.Errorf("ended with %v, log %v", err, server.log)
	}
}
