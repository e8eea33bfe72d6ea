package user

import (
	"context"
	"net/url"
	"strings"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/db"
	"lectern/internal/platform/fault"
)

const maxFilters = 50 // per administrator

var (
	errNoFilter    = fault.New(fault.NotFound, "filter_not_found", "This filter doesn't exist.")
	errFilterTaken = fault.New(fault.Conflict, "filter_name_taken", "You already have a filter with this name.")
)

// Filters lists the caller's saved filters by name. For administrators.
func (s *Service) Filters(ctx context.Context, who access.Caller) ([]UserFilter, error) {
	return filtersOf(ctx, s.db.Reader(), who.ID)
}

// SaveFilter saves a filter of the caller. For administrators. fault.Invalid for an invalid filter, fault.Conflict when the
// caller has used the name or has 50 filters.
func (s *Service) SaveFilter(ctx context.Context, who access.Caller, n NewUserFilter) (UserFilter, error) {
	if err := n.check(); err != nil {
		return UserFilter{}, err
	}
	row := UserFilter{ID: db.NewID(), OwnerID: who.ID, Name: n.Name, Query: n.Query, CreatedAt: s.clock.Now()}
	return row, s.db.InTx(ctx, func(tx bun.IDB) error {
		count, err := countFilters(ctx, tx, who.ID)
		if err == nil && count >= maxFilters {
			err = fault.New(fault.Conflict, "too_many_filters", "You have 50 filters. Remove one first.")
		}
		if err != nil {
			return err
		}
		return insertFilter(ctx, tx, row)
	})
}

// ChangeFilter replaces a filter of the caller. For administrators. fault.NotFound also for another administrator's,
// otherwise as SaveFilter.
func (s *Service) ChangeFilter(ctx context.Context, who access.Caller, id string, n NewUserFilter) (row UserFilter, err error) {
	if err := n.check(); err != nil {
		return row, err
	}
	return row, s.db.InTx(ctx, func(tx bun.IDB) error {
		row, err = updateFilter(ctx, tx, who.ID, id, n)
		return err
	})
}

// DeleteFilter deletes a filter of the caller. For administrators. fault.NotFound also for another administrator's.
func (s *Service) DeleteFilter(ctx context.Context, who access.Caller, id string) error {
	return s.db.InTx(ctx, func(tx bun.IDB) error { return deleteFilter(ctx, tx, who.ID, id) })
}

func (n *NewUserFilter) check() error {
	n.Name = strings.TrimSpace(n.Name)
	_, err := url.ParseQuery(n.Query)
	var broken fault.Fields
	broken.Require(err == nil && !strings.Contains(n.Query, "\x00"), "query", "invalid_format", "This is not a filter")
	broken.Require(!strings.Contains(n.Name, "\x00"), "name", "invalid_format", "The name contains a character that can't be shown")
	return broken.Err()
}
