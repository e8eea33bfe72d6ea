// Package db opens the database, SQLite or PostgreSQL, and hides what differs between the two. Features use one set
// of bun models and one set of migrations for both.
package db

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"embed"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"slices"
	"strings"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3"
	"github.com/uptrace/bun"
	"github.com/uptrace/bun/dialect/pgdialect"
	"github.com/uptrace/bun/dialect/sqlitedialect"
	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// DB has a handle that writes and one that reads. On SQLite the writer is a single connection and the readers cannot
// write; on PostgreSQL both are the same pool.
type DB struct {
	writer, reader *bun.DB
	Postgres       bool
}

// Open opens postgres://… or, for anything else, the SQLite file of that name, and migrates it. A schema that is newer
// than this binary is refused: an old binary must not write what it does not understand.
func Open(ctx context.Context, url string) (*DB, error) {
	open := openSQLite
	if strings.HasPrefix(url, "postgres://") || strings.HasPrefix(url, "postgresql://") {
		open = openPostgres
	}
	d, err := open(url)
	if err != nil {
		return nil, err
	}
	if err := d.migrate(ctx); err != nil {
		return nil, errors.Join(fmt.Errorf("migrate: %w", err), d.Close())
	}
	return d, nil
}

func openPostgres(url string) (*DB, error) {
	cfg, err := pgx.ParseConfig(url)
	if err != nil {
		return nil, err
	}
	cfg.DefaultQueryExecMode = pgx.QueryExecModeExec // bun puts the arguments into the text: every statement is new
	cfg.RuntimeParams["timezone"] = "UTC"
	b := bun.NewDB(stdlib.OpenDB(*cfg), pgdialect.New())
	b.SetMaxOpenConns(16)
	return &DB{writer: b, reader: b, Postgres: true}, nil
}

func openSQLite(file string) (*DB, error) {
	open := func(mode string, connections int) (*bun.DB, error) {
		s, err := sql.Open("sqlite", "file:"+file+"?_journal_mode=WAL&_synchronous=FULL&_busy_timeout=5000"+
			"&_foreign_keys=on&_time_format=sqlite&_timezone=UTC&"+mode)
		if err != nil {
			return nil, err
		}
		s.SetMaxOpenConns(connections)
		s.SetMaxIdleConns(connections)
		return bun.NewDB(s, sqlitedialect.New()), s.Ping()
	}
	w, err := open("_txlock=immediate", 1)
	if err != nil {
		return nil, err
	}
	r, err := open("_query_only=1", 4)
	if err != nil {
		return nil, errors.Join(err, w.Close())
	}
	return &DB{writer: w, reader: r}, nil
}

// Check says whether the database answers.
func (d *DB) Check(ctx context.Context) error { return d.reader.PingContext(ctx) }

func (d *DB) Close() error { return errors.Join(d.writer.Close(), d.reader.Close()) }

// Reader is for queries outside a transaction.
func (d *DB) Reader() bun.IDB { return d.reader }

// InTx commits when fn returns nil and rolls back otherwise. Inside fn use tx and nothing else: on SQLite there is
// one writer, and asking for it twice waits for ever.
func (d *DB) InTx(ctx context.Context, fn func(tx bun.IDB) error) error {
	return d.writer.RunInTx(ctx, nil, func(_ context.Context, tx bun.Tx) error { return fn(tx) })
}

// Snapshot reads what all belongs to one moment.
func (d *DB) Snapshot(ctx context.Context, fn func(q bun.IDB) error) error {
	options := &sql.TxOptions{ReadOnly: true}
	if d.Postgres {
		options.Isolation = sql.LevelRepeatableRead
	}
	return d.reader.RunInTx(ctx, options, func(_ context.Context, tx bun.Tx) error { return fn(tx) })
}

// SchemaVersion is the number of the newest migration that has been applied.
func (d *DB) SchemaVersion(ctx context.Context, q bun.IDB) (n int64, err error) {
	err = q.NewSelect().Table("goose_db_version").ColumnExpr("max(version_id)").Where("is_applied").Scan(ctx, &n)
	return n, err
}

//go:embed migrations/*.sql
var migrations embed.FS

func (d *DB) migrate(ctx context.Context) (err error) {
	dialect := goose.DialectSQLite3
	if d.Postgres {
		dialect = goose.DialectPostgres
		unlock, failed := d.lockSchema(ctx)
		if failed != nil {
			return failed
		}
		defer func() { err = errors.Join(err, unlock()) }()
	}
	files, err := fs.Sub(migrations, "migrations")
	if err != nil {
		return err
	}
	p, err := goose.NewProvider(dialect, d.writer.DB, files, goose.WithGoMigrations(appendOnly(d.Postgres), userTails(d.Postgres)))
	if err != nil {
		return err
	}
	have, newest, err := p.GetVersions(ctx)
	if err != nil {
		return err
	}
	if have > newest {
		return fmt.Errorf("the database has schema version %d, this program knows versions up to %d: start a newer lectern", have, newest)
	}
	_, err = p.Up(ctx)
	return err
}

// lockSchema lets one process at a time migrate.
func (d *DB) lockSchema(ctx context.Context) (unlock func() error, err error) {
	conn, err := d.writer.DB.Conn(ctx)
	if err != nil {
		return nil, err
	}
	_, err = conn.ExecContext(ctx, "SELECT pg_advisory_lock(hashtext('migrate ' || current_schema()))")
	if err != nil {
		return nil, errors.Join(err, conn.Close())
	}
	return func() error {
		_, err := conn.ExecContext(ctx, "SELECT pg_advisory_unlock(hashtext('migrate ' || current_schema()))")
		return errors.Join(err, conn.Close())
	}, nil
}

// NewID is a UUIDv7: its text sorts by the time it was made.
func NewID() string { return uuid.Must(uuid.NewV7()).String() }

// IsUnique says that a row with the same unique value was there already.
func IsUnique(err error) bool {
	if pg, ok := errors.AsType[*pgconn.PgError](err); ok {
		return pg.Code == "23505"
	}
	return err != nil && strings.Contains(err.Error(), "UNIQUE constraint failed")
}

// IsAway says that the database did not take the request at all: gone, restarting, out of connections, locked for too
// long. Asking again makes sense.
func IsAway(err error) bool {
	if pg, ok := errors.AsType[*pgconn.PgError](err); ok {
		return slices.Contains([]string{"57", "53", "08", "40"}, pg.Code[:2]) || pg.Code == "55P03" || pg.Code == "25006"
	}
	var network net.Error // which a deadline of the caller's own is too, though it says nothing of the database
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

// IsFull says that the disk under the SQLite file is full.
func IsFull(err error) bool {
	lite, ok := errors.AsType[*sqlite.Error](err)
	return ok && lite.Code()&0xff == sqlite3.SQLITE_FULL
}

// IsForeignKey says that a row named another that does not exist.
func IsForeignKey(err error) bool {
	if pg, ok := errors.AsType[*pgconn.PgError](err); ok {
		return pg.Code == "23503"
	}
	return err != nil && strings.Contains(err.Error(), "FOREIGN KEY constraint failed")
}
