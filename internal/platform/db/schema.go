package db

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/pressly/goose/v3"
	"github.com/uptrace/bun"
)

//go:embed migrations/*.sql
var embedded embed.FS

// baseline is the version of the first migration. Lower ones were in use before the first release.
const baseline = 20261122000000

// CheckVersion refuses the schema version of a database or a backup from before the first release: no migration leads from there to here.
func CheckVersion(version int64) error {
	if version >= baseline {
		return nil
	}
	return fmt.Errorf("schema version %d is from before the first release of lectern, and this program cannot take it over: "+
		"go on with the program that made it, or start with an empty data folder or database", version)
}

// SchemaVersion returns the version of the newest applied migration.
func (d *DB) SchemaVersion(ctx context.Context, q bun.IDB) (n int64, err error) {
	err = q.NewSelect().Table(goose.DefaultTablename).ColumnExpr("max(version_id)").Where("is_applied").Scan(ctx, &n)
	return n, err
}

// migrate applies the migrations that the database lacks, including one with an earlier date than the newest applied: it may
// have been merged, and released, later.
func (d *DB) migrate(ctx context.Context, files fs.FS, mustExist bool) (err error) {
	dialect, other := goose.DialectSQLite3, ".postgres.sql"
	if d.Postgres {
		dialect, other = goose.DialectPostgres, ".sqlite.sql"
		unlock, failed := d.lockSchema(ctx)
		if failed != nil {
			return failed
		}
		defer func() { err = errors.Join(err, unlock()) }()
	}
	p, err := goose.NewProvider(dialect, d.writer.DB, dialectFiles{files, other}, goose.WithAllowOutofOrder(true))
	if err != nil {
		return err
	}
	applied, err := d.appliedMigrations(ctx)
	if err == nil && mustExist && len(applied) == 0 {
		err = errors.New("there is no installation in this database, so nothing was done: say where it is with --data or --database")
	}
	if err == nil {
		err = checkApplied(applied, p.ListSources())
	}
	if err != nil {
		return err
	}
	_, err = p.Up(ctx)
	return explainMigration(err)
}

// explainMigration says which migration does not fit the data, and with which program to go on. Each migration is a transaction
// of its own.
func explainMigration(err error) error {
	partial, ok := errors.AsType[*goose.PartialError](err)
	if !ok {
		return err
	}
	advice := "the database was not changed: go on with the program that was used until now"
	if n := len(partial.Applied); n > 0 {
		advice = fmt.Sprintf("%d earlier ones were: restore the backup from before the upgrade, and go on with the program that wrote it", n)
	}
	return fmt.Errorf("the data does not fit the migration %s, which was not applied (%w); %s", path.Base(partial.Failed.Source.Path), partial.Err, advice)
}

// dialectFiles are the migrations for one database: NAME.sql is for both, NAME.sqlite.sql and NAME.postgres.sql are for one of them.
type dialectFiles struct {
	fs.FS
	other string // how the names of the other database's files end
}

// Glob is how goose lists the files.
func (f dialectFiles) Glob(pattern string) ([]string, error) {
	names, err := fs.Glob(f.FS, pattern)
	return slices.DeleteFunc(names, func(name string) bool { return strings.HasSuffix(name, f.other) }), err
}

// appliedMigrations lists the versions of the applied migrations; none for a new database. It only reads, unlike goose, which
// would create its table.
func (d *DB) appliedMigrations(ctx context.Context) (versions []int64, err error) {
	exists := "SELECT count(*) > 0 FROM sqlite_master WHERE name = ?"
	if d.Postgres {
		exists = "SELECT to_regclass(?) IS NOT NULL"
	}
	var found bool
	if err := d.reader.NewRaw(exists, goose.DefaultTablename).Scan(ctx, &found); err != nil || !found {
		return nil, err
	}
	err = d.reader.NewSelect().Table(goose.DefaultTablename).Column("version_id").
		Where("is_applied").Where("version_id > 0"). // goose's own first row is 0
		OrderExpr("version_id").Scan(ctx, &versions)
	return versions, err
}

// checkApplied refuses a database from before the baseline, and one with a migration that this program does not have: a newer
// program has migrated it, and an older one must not write what it does not understand.
func checkApplied(applied []int64, known []*goose.Source) error {
	if len(applied) > 0 && !slices.Contains(applied, baseline) {
		if err := CheckVersion(applied[len(applied)-1]); err != nil {
			return fmt.Errorf("the database was not changed: %w", err)
		}
	}
	for _, version := range slices.Backward(applied) {
		if !slices.ContainsFunc(known, func(s *goose.Source) bool { return s.Version == version }) {
			return fmt.Errorf("the database was not changed: it has schema version %d, this program knows versions up to %d: start a newer lectern",
				version, known[len(known)-1].Version)
		}
	}
	return nil
}

// lockSchema lets only one process migrate at a time.
func (d *DB) lockSchema(ctx context.Context) (unlock func() error, err error) {
	conn, err := d.writer.DB.Conn(ctx)
	if err != nil {
		return nil, err
	}
	_, err = conn.ExecContext(ctx, "SET lock_timeout = 0") // another process's migration may take long
	if err == nil {
		_, err = conn.ExecContext(ctx, "SELECT pg_advisory_lock(hashtext('migrate ' || current_schema()))")
	}
	if err != nil {
		return nil, errors.Join(err, conn.Close())
	}
	return func() error {
		_, err := conn.ExecContext(ctx, "SELECT pg_advisory_unlock(hashtext('migrate ' || current_schema())); RESET lock_timeout")
		return errors.Join(err, conn.Close())
	}, nil
}
