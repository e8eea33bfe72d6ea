// Package db opens the database, SQLite or PostgreSQL, and hides their differences. Features use one set of bun models and
// migrations for both.
package db

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"io"
	"io/fs"
	"net"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/uptrace/bun"
	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// DB has a writing and a reading handle. On SQLite the writer is a single connection and readers cannot write; on
// PostgreSQL both are the same pool.
type DB struct {
	writer, reader *bun.DB
	Postgres       bool
	timeout        time.Duration // for a lock, and for a connection
	pool           *pgxpool.Pool // nil on SQLite
}

// Open opens postgres://… or otherwise the SQLite file of that name, and migrates it. A schema from before the first release or of
// a newer program is refused, and nothing is written to it.
func Open(ctx context.Context, url string, o Options) (d *DB, err error) {
	o = o.withDefaults()
	if strings.HasPrefix(url, "postgres://") || strings.HasPrefix(url, "postgresql://") {
		d, err = openPostgres(ctx, url, o)
	} else {
		d, err = openSQLite(url, o)
	}
	if err != nil {
		return nil, explainOpening(url, err)
	}
	if o.Migrated {
		return d, nil
	}
	migrations, err := fs.Sub(embedded, "migrations")
	if err == nil {
		err = d.migrate(ctx, migrations, o.MustExist)
	}
	if err != nil {
		return nil, errors.Join(err, d.Close())
	}
	return d, nil
}

// Check tests whether the database answers.
func (d *DB) Check(ctx context.Context) error { return d.reader.PingContext(ctx) }

// Damage reads the whole file of SQLite through and lists what is wrong with its pages, indexes and references, at most a
// hundred things. PostgreSQL keeps no checks of its own that a client may run; it reports damaged pages when they are read.
func (d *DB) Damage(ctx context.Context) (found []string, err error) {
	if d.Postgres {
		return nil, nil
	}
	if err := d.reader.NewRaw("PRAGMA integrity_check").Scan(ctx, &found); err != nil {
		return nil, err
	}
	if len(found) == 1 && found[0] == "ok" {
		found = nil
	}
	var dangling []string
	err = d.reader.NewRaw(`SELECT "table" || ' refers to ' || count(*) || ' missing rows of ' || parent FROM pragma_foreign_key_check GROUP BY "table", parent`).Scan(ctx, &dangling)
	return append(found, dangling...), err
}

func (d *DB) Close() error {
	err := errors.Join(d.writer.Close(), d.reader.Close())
	if d.pool != nil {
		d.pool.Close()
	}
	return err
}

// Reader is for queries outside of transactions.
func (d *DB) Reader() bun.IDB { return d.reader }

// InTx commits when fn returns nil and rolls back otherwise. Inside fn use only tx: SQLite has one writer, and acquiring it
// twice deadlocks. When the database itself rolls back, for example because of a deadlock, the error satisfies
// IsUnavailable, and nothing was changed.
func (d *DB) InTx(ctx context.Context, fn func(tx bun.IDB) error) error {
	run := d.writer.RunInTx
	if !d.Postgres {
		w, err := d.acquireWriter(ctx)
		if err != nil {
			return err
		}
		defer w.Close()
		run = w.RunInTx
	}
	return run(ctx, nil, func(_ context.Context, tx bun.Tx) error { return fn(tx) })
}

var errDryRun = errors.New("a dry run is rolled back")

// Try runs fn in a transaction of run, which is InTx or a function like it. A dry run is rolled back, and returns what fn has returned.
func Try(ctx context.Context, run func(context.Context, func(tx bun.IDB) error) error, dryRun bool, fn func(tx bun.IDB) error) error {
	err := run(ctx, func(tx bun.IDB) error {
		if err := fn(tx); err != nil || !dryRun {
			return err
		}
		return errDryRun
	})
	if errors.Is(err, errDryRun) {
		return nil
	}
	return err
}

// Snapshot runs queries on one snapshot.
func (d *DB) Snapshot(ctx context.Context, fn func(q bun.IDB) error) error {
	options := &sql.TxOptions{ReadOnly: true}
	if d.Postgres {
		options.Isolation = sql.LevelRepeatableRead
	}
	return d.reader.RunInTx(ctx, options, func(_ context.Context, tx bun.Tx) error { return fn(tx) })
}

// NewID returns a UUIDv7, whose text sorts by creation time.
func NewID() string { return uuid.Must(uuid.NewV7()).String() }

// IsUniqueViolation reports whether a row with the same unique value exists.
func IsUniqueViolation(err error) bool {
	if pg, ok := errors.AsType[*pgconn.PgError](err); ok {
		return pg.Code == "23505"
	}
	return err != nil && strings.Contains(err.Error(), "UNIQUE constraint failed")
}

// IsUnavailable reports whether the database did not accept the request at all: unreachable, restarting, out of
// connections, or locked for too long. A retry makes sense.
func IsUnavailable(err error) bool {
	if errors.Is(err, errBusy) {
		return true
	}
	if pg, ok := errors.AsType[*pgconn.PgError](err); ok {
		return slices.Contains([]string{"57", "53", "08", "40"}, pg.Code[:2]) && pg.Code != diskFull || pg.Code == "55P03" || pg.Code == "25006"
	}
	var network net.Error // also matches the caller's own deadline, which says nothing about the database
	if errors.As(err, &network) && network != context.DeadlineExceeded || errors.Is(err, driver.ErrBadConn) || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, sql.ErrConnDone) {
		return true
	}
	if _, ok := errors.AsType[*pgconn.ConnectError](err); ok {
		return true
	}
	if lite, ok := errors.AsType[*sqlite.Error](err); ok {
		return lite.Code()&0xff == sqlite3.SQLITE_BUSY
	}
	return false
}

const diskFull = "53100" // PostgreSQL's code

// IsDiskFull reports whether the database's disk is full.
func IsDiskFull(err error) bool {
	if pg, ok := errors.AsType[*pgconn.PgError](err); ok {
		return pg.Code == diskFull
	}
	lite, ok := errors.AsType[*sqlite.Error](err)
	return ok && lite.Code()&0xff == sqlite3.SQLITE_FULL
}

// IsForeignKeyViolation reports whether a row references another that does not exist.
func IsForeignKeyViolation(err error) bool {
	if pg, ok := errors.AsType[*pgconn.PgError](err); ok {
		return pg.Code == "23503"
	}
	return err != nil && strings.Contains(err.Error(), "FOREIGN KEY constraint failed")
}
