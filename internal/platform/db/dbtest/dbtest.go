// Package dbtest gives each test a migrated database of its own: a SQLite file or, with TEST_POSTGRES=postgres://…, a
// database on that server. It depends on no feature, so that the tests of what lies below the features do not compile them.
package dbtest

import (
	"context"
	"errors"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"golang.org/x/sys/unix"

	"lectern/internal/platform/db"
)

// New returns an empty, migrated database: one of its own on the server, or a file when server is "".
func New(t *testing.T, server string) *db.DB {
	t.Helper()
	return Open(t, Address(t, server))
}

// Open opens a migrated database until the test ends.
func Open(t *testing.T, address string) *db.DB {
	t.Helper()
	if d := postgres.connected(address); d != nil {
		return d
	}
	d, err := db.Open(t.Context(), address, db.Options{Migrated: true})
	must(t, err)
	t.Cleanup(func() { must(t, d.Close()) })
	return d
}

// Address returns the address of a new database for db.Open. Migrating takes longer than most tests, so a package migrates
// once and its tests use copies.
func Address(t *testing.T, server string) string {
	t.Helper()
	if server != "" {
		must(t, postgres.prepare(server))
		return postgres.copy(t, template)
	}
	empty, err := emptySQLite()
	must(t, err)
	return writeSQLite(t, empty)
}

// Snapshot is a database that a test has prepared, to be copied.
type Snapshot struct {
	content []byte // of the file; nil on PostgreSQL
	name    string // of the database on PostgreSQL
}

// TakeSnapshot closes the database at the address and takes it as it is.
func TakeSnapshot(t *testing.T, d *db.DB, address string) Snapshot {
	t.Helper()
	must(t, d.Close())
	if u, err := url.Parse(address); err == nil && strings.HasPrefix(u.Scheme, "postgres") {
		name := strings.TrimPrefix(u.Path, "/")
		must(t, postgres.freeze(t, name, address))
		return Snapshot{name: name}
	}
	content, err := os.ReadFile(address)
	must(t, err)
	return Snapshot{content: content}
}

// Copy returns the address of a copy.
func (s Snapshot) Copy(t *testing.T) string {
	t.Helper()
	if s.content != nil {
		return writeSQLite(t, s.content)
	}
	return postgres.copy(t, s.name)
}

func writeSQLite(t *testing.T, content []byte) (address string) {
	t.Helper()
	dir, err := os.MkdirTemp(memory(), "lectern-test-")
	must(t, err)
	t.Cleanup(func() { must(t, os.RemoveAll(dir)) })
	address = filepath.Join(dir, "test.db")
	must(t, os.WriteFile(address, content, 0o600))
	return address
}

// memory is a folder in memory, where there is room, else "": a database syncs each of its transactions, which on a disk takes a tenth of
// the CPU of most tests, and their time more often than not.
var memory = sync.OnceValue(func() string {
	const shared, room = "/dev/shm", 1 << 30 // bytes
	var found unix.Statfs_t
	if unix.Statfs(shared, &found) != nil || found.Bavail*uint64(found.Bsize) < room {
		return ""
	}
	return shared
})

// sharedFolder names the folder in which the processes of one run (scripts/together) leave what each of them needs.
const sharedFolder = "LECTERN_TEST_SHARED"

// emptySQLite is a migrated database file. The first process of a run makes it for all.
var emptySQLite = sync.OnceValues(func() (content []byte, err error) {
	shared := os.Getenv(sharedFolder)
	if shared == "" {
		return migrateSQLite()
	}
	made := filepath.Join(shared, "empty.db")
	if content, err = os.ReadFile(made); !errors.Is(err, fs.ErrNotExist) {
		return content, err
	}
	if content, err = migrateSQLite(); err != nil {
		return nil, err
	}
	own := filepath.Join(shared, db.NewID()) // others read a whole file, or none
	return content, errors.Join(os.WriteFile(own, content, 0o600), os.Rename(own, made))
})

func migrateSQLite() (content []byte, err error) {
	dir, err := os.MkdirTemp(memory(), "lectern-empty-")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	file := filepath.Join(dir, "empty.db")
	d, err := db.Open(context.Background(), file, db.Options{})
	if err != nil {
		return nil, err
	}
	if err := d.Close(); err != nil { // moves the write-ahead log into the file
		return nil, err
	}
	return os.ReadFile(file)
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
