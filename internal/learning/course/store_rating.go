package course

import (
	"context"

	"github.com/uptrace/bun"

	"lectern/internal/platform/db"
)

// LockRating returns the rating of a course, locked until the transaction ends, or ErrNotFound.
func LockRating(ctx context.Context, tx bun.IDB, id string) (Rating, error) {
	var c Course
	err := db.ForUpdate(tx.NewSelect().Model(&c).Column("rating_average", "rating_count", "rating_distribution", "rating_rank")).Where("c.id = ?", id).Scan(ctx)
	return c.Rating, db.One(err, ErrNotFound)
}

// PutRating stores the rating of a locked course. Teachers' edits of the course go on: its version stays.
func PutRating(ctx context.Context, tx bun.IDB, id string, r Rating) error {
	_, err := tx.NewRaw("UPDATE courses SET rating_average = ?, rating_count = ?, rating_distribution = ?, rating_rank = ? WHERE id = ?",
		r.Average, r.Count, r.Distribution, r.Rank, id).Exec(ctx)
	return err
}
