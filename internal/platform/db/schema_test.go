package db_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/uptrace/bun"

	"lectern/internal/platform/db"
	"lectern/internal/platform/db/dbtest"
)

// exec runs statements in one transaction.
func exec(t *testing.T, d *db.DB, statements ...string) {
	t.Helper()
	err := d.InTx(t.Context(), func(tx bun.IDB) error {
		for _, s := range statements {
			if _, err := tx.NewRaw(s).Exec(t.Context()); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// relations lists the tables, indexes, triggers and views of a database, and its recorded migrations.
func relations(t *testing.T, d *db.DB) (all []string) {
	t.Helper()
	names, versions := "SELECT name FROM sqlite_master ORDER BY name", []string{}
	if d.Postgres {
		names = "SELECT relname FROM pg_class WHERE relnamespace = current_schema()::regnamespace ORDER BY relname"
	}
	err := errors.Join(d.Reader().NewRaw(names).Scan(t.Context(), &all),
		d.Reader().NewRaw("SELECT CAST(version_id AS TEXT) FROM goose_db_version ORDER BY id").Scan(t.Context(), &versions))
	if err != nil || len(all) == 0 || len(versions) == 0 {
		t.Fatal(all, versions, err)
	}
	return append(all, versions...)
}

func TestForeignSchemaIsRefused(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		history []string // recorded migrations
		want    []string // in the error
	}{
		"before the first release": {
			[]string{"DELETE FROM goose_db_version WHERE version_id > 0", "INSERT INTO goose_db_version (version_id, is_applied) VALUES (1, TRUE), (58, TRUE)"},
			[]string{"schema version 58", "before the first release", "was not changed", "an empty data folder or database"},
		},
		"newer than the program": {
			[]string{"INSERT INTO goose_db_version (version_id, is_applied) VALUES (99991231235959, TRUE)"},
			[]string{"schema version 99991231235959", "was not changed", "start a newer lectern"},
		},
		"older, but of another program": {
			[]string{"INSERT INTO goose_db_version (version_id, is_applied) VALUES (20261122000002, TRUE)"},
			[]string{"schema version 20261122000002", "was not changed", "start a newer lectern"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			address := dbtest.Address(t, os.Getenv("TEST_POSTGRES"))
			reopen := func(o db.Options) (*db.DB, error) { return db.Open(t.Context(), address, o) }
			d, err := reopen(db.Options{Migrated: true})
			if err != nil {
				t.Fatal(err)
			}
			defer d.Close()
			exec(t, d, c.history...)
			before := relations(t, d)
			refused, err := reopen(db.Options{})
			if err == nil {
				refused.Close()
				t.Fatal("it was opened")
			}
			for _, want := range c.want {
				if !strings.Contains(err.Error(), want) {
					t.Errorf("%q does not say %q", err, want)
				}
			}
			if after := relations(t, d); !slices.Equal(after, before) {
				t.Errorf("the database was changed: %v", after)
			}
		})
	}
}

// Data that a migration cannot take stays as it was, and the error names the migration and the way back.
func TestUnfitDataIsRefused(t *testing.T) {
	t.Parallel()
	d := dbtest.New(t, os.Getenv("TEST_POSTGRES"))
	files := fstest.MapFS{}
	names, err := fs.Glob(os.DirFS("migrations"), "*.sql")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		files[name] = &fstest.MapFile{Data: []byte("-- +goose Up\nnot to be run again;\n")}
	}
	exec(t, d, "CREATE TABLE twins (name TEXT)", "INSERT INTO twins VALUES ('same'), ('same')")
	before := relations(t, d)
	files["99990101000000_unique.sql"] = &fstest.MapFile{Data: []byte("-- +goose Up\nCREATE TABLE half_done (id BIGINT);\nCREATE UNIQUE INDEX twins_name ON twins (name);\n")}
	err = db.MigrateWith(d, t.Context(), files, false)
	for _, want := range []string{"99990101000000_unique.sql", "was not changed", "the program that was used until now"} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v does not say %q", err, want)
		}
	}
	if after := relations(t, d); !slices.Equal(after, before) {
		t.Errorf("the database was changed: %v", after)
	}
	files["99990100000000_before.sql"] = &fstest.MapFile{Data: []byte("-- +goose Up\nCREATE TABLE before_it (id BIGINT);\n")}
	if err := db.MigrateWith(d, t.Context(), files, false); err == nil || !strings.Contains(err.Error(), "restore the backup") {
		t.Errorf("after an earlier migration was applied: %v", err)
	}
}

// A command that works on an installation does not create one.
func TestAnEmptyDatabaseIsNoInstallation(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "empty.db")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	d, err := db.Open(t.Context(), file, db.Options{MustExist: true})
	if err == nil {
		d.Close()
	}
	if info, statErr := os.Stat(file); err == nil || statErr != nil || info.Size() > 4096 {
		t.Errorf("%v, and the file is %+v", err, info)
	}
}

// Branches may be merged in another order than that of the dates of their migrations.
func TestLateMigrationIsApplied(t *testing.T) {
	t.Parallel()
	d := dbtest.New(t, os.Getenv("TEST_POSTGRES"))
	files := fstest.MapFS{}
	names, err := fs.Glob(os.DirFS("migrations"), "*.sql")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		files[name] = &fstest.MapFile{Data: []byte("-- +goose Up\nnot to be run again;\n")}
	}
	migrate := func(name, statement string) {
		t.Helper()
		files[name] = &fstest.MapFile{Data: []byte("-- +goose Up\n" + statement + ";\n")}
		if err := db.MigrateWith(d, t.Context(), files, false); err != nil {
			t.Fatal(err)
		}
	}
	migrate("99990102000000_second.sql", "CREATE TABLE written_second (id BIGINT)")
	migrate("99990101000000_first.sql", "CREATE TABLE written_first (id BIGINT)")
	for _, table := range []string{"written_first", "written_second"} {
		if !slices.Contains(relations(t, d), table) {
			t.Errorf("there is no table %s", table)
		}
	}
}
