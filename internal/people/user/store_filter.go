package user

import (
	"context"

	"github.com/uptrace/bun"

	"lectern/internal/platform/db"
)

// filtersOf lists an administrator's filters by name.
func filtersOf(ctx context.Context, q bun.IDB, owner string) (fs []UserFilter, err error) {
	fs = []UserFilter{}
	return fs, q.NewSelect().Model(&fs).Where("f.owner_id = ?", owner).Order("f.name", "f.id").Scan(ctx)
}

func countFilters(ctx context.Context, q bun.IDB, owner string) (int64, error) {
	return q.NewSelect().Table("user_filters").Where("owner_id = ?", owner).Count(ctx)
}

// insertFilter returns errFilterTaken when the owner has a filter of this name.
func insertFilter(ctx context.Context, tx bun.IDB, f UserFilter) error {
	_, err := tx.NewInsert().Model(&f).Exec(ctx)
	return errIfTaken(err)
}

// updateFilter returns errNoFilter when the owner has no such filter, errFilterTaken when another one has the name.
func updateFilter(ctx context.Context, tx bun.IDB, owner, id string, n NewUserFilter) (f UserFilter, err error) {
	err = db.MustChange(ctx, tx.NewRaw("UPDATE user_filters SET name = ?, query = ? WHERE id = ? AND owner_id = ?", n.Name, n.Query, id, owner), errNoFilter)
	if err != nil {
		return f, errIfTaken(err)
	}
	return f, tx.NewSelect().Model(&f).Where("f.id = ?", id).Scan(ctx)
}

// deleteFilter returns errNoFilter when the owner has no such filter.
func deleteFilter(ctx context.Context, tx bun.IDB, owner, id string) error {
	return db.MustChange(ctx, tx.NewRaw("DELETE FROM user_filters WHERE id = ? AND owner_id = ?", id, owner), errNoFilter)
}

func deleteFiltersOf(ctx context.Context, tx bun.IDB, owner string) error {
	_, err := tx.NewRaw("DELETE FROM user_filters WHERE owner_id = ?", owner).Exec(ctx)
	return err
}

func errIfTaken(err error) error {
	if db.IsUniqueViolation(err) {
		return errFilterTaken
	}
	return err
}
