package db_test

import (
	"database/sql"
	"errors"
	"fmt"
	"path/filepath"
	"testing"

	"github.com/uptrace/bun"

	"lectern/internal/platform/db"
)

var errNoSetting = errors.New("no such setting")

func TestRows(t *testing.T) {
	t.Parallel()
	d, err := db.Open(t.Context(), filepath.Join(t.TempDir(), "test.db"), db.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	value := func(name string) (v string, err error) {
		err = d.Reader().NewRaw("SELECT value FROM settings WHERE name = ?", name).Scan(t.Context(), &v)
		return v, err
	}
	err = d.InTx(t.Context(), func(tx bun.IDB) error {
		set := func() (bool, error) {
			return db.Changed(tx.NewRaw("INSERT INTO settings (name, value) VALUES ('a', '1') ON CONFLICT (name) DO NOTHING").Exec(t.Context()))
		}
		if changed, err := set(); err != nil || !changed {
			t.Errorf("the first insert: %v %v", changed, err)
		}
		if changed, err := set(); err != nil || changed {
			t.Errorf("the second insert: %v %v", changed, err)
		}
		rename := func(from string) error {
			return db.MustChange(t.Context(), tx.NewUpdate().Table("settings").Set("name = 'b'").Where("name = ?", from), errNoSetting)
		}
		if err := rename("a"); err != nil {
			t.Errorf("an existing row: %v", err)
		}
		if err := rename("a"); !errors.Is(err, errNoSetting) {
			t.Errorf("a missing row: %v", err)
		}
		if _, err := db.Affected(tx.NewRaw("UPDATE nowhere SET x = 1").Exec(t.Context())); err == nil {
			t.Error("a failing statement returned no error")
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]bool{"a": false, "b": true} {
		v, err := value(name)
		if found, e := db.Found(err); e != nil || found != want {
			t.Errorf("%s: found %v, %v", name, found, e)
		}
		if p, e := db.Optional(&v, err); e != nil || (p != nil) != want {
			t.Errorf("%s: %v, %v", name, p, e)
		}
		if e := db.One(err, errNoSetting); errors.Is(e, errNoSetting) == want {
			t.Errorf("%s: %v", name, e)
		}
	}
	broken := fmt.Errorf("broken: %w", sql.ErrConnDone)
	if _, err := db.Found(broken); !errors.Is(err, sql.ErrConnDone) {
		t.Errorf("an error other than a missing row: %v", err)
	}
	if p, err := db.Optional(new(string), broken); p != nil || !errors.Is(err, sql.ErrConnDone) {
		t.Errorf("an error other than a missing row: %v, %v", p, err)
	}
}
