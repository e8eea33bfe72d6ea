package db

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/uptrace/bun"
	"github.com/uptrace/bun/dialect/pgdialect"
	"github.com/uptrace/bun/dialect/sqlitedialect"
	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// Options of an operator. Zero values are the defaults.
type Options struct {
	Timeout     time.Duration // for a lock and for a free connection; then the request is refused with 503 and may be sent again
	Connections int           // to PostgreSQL, at most; at least 2
	MustExist   bool          // a database without Lectern's tables is refused, and none is created in it
	Migrated    bool          // the schema is known to be current: tests copy a migrated database
}

// By default nobody waits longer than 10 s for an answer (fault F67).
const (
	DefaultTimeout     = 10 * time.Second
	DefaultConnections = 16
)

func (o Options) withDefaults() Options {
	if o.Timeout <= 0 {
		o.Timeout = DefaultTimeout
	}
	if o.Connections <= 0 {
		o.Connections = DefaultConnections
	}
	o.Connections = max(2, o.Connections) // a migration holds its lock on a connection of its own
	return o
}

// errBusy means that no connection became free in time.
var errBusy = errors.New("no connection to the database became free in time")

// explainOpening says in one line which database cannot be opened, why, and what to do. Drivers name users and hosts, and no
// passwords.
func explainOpening(address string, err error) error {
	reason := strings.Join(strings.Fields(err.Error()), " ") // pgx writes a line for each address that it has tried
	failed, ok := errors.AsType[*sqlite.Error](err)
	if !ok {
		return fmt.Errorf("the database cannot be opened (%s): is its server running, and are address, user and password right?", reason)
	}
	advice := "may the user who runs lectern write to it and its folder?"
	switch failed.Code() & 0xff { // without the extended code
	case sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT:
		advice = "the file is damaged, or not a database; restore a backup into a new data folder"
	case sqlite3.SQLITE_FULL:
		advice = "make room on its disk"
	}
	return fmt.Errorf("the database %s cannot be opened (%s): %s", address, reason, advice)
}

func openPostgres(ctx context.Context, url string, o Options) (*DB, error) {
	cfg, err := pgxpool.ParseConfig(url)
	if err != nil {
		return nil, err
	}
	cfg.MaxConns = int32(o.Connections)
	cfg.ConnConfig.DefaultQueryExecMode = pgx.QueryExecModeExec // bun inlines arguments: every statement is new
	cfg.ConnConfig.RuntimeParams["timezone"] = "UTC"
	// No limit for whole statements: exports and backups read as slowly as their reader.
	cfg.ConnConfig.RuntimeParams["lock_timeout"] = strconv.FormatInt(o.Timeout.Milliseconds(), 10)
	pool, err := pgxpool.NewWithConfig(ctx, cfg)
	if err != nil {
		return nil, err
	}
	connections := sql.OpenDB(timeoutConnector{stdlib.GetPoolConnector(pool), o.Timeout})
	connections.SetMaxIdleConns(0) // the pool keeps idle ones
	b := bun.NewDB(connections, pgdialect.New())
	if err := b.PingContext(ctx); err != nil {
		pool.Close()
		return nil, err
	}
	return &DB{writer: b, reader: b, Postgres: true, timeout: o.Timeout, pool: pool}, nil
}

// timeoutConnector limits the wait for a connection. database/sql would wait until the caller gives up.
type timeoutConnector struct {
	driver.Connector
	timeout time.Duration
}

func (p timeoutConnector) Connect(ctx context.Context) (driver.Conn, error) {
	limited, cancel := context.WithTimeout(ctx, p.timeout)
	defer cancel()
	c, err := p.Connector.Connect(limited)
	if err != nil && ctx.Err() == nil && limited.Err() != nil {
		return nil, fmt.Errorf("%w: %w", errBusy, err)
	}
	return c, err
}

func openSQLite(file string, o Options) (*DB, error) {
	open := func(mode string, connections int) (*bun.DB, error) {
		s, err := sql.Open("sqlite", fmt.Sprintf("file:%s?_journal_mode=WAL&_synchronous=FULL&_busy_timeout=%d"+
			"&_foreign_keys=on&_time_format=sqlite&_timezone=UTC&%s", file, o.Timeout.Milliseconds(), mode))
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
	return &DB{writer: w, reader: r, timeout: o.Timeout}, nil
}

// acquireWriter waits for SQLite's one writer; the caller closes it to release it.
func (d *DB) acquireWriter(ctx context.Context) (bun.Conn, error) {
	limited, cancel := context.WithTimeout(ctx, d.timeout)
	defer cancel()
	c, err := d.writer.Conn(limited)
	if err != nil && ctx.Err() == nil && limited.Err() != nil {
		return c, fmt.Errorf("%w: %w", errBusy, err)
	}
	return c, err
}
