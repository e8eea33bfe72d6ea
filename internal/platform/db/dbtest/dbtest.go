// Package dbtest gives each test a migrated database of its own: a SQLite file or, with TEST_POSTGRES=postgres://…, a
// database on that server. It depends on no feature, so that the tests of what lies below the features do not compile them.
package dbtest

import (
	"context"
	"errors"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5"
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
		must(t, makeTemplate())
		return copyOnServer(t, server, template)
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
		return Snapshot{name: strings.TrimPrefix(u.Path, "/")}
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
	return copyOnServer(t, os.Getenv("TEST_POSTGRES"), s.name)
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

// emptySQLite is a migrated database file.
var emptySQLite = sync.OnceValues(func() (content []byte, err error) {
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
})

// template is a migrated database on the server of all tests, which nobody may use while it is copied: a test that opens it
// holds this lock.
const (
	template     = "lectern_tests"
	templateLock = 7405731
)

// makeTemplate creates or migrates the template.
var makeTemplate = sync.OnceValue(func() error {
	server := os.Getenv("TEST_POSTGRES")
	return onServer(server, func(ctx context.Context, c *pgx.Conn) error {
		var there bool
		if _, err := c.Exec(ctx, "SELECT pg_advisory_lock($1)", templateLock); err != nil {
			return err
		}
		err := c.QueryRow(ctx, "SELECT EXISTS (SELECT 1 FROM pg_database WHERE datname = $1)", template).Scan(&there)
		if err == nil && !there {
			_, err = c.Exec(ctx, "CREATE DATABASE "+template)
		}
		if err != nil {
			return err
		}
		address, err := inDatabase(server, template)
		if err != nil {
			return err
		}
		d, err := db.Open(ctx, address, db.Options{})
		if err != nil {
			return err
		}
		return d.Close()
	})
})

// copyOnServer copies a database and drops the copy after the test.
func copyOnServer(t *testing.T, server, source string) string {
	t.Helper()
	name := "t_" + strings.ReplaceAll(db.NewID(), "-", "")
	must(t, onServer(server, func(ctx context.Context, c *pgx.Conn) error {
		if _, err := c.Exec(ctx, "SELECT pg_advisory_lock_shared($1)", templateLock); err != nil {
			return err
		}
		_, err := c.Exec(ctx, "CREATE DATABASE "+name+" TEMPLATE "+source+" STRATEGY FILE_COPY") // half the CPU of writing it all to the log
		return err
	}))
	t.Cleanup(func() {
		must(t, onServer(server, func(ctx context.Context, c *pgx.Conn) error {
			_, err := c.Exec(ctx, "DROP DATABASE "+name+" WITH (FORCE)")
			return err
		}))
	})
	address, err := inDatabase(server, name)
	must(t, err)
	return address
}

// onServer runs do on a connection of its own, whose end releases its locks.
func onServer(server string, do func(ctx context.Context, c *pgx.Conn) error) error {
	ctx := context.Background() // cleanup runs after the test's own context has ended
	c, err := pgx.Connect(ctx, server)
	if err != nil {
		return err
	}
	return errors.Join(do(ctx, c), c.Close(ctx))
}

// inDatabase returns the address of another database on the same server.
func inDatabase(server, name string) (string, error) {
	u, err := url.Parse(server)
	if err != nil {
		return "", err
	}
	u.Path = "/" + name
	return u.String(), nil
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
