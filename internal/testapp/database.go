package testapp

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

	"lectern/internal/app"
	"lectern/internal/platform/db"
)

// Database returns an empty, migrated database: one of its own on the server, or a file when server is "".
func Database(t *testing.T, server string) *db.DB {
	t.Helper()
	return open(t, Address(t, server))
}

// open opens a migrated database until the test ends.
func open(t *testing.T, address string) *db.DB {
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

func writeSQLite(t *testing.T, content []byte) (address string) {
	t.Helper()
	address = filepath.Join(t.TempDir(), "test.db")
	must(t, os.WriteFile(address, content, 0o600))
	return address
}

// Snapshot is a database that a test has prepared. Preparing often takes many requests; each application on a copy starts
// with the result.
type Snapshot struct {
	content []byte // of the file; nil on PostgreSQL
	name    string // of the database on PostgreSQL
}

// Snapshot takes the database from the application, which can no longer be used. Files in its storage are not copied.
func (a *App) Snapshot() Snapshot {
	a.t.Helper()
	must(a.t, a.DB.Close())
	if u, err := url.Parse(a.address); err == nil && strings.HasPrefix(u.Scheme, "postgres") {
		return Snapshot{name: strings.TrimPrefix(u.Path, "/")}
	}
	content, err := os.ReadFile(a.address)
	must(a.t, err)
	return Snapshot{content: content}
}

// New creates an application on a copy.
func (s Snapshot) New(t *testing.T, changes ...func(*app.Deps)) *App {
	t.Helper()
	if s.content != nil {
		return on(t, writeSQLite(t, s.content), changes...)
	}
	return on(t, copyOnServer(t, os.Getenv("TEST_POSTGRES"), s.name), changes...)
}

// emptySQLite is a migrated database file.
var emptySQLite = sync.OnceValues(func() (content []byte, err error) {
	dir, err := os.MkdirTemp("", "lectern-empty-")
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

// template is a migrated database on the server of all tests, which nobody may use while it is copied: whoever opens it
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
		_, err := c.Exec(ctx, "CREATE DATABASE "+name+" TEMPLATE "+source)
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
