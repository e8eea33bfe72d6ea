package db

import (
	"context"
	"database/sql"
	"errors"
)

// One returns the error of a query for one row, with missing in place of sql.ErrNoRows: a fault, or nil where the zero
// value stands for a missing row.
//
//	err = q.NewSelect().Model(&v).Where("id = ?", id).Scan(ctx)
//	return v, db.One(err, errNoVideo)
func One(err, missing error) error {
	if errors.Is(err, sql.ErrNoRows) {
		return missing
	}
	return err
}

// Optional returns the row that a query has scanned into v, or nil when there was none.
func Optional[T any](v *T, err error) (*T, error) {
	if err != nil {
		return nil, One(err, nil)
	}
	return v, nil
}

// Found reports, from the error of a query for one row, whether there was one.
func Found(err error) (bool, error) { return err == nil, One(err, nil) }

// Affected returns how many rows a statement has changed: db.Affected(update.Exec(ctx)).
func Affected(result sql.Result, err error) (int64, error) {
	if err != nil {
		return 0, err
	}
	return result.RowsAffected()
}

// Changed reports whether a statement has changed any row: db.Changed(update.Exec(ctx)).
func Changed(result sql.Result, err error) (bool, error) {
	n, err := Affected(result, err)
	return n > 0, err
}

// Statement is a statement of bun that changes rows.
type Statement interface {
	Exec(ctx context.Context, dest ...any) (sql.Result, error)
}

// MustChange executes a statement that has to change a row, and returns unchanged when it changed none.
func MustChange(ctx context.Context, s Statement, unchanged error) error {
	if changed, err := Changed(s.Exec(ctx)); err != nil || changed {
		return err
	}
	return unchanged
}
