package backup_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"lectern/internal/platform/access"
	"lectern/internal/platform/backup"
	"lectern/internal/platform/blob"
	"lectern/internal/platform/db/dbtest"
	"lectern/internal/testapp"
)

var roots = backup.Prefixes{"sources/", "videos/"}

// filled is an installation with rows of every column type, and objects.
func filled(t *testing.T) *testapp.App {
	t.Helper()
	app := testapp.New(t)
	teacher, student := app.User(access.Instructor), app.User(access.Student, access.Corporate)
	course := app.Course(teacher)
	app.Enroll(student, course)
	app.Exec("UPDATE courses SET title = ?", "Bees \u2014 \"ça va\" \\ \n it's 100%")
	app.Exec(`INSERT INTO videos (id, course_id, owner_id, title, description, position, is_preview, original_file_name, content_type, file_size,
		status, generation, live_generation, failure_code, failure_reason, duration_ms, width, height, poster, created_at, updated_at)
		VALUES ('v1', ?, ?, 'Wings', '', 0, TRUE, 'a.mp4', 'video/mp4', 10000000000, 'completed', 1, 1, '', '', 0, 0, 0, 0, ?, ?)`,
		course, teacher.ID, app.Clock.Now(), app.Clock.Now())
	app.Exec(`INSERT INTO video_pieces (video_id, generation, rendition, piece, first_segment, fence, sizes, done_at)
		VALUES ('v1', 1, '240p', 0, 1, 1, '[1, 20, 300]', ?)`, app.Clock.Now())
	for key, body := range map[string]string{"sources/v1": "the source", "videos/v1/g1/240p/1/1": "a segment"} {
		if err := app.Blob.Put(t.Context(), key, strings.NewReader(body), int64(len(body))); err != nil {
			t.Fatal(err)
		}
	}
	return app
}

// A restore reproduces the backup row by row, also on the other database and the disk.
func TestRestoreReproducesTheBackup(t *testing.T) {
	t.Parallel()
	app, dir := filled(t), filepath.Join(t.TempDir(), "backup")
	m, err := backup.Write(t.Context(), app.DB, app.Blob, roots, dir)
	if err != nil || m.Objects != 2 || m.Tables["enrollments"].Rows != 1 {
		t.Fatalf("%+v, %v", m, err)
	}
	for name, server := range map[string]string{"SQLite": "", "the other": os.Getenv("TEST_POSTGRES")} {
		d := dbtest.New(t, server)
		store, err := blob.NewDisk(t.TempDir())
		if err != nil {
			t.Fatal(err)
		}
		if _, err := backup.Restore(t.Context(), d, store, dir); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		tables, err := backup.Hash(t.Context(), d)
		if err != nil || !maps.Equal(tables, m.Tables) {
			t.Errorf("%s: restored %+v (%v), want %+v", name, tables, err, m.Tables)
		}
		if keys, err := store.List(t.Context(), "videos/"); err != nil || len(keys) != 1 {
			t.Errorf("%s: objects %v, %v", name, keys, err)
		}
		if _, err := backup.Restore(t.Context(), d, store, dir); err == nil {
			t.Errorf("%s: restored over an installation that is not empty", name)
		}
	}
}

func TestIncompleteBackupIsRefused(t *testing.T) {
	t.Parallel()
	app, dir := filled(t), filepath.Join(t.TempDir(), "backup")
	if _, err := backup.Write(t.Context(), app.DB, app.Blob, roots, dir); err != nil {
		t.Fatal(err)
	}
	if _, err := backup.Write(t.Context(), app.DB, app.Blob, roots, dir); err == nil {
		t.Error("a backup was written over another")
	}
	users := filepath.Join(dir, "tables", "users.jsonl")
	whole, err := os.ReadFile(users)
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"a row is missing": string(whole[:len(whole)/2+1]), "a row was changed": strings.Replace(string(whole), "Somebody", "Somebird", 1)} {
		if err := os.WriteFile(users, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		d := dbtest.New(t, "")
		if _, err := backup.Restore(t.Context(), d, app.Blob, dir); err == nil {
			t.Errorf("%s: restored", name)
		}
		if n, err := d.Reader().NewSelect().Table("users").Count(t.Context()); err != nil || n != 0 {
			t.Errorf("%s: %d users were restored all the same (%v)", name, n, err)
		}
	}
	if err := os.Remove(filepath.Join(dir, "manifest.json")); err != nil {
		t.Fatal(err)
	}
	if _, err := backup.Restore(t.Context(), dbtest.New(t, ""), app.Blob, dir); err == nil {
		t.Error("restored an incomplete backup")
	}
}

