package db_test

import (
	"errors"
	"io/fs"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/uptrace/bun"

	"lectern/internal/platform/db"
	"lectern/internal/testapp"
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
			address := testapp.Address(t, os.Getenv("TEST_POSTGRES"))
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

// Branches may be merged in another order than that of the dates of their migrations.
func TestLateMigrationIsApplied(t *testing.T) {
	t.Parallel()
	d := testapp.Database(t, os.Getenv("TEST_POSTGRES"))
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
		if err := db.MigrateWith(d, t.Context(), files); err != nil {
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
