// Package keyrotation rewraps stored keys after a rotation of the master key, and tells operators which master keys are
// still needed.
package keyrotation

import (
	"context"
	"fmt"

	"github.com/uptrace/bun"

	"lectern/internal/platform/consistency"
	"lectern/internal/platform/db"
	"lectern/internal/platform/seal"
)

const batch = 500 // rows, or their owners, rewrapped in one transaction

// Table is a database table of keys wrapped by the master key. Its functions are those of a feature's store.
type Table[Row any] struct {
	DB     *db.DB
	Master *seal.Master
	Keys   string // in words for operators: "data keys"

	// Count counts the keys by the version of the master key that wraps them.
	Count func(ctx context.Context, q bun.IDB) ([]Count, error)
	// Outdated reads keys wrapped by another version than the newest, in a fixed order, from behind a row on; the zero
	// row is before all.
	Outdated func(ctx context.Context, q bun.IDB, newest int64, after Row, limit int64) ([]Row, error)
	// Wrapped returns the key of a row.
	Wrapped func(Row) (seal.KeyID, seal.WrappedKey)
	// Replace stores the same key wrapped anew, unless the row has changed since it was read.
	Replace func(ctx context.Context, tx bun.IDB, row Row, w seal.WrappedKey) error
}

// Count is how many keys a version of the master key wraps.
type Count struct{ Version, Keys int64 }

// Usage is how the keys of a table relate to the master keys of this machine.
type Usage struct {
	Total   int64
	Old     int64 // wrapped by an older master key than the newest here
	Unknown int64 // wrapped by a master key that is not here: they do not open
	keys    string
}

// String is the state in words for operators.
func (u Usage) String() string {
	switch {
	case u.Unknown > 0:
		return fmt.Sprintf("%d of %d %s are wrapped by a master key that this machine lacks: bring the keys back", u.Unknown, u.Total, u.keys)
	case u.Old > 0:
		return fmt.Sprintf("%d of %d %s are wrapped by an older master key, which must stay: lectern rotate-keys --only-rewrap", u.Old, u.Total, u.keys)
	}
	return fmt.Sprintf("all %d %s are wrapped by the newest master key", u.Total, u.keys)
}

// Usage counts the keys by what wraps them.
func (t Table[Row]) Usage(ctx context.Context) (Usage, error) {
	u := Usage{keys: t.Keys}
	counts, err := t.Count(ctx, t.DB.Reader())
	known, newest := t.Master.Fingerprints(), t.Master.Newest()
	for _, c := range counts {
		u.Total += c.Keys
		if _, ok := known[c.Version]; !ok {
			u.Unknown += c.Keys
		} else if c.Version != newest {
			u.Old += c.Keys
		}
	}
	return u, err
}

// Rewrap wraps every key that an older master key wraps by the newest, and counts them. It may be interrupted and run
// again: the keys themselves stay as they are.
func (t Table[Row]) Rewrap(ctx context.Context) (n int, err error) {
	for last := *new(Row); ; {
		rows, err := t.Outdated(ctx, t.DB.Reader(), t.Master.Newest(), last, batch)
		if err != nil || len(rows) == 0 {
			return n, err
		}
		if err := t.DB.InTx(ctx, func(tx bun.IDB) error { return t.rewrap(ctx, tx, rows) }); err != nil {
			return n, err
		}
		n, last = n+len(rows), rows[len(rows)-1]
	}
}

func (t Table[Row]) rewrap(ctx context.Context, tx bun.IDB, rows []Row) error {
	for _, row := range rows {
		id, old := t.Wrapped(row)
		w, _, err := t.Master.Rewrap(id, old)
		if err != nil {
			return err
		}
		if err := t.Replace(ctx, tx, row, w); err != nil {
			return err
		}
	}
	return nil
}

// Check finds keys that no master key of this machine opens. part names them in the report.
func (t Table[Row]) Check(part string) consistency.Check {
	return func(ctx context.Context, _ consistency.Options) ([]consistency.Finding, error) {
		u, err := t.Usage(ctx)
		return []consistency.Finding{{Part: part, OK: u.Unknown == 0, Text: u.String()}}, err
	}
}
