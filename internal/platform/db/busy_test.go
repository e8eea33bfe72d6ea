package db_test

import (
	"errors"
	"os"
	"testing"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/db"
	"lectern/internal/platform/db/dbtest"
)

// open opens a database with a timeout of a second.
func open(t *testing.T) *db.DB {
	t.Helper()
	d, err := db.Open(t.Context(), dbtest.Address(t, os.Getenv("TEST_POSTGRES")), db.Options{Timeout: time.Second, Connections: 2})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := d.Close(); err != nil {
			t.Error(err)
		}
	})
	return d
}

func count(t *testing.T, d *db.DB) (n int) {
	t.Helper()
	if err := d.Reader().NewRaw("SELECT count(*) FROM busy").Scan(t.Context(), &n); err != nil {
		t.Fatal(err)
	}
	return n
}

// F67: a request that waits too long for a connection is refused, has changed nothing, and succeeds when repeated.
func TestConnectionTimeout(t *testing.T) {
	t.Parallel()
	d := open(t)
	insert := func(tx bun.IDB) error {
		_, err := tx.NewRaw("INSERT INTO busy VALUES (1)").Exec(t.Context())
		return err
	}
	if err := d.InTx(t.Context(), func(tx bun.IDB) error {
		_, err := tx.NewRaw("CREATE TABLE busy (n bigint)").Exec(t.Context())
		return err
	}); err != nil {
		t.Fatal(err)
	}
	var second error
	if err := d.Snapshot(t.Context(), func(bun.IDB) error { // holds one of two connections
		return d.InTx(t.Context(), func(bun.IDB) error {
			second = d.InTx(t.Context(), insert)
			return nil
		})
	}); err != nil {
		t.Fatal(err)
	}
	if !db.IsUnavailable(second) {
		t.Errorf("while all connections were taken: %v", second)
	}
	if n := count(t, d); n != 0 {
		t.Errorf("the refused transaction left %d rows", n)
	}
	if err := d.InTx(t.Context(), insert); err != nil || count(t, d) != 1 {
		t.Errorf("afterwards: %v, %d rows", err, count(t, d))
	}
}

// A caller who cancels does not mean that the database is unavailable.
func TestCancellationIsNotUnavailability(t *testing.T) {
	t.Parallel()
	d := open(t)
	gone := errors.New("the caller has gone")
	if err := d.InTx(t.Context(), func(bun.IDB) error { return gone }); !errors.Is(err, gone) || db.IsUnavailable(err) {
		t.Errorf("got %v", err)
	}
}
