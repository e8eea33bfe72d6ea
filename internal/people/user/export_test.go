package user

import (
	"context"
	"time"

	"github.com/uptrace/bun"
)

// Statement returns the SQL of a page of 20.
func Statement(q bun.IDB, f Filter, behind []string, now time.Time) (string, error) {
	if err := f.read(); err != nil {
		return "", err
	}
	var us []UserRow
	at, err := newQuery(context.Background(), q, f, now)
	if err != nil {
		return "", err
	}
	at.behind = behind
	s, err := at.statement(&us, 21)
	if err != nil {
		return "", err
	}
	return s.String(), nil
}

// Mark returns the contents of the cursor after the first user.
func Mark(ctx context.Context, q bun.IDB, f Filter, now time.Time) ([]string, error) {
	if err := f.read(); err != nil {
		return nil, err
	}
	at := query{db: q, filter: f, now: now}
	us, err := at.page(ctx, 3)
	if err != nil || len(us) < 3 {
		return nil, err
	}
	return []string{at.order().value(us[2]), us[2].ID}, nil
}
