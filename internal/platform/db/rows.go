package db

import (
	"context"
	"database/sql"
	"errors"
)

// One is the error of a query for one row, with missing in place of sql.ErrNoRows: a fault, or nil where a row may be missing and its
// zero value stands for that.
//
//	err = q.NewSelect().Model(&v).Where("id = ?", id).Scan(ctx)
//	return v, db.One(err, errNoVideo)
func One(err, missing error) error {
	if errors.Is(err, sql.ErrNoRows) {
		return missing
	}
	return err
}

// Optional is the row that a query has scanned into v, or nil when there was none.
func Optional[T any](v *T, err error) (*T, error) {
	if err != nil {
		return nil, One(err, nil)
	}
	return v, nil
}

// Found says whether a query for one row has found it, by the query's error.
func Found(err error) (bool, error) { return err == nil, One(err, nil) }

// Affected is how many rows a statement has changed: db.Affected(update.Exec(ctx)).
func Affected(result sql.Result, err error) (int64, error) {
	if err != nil {
		return 0, err
	}
	return result.RowsAffected()
}

// Changed says whether a statement has changed anything: db.Changed(update.Exec(ctx)).
func Changed(result sql.Result, err error) (bool, error) {
	n, err := Affected(result, err)
	return n > 0, err
}

// Statement is what bun builds to change rows.
type Statement interface {
	Exec(ctx context.Context, dest ...any) (sql.Result, error)
}

// MustChange executes a statement that has to change a row; unchanged is the error when there was none to change.
func MustChange(ctx context.Context, s Statement, unchanged error) error {
	if changed, err := Changed(s.Exec(ctx)); err != nil || changed {
		return err
	}
	return unchanged
}