// An object that is missing, cut or changed in a backup is found before anything is restored, and so is a list of objects that
// a user has written.
func TestDamagedObjectsAreRefused(t *testing.T) {
	t.Parallel()
	app := filled(t)
	for name, c := range map[string]struct {
		damage func(dir, file string) error
		want   string
	}{
		"missing": {func(_, file string) error { return os.Remove(file) }, "no such file"},
		"cut":     {func(_, file string) error { return os.Truncate(file, 3) }, "it has 3 bytes, and 10 were written"},
		"changed": {func(_, file string) error { return os.WriteFile(file, []byte("The source"), 0o600) }, "not those that were written"},
		"another list": {func(dir, _ string) error {
			return os.WriteFile(filepath.Join(dir, "objects.jsonl"), []byte(`{"key":"../../keys/secret","size":1,"sha256":""}`), 0o600)
		}, "list of its objects"},
		"no list": {func(dir, _ string) error { return os.Remove(filepath.Join(dir, "objects.jsonl")) }, "not a whole backup"},
	} {
		dir := filepath.Join(t.TempDir(), "backup")
		if _, err := backup.Write(t.Context(), app.DB, app.Blob, roots, dir); err != nil {
			t.Fatal(err)
		}
		if err := c.damage(dir, filepath.Join(dir, "objects", "sources", "v1")); err != nil {
			t.Fatal(err)
		}
		if message := refusedRestore(t, dir, t.TempDir()); !strings.Contains(message, c.want) || !strings.Contains(message, "nothing was restored") {
			t.Errorf("%s: %s", name, message)
		}
	}
}

// A backup that cannot be restored as a whole leaves no rows, and one of another schema not even objects.
func TestRestoreRefusals(t *testing.T) {
	t.Parallel()
	app, dir := filled(t), filepath.Join(t.TempDir(), "backup")
	m, err := backup.Write(t.Context(), app.DB, app.Blob, roots, dir)
	if err != nil {
		t.Fatal(err)
	}
	storage := t.TempDir()
	if err := errors.Join(os.Mkdir(filepath.Join(storage, "objects"), 0o700),
		os.WriteFile(filepath.Join(storage, "objects", "sources"), []byte("a file where a folder has to be"), 0o600)); err != nil {
		t.Fatal(err)
	}
	if message := refusedRestore(t, dir, storage); !strings.Contains(message, "sources/v1") {
		t.Errorf("an object that cannot be stored: %s", message)
	}
	for schema, want := range map[int64]string{58: "before the first release", m.Schema - 1: "with the lectern that wrote it", m.Schema + 1: "with a newer lectern"} {
		rewriteManifest(t, dir, func(m *backup.Manifest) { m.Schema = schema })
		if message := refusedRestore(t, dir, t.TempDir()); !strings.Contains(message, want) || !strings.Contains(message, fmt.Sprint(schema)) {
			t.Errorf("schema version %d: %s", schema, message)
		}
	}
}

// refusedRestore restores into an empty database and the storage in that folder, which must fail and leave no rows. It gives the message.
func refusedRestore(t *testing.T, dir, storage string) string {
	t.Helper()
	d := dbtest.New(t, os.Getenv("TEST_POSTGRES"))
	store, err := blob.NewDisk(storage)
	if err != nil {
		t.Fatal(err)
	}
	before, err := store.List(t.Context(), "videos/")
	if err != nil {
		t.Fatal(err)
	}
	_, refusal := backup.Restore(t.Context(), d, store, dir)
	if refusal == nil {
		t.Fatal("it was restored")
	}
	if n, err := d.Reader().NewSelect().Table("users").Count(t.Context()); err != nil || n != 0 {
		t.Errorf("%d users were restored (%v)", n, err)
	}
	if after, err := store.List(t.Context(), "videos/"); err != nil || !slices.Equal(after, before) {
		t.Errorf("objects were restored: %v (%v)", after, err)
	}
	return refusal.Error()
}

func rewriteManifest(t *testing.T, dir string, change func(*backup.Manifest)) {
	t.Helper()
	file := filepath.Join(dir, "manifest.json")
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var m backup.Manifest
	if err := json.Unmarshal(text, &m); err != nil {
		t.Fatal(err)
	}
	change(&m)
	if text, err = json.Marshal(m); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, text, 0o600); err != nil {
		t.Fatal(err)
	}
}
