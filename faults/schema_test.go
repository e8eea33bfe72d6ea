package faults

import (
	"crypto/sha256"
	"database/sql"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// schemaOf returns the schema of a SQLite file.
func schemaOf(t *testing.T, data string) []string {
	t.Helper()
	p := installation{t: t, data: data}
	return texts(t, p.database(), "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY name")
}

// F68: the first start is killed at many points of the migrations; the next one completes them.
func TestInterruptedMigration(t *testing.T) {
	needs(t, "strace")
	whole := t.TempDir()
	if out, err := run(nil, "migrate", "--data", whole); err != nil {
		t.Fatalf("%v %s", err, out)
	}
	want := schemaOf(t, whole)
	if len(want) < 20 {
		t.Fatalf("the schema has %d statements", len(want))
	}
	killed := 0
	for _, at := range []struct {
		call string
		when []int
	}{{"fsync", []int{1, 2, 3, 4, 6, 8}}, {"fdatasync", []int{1, 2}}, {"pwrite64", []int{1, 5, 20, 40, 80}}} {
		for _, when := range at.when {
			data := t.TempDir()
			if out, err := run(strace("-e", "trace="+at.call, "-e", fmt.Sprintf("inject=%s:signal=KILL:when=%d", at.call, when)), "migrate", "--data", data); err != nil {
				killed++
				t.Logf("killed at %s %d: %s", at.call, when, out)
			}
			if out, err := run(nil, "migrate", "--data", data); err != nil {
				t.Errorf("the start after being killed at %s %d: %v %s", at.call, when, err, out)
			}
			if got := schemaOf(t, data); !slices.Equal(got, want) {
				t.Errorf("after being killed at %s %d the schema differs", at.call, when)
			}
		}
	}
	if killed < 5 {
		t.Errorf("only %d starts were killed: the faults do not hit", killed)
	}
}

// F68: no command touches a data folder that a newer program has migrated, or one from before the first release.
func TestForeignSchemaIsRefused(t *testing.T) {
	backup := filepath.Join(t.TempDir(), "backup")
	if out, err := run(nil, "backup", backup, "--data", newInstallation(t).data); err != nil {
		t.Fatalf("%v %s", err, out)
	}
	for _, c := range []struct {
		history string // recorded migrations
		want    []string
	}{
		{"INSERT INTO goose_db_version (version_id, is_applied) VALUES (99991231235959, 1)", []string{"99991231235959", "start a newer lectern"}},
		{"UPDATE goose_db_version SET version_id = id WHERE version_id > 0", []string{"before the first release", "an empty data folder"}},
	} {
		p := newInstallation(t)
		d := p.database()
		if _, err := d.Exec(c.history); err != nil {
			t.Fatal(err)
		}
		if _, err := d.Exec("PRAGMA wal_checkpoint(TRUNCATE)"); err != nil {
			t.Fatal(err)
		}
		before := contents(t, p.data)
		for _, command := range [][]string{{"serve", "--listen", "127.0.0.1:0"}, {"worker"}, {"migrate"}, {"doctor"}, {"doctor", "--repair"},
			{"backup", filepath.Join(t.TempDir(), "new")}, {"restore", backup}, {"rotate-keys"}, {"user", "list"}, {"demo", "fill"}} {
			out, err := run(nil, append(command, "--data", p.data)...)
			if _, failed := errors.AsType[*exec.ExitError](err); !failed {
				t.Errorf("%s: it ends with %v", command, err)
			}
			for _, want := range append(c.want, "was not changed") {
				if !strings.Contains(out, want) {
					t.Errorf("%s: %q does not say %q", command, out, want)
				}
			}
			if after := contents(t, p.data); !maps.Equal(before, after) {
				t.Errorf("%s has written into the data folder", command)
			}
		}
	}
}

// A data folder on a disk that is mounted read-only is named in one sentence.
func TestReadOnlyDataFolder(t *testing.T) {
	needs(t, "bwrap")
	p := newInstallation(t)
	before := contents(t, p.data)
	out, err := run([]string{"bwrap", "--dev-bind", "/", "/", "--ro-bind", p.data, p.data, "--"}, "serve", "--listen", "127.0.0.1:0", "--data", p.data)
	want := "lectern: the data folder " + p.data + " can't be used (read-only file system): set one with --data that the user who runs lectern can write to\n"
	if _, failed := errors.AsType[*exec.ExitError](err); !failed || out != want {
		t.Errorf("%v: %q, want %q", err, out, want)
	}
	if after := contents(t, p.data); !maps.Equal(before, after) {
		t.Error("the folder has changed")
	}
}

// contents returns every file below dir with its hash, except those that SQLite keeps beside an open database.
func contents(t *testing.T, dir string) map[string][32]byte {
	t.Helper()
	sums := map[string][32]byte{}
	for _, name := range files(t, dir) {
		if !strings.HasSuffix(name, "-wal") && !strings.HasSuffix(name, "-shm") {
			sums[name] = sha256.Sum256([]byte(read(t, name)))
		}
	}
	return sums
}

// F68: a backup taken while the server runs and restored elsewhere is the same, to the byte, and can be served.
func TestBackupAndRestore(t *testing.T) {
	p := newInstallation(t)
	_, by := p.serve(nil)
	content := noise(700_000, 68)
	up := begin(t, by, "backup.mp4", p.course, len(content), 300_000)
	up.sendRest(by, content)

	first, second := filepath.Join(t.TempDir(), "first"), filepath.Join(t.TempDir(), "second")
	if out, err := run(nil, "backup", first, "--data", p.data); err != nil {
		t.Fatalf("%v %s", err, out)
	}
	restored := *p
	restored.data = filepath.Join(t.TempDir(), "restored")
	if out, err := run(nil, "restore", first, "--data", restored.data); err != nil {
		t.Fatalf("%v %s", err, out)
	}
	if out, err := run(nil, "backup", second, "--data", restored.data); err != nil {
		t.Fatalf("%v %s", err, out)
	}
	if a, b := read(t, filepath.Join(first, "manifest.json")), read(t, filepath.Join(second, "manifest.json")); a != b {
		t.Errorf("the backup of the restored installation differs:\n%s\n%s", a, b)
	}
	wantFile(t, restored.sourceFile(up.VideoID), content)

	if err := os.CopyFS(filepath.Join(restored.data, "keys"), os.DirFS(filepath.Join(p.data, "keys"))); err != nil && !os.IsExist(err) {
		t.Fatal(err)
	}
	_, by = restored.serve(nil)
	if got := status(by, up.VideoID); got.Status != "pending" && got.Status != "processing" {
		t.Errorf("the restored video is %+v", got)
	}
}

// F67: another program holds SQLite's only writer for longer than anybody waits. Writers get a 503 with Retry-After,
// readers notice nothing, and afterwards everything works.
func TestDatabaseLockedByAnotherProgram(t *testing.T) {
	t.Parallel() // it waits for five seconds
	p := newInstallation(t)
	_, by := p.serve(nil)
	d, err := sql.Open("sqlite", "file:"+filepath.Join(p.data, "lectern.db")+"?_txlock=immediate")
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	lock, err := d.BeginTx(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	course := map[string]string{"title": "Locked", "category": "Tests", "course_type": "free"}
	a, err := by.send("POST", "/courses/create", course)
	if err != nil || a.Status != 503 {
		t.Errorf("a write: %v %s", err, described(a))
	}
	wantNoPath(t, p.data, a)
	if a, err := by.send("GET", "/video-streaming/videos", nil); err != nil || a.Status != 200 {
		t.Errorf("a read: %v %s", err, described(a))
	}
	if err := lock.Rollback(); err != nil {
		t.Fatal(err)
	}
	by.must("POST", "/courses/create", course, nil)
	if made := texts(t, p.database(), "SELECT id FROM courses WHERE title = 'Locked'"); len(made) != 1 {
		t.Errorf("%d courses were made, want the one that was acknowledged", len(made))
	}
}

// F67: the file system under SQLite turns read-only. Writers get an internal error without a path, readers notice nothing,
// and when it is writable again everything works.
func TestDatabaseTurnsReadOnly(t *testing.T) {
	needs(t, "strace")
	p := newInstallation(t)
	s, by := p.serve(nil)
	course := map[string]string{"title": "Read only", "category": "Tests", "course_type": "free"}
	detach := s.attach("-e", "trace=pwrite64", "-e", "inject=pwrite64:error=EROFS")
	a, err := by.send("POST", "/courses/create", course)
	if err != nil || a.Status < 500 {
		t.Errorf("a write: %v %s", err, described(a))
	}
	wantNoPath(t, p.data, a)
	if a, err := by.send("GET", "/video-streaming/videos", nil); err != nil || a.Status != 200 {
		t.Errorf("a read: %v %s", err, described(a))
	}
	detach()
	by.must("POST", "/courses/create", course, nil)
	if made := texts(t, p.database(), "SELECT id FROM courses WHERE title = 'Read only'"); len(made) != 1 {
		t.Errorf("%d courses were made, want the one that was acknowledged", len(made))
	}
}
