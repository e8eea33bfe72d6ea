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

const mostFilters = 50 // that one administrator keeps

var (
	errNoFilter    = fault.New(fault.NotFound, "filter_not_found", "There is no such filter.")
	errFilterTaken = fault.New(fault.Conflict, "filter_name_taken", "You have a filter of this name already.")
)

// Filters is what the caller has kept, by name. For administrators.
func (s *Service) Filters(ctx context.Context, who access.Caller) (fs []UserFilter, err error) {
	fs = []UserFilter{}
	return fs, s.db.Reader().NewSelect().Model(&fs).Where("f.owner_id = ?", who.ID).Order("f.name", "f.id").Scan(ctx)
}

// KeepFilter keeps a filter for the caller. For administrators. fault.Invalid when it is none, fault.Conflict for a name that
// the caller has used and when there are 50.
func (s *Service) KeepFilter(ctx context.Context, who access.Caller, n NewUserFilter) (UserFilter, error) {
	if err := n.check(); err != nil {
		return UserFilter{}, err
	}
	row := UserFilter{ID: db.NewID(), OwnerID: who.ID, Name: n.Name, Query: n.Query, CreatedAt: s.clock.Now()}
	return row, s.db.InTx(ctx, func(tx bun.IDB) error {
		count, err := tx.NewSelect().Table("user_filters").Where("owner_id = ?", who.ID).Count(ctx)
		if err == nil && count >= mostFilters {
			err = fault.New(fault.Conflict, "too_many_filters", "You keep 50 filters already. Please remove one first.")
		}
		if err != nil {
			return err
		}
		_, err = tx.NewInsert().Model(&row).Exec(ctx)
		return taken(err)
	})
}

// ChangeFilter replaces a filter of the caller. For administrators. fault.NotFound also for another's, otherwise as KeepFilter.
func (s *Service) ChangeFilter(ctx context.Context, who access.Caller, id string, n NewUserFilter) (row UserFilter, err error) {
	if err := n.check(); err != nil {
		return row, err
	}
	return row, s.db.InTx(ctx, func(tx bun.IDB) error {
		result, err := tx.NewRaw("UPDATE user_filters SET name = ?, query = ? WHERE id = ? AND owner_id = ?", n.Name, n.Query, id, who.ID).Exec(ctx)
		if err := one(result, taken(err)); err != nil {
			return err
		}
		return tx.NewSelect().Model(&row).Where("f.id = ?", id).Scan(ctx)
	})
}

// DropFilter removes a filter of the caller. For administrators. fault.NotFound also for another's.
func (s *Service) DropFilter(ctx context.Context, who access.Caller, id string) error {
	return s.db.InTx(ctx, func(tx bun.IDB) error {
		result, err := tx.NewRaw("DELETE FROM user_filters WHERE id = ? AND owner_id = ?", id, who.ID).Exec(ctx)
		return one(result, err)
	})
}

func (n *NewUserFilter) check() error {
	n.Name = strings.TrimSpace(n.Name)
	_, err := url.ParseQuery(n.Query)
	var broken fault.Fields
	broken.Require(err == nil && !strings.Contains(n.Query, "\x00"), "query", "invalid_format", "This is no filter")
	broken.Require(!strings.Contains(n.Name, "\x00"), "name", "invalid_format", "The name holds a character that cannot be shown")
	return broken.Err()
}

func taken(err error) error {
	if db.IsUniqueViolation(err) {
		return errFilterTaken
	}
	return err
}

// one is errNoFilter when nothing was changed.
func one(result interface{ RowsAffected() (int64, error) }, err error) error {
	if err != nil {
		return err
	}
	if n, err := result.RowsAffected(); err != nil || n == 0 {
		return errNoFilter
	}
	return nil
}
