package sitefeedback

import (
	"context"

	"github.com/uptrace/bun"

	"lectern/internal/platform/db"
	"lectern/internal/platform/rest"
)

// insert stores feedback, unless its form has come in already.
func insert(ctx context.Context, tx bun.IDB, f SiteFeedback) error {
	_, err := tx.NewInsert().Model(&f).On("CONFLICT (form_id) DO NOTHING").Exec(ctx)
	return err
}

func isKnownForm(ctx context.Context, q bun.IDB, formID string) (bool, error) {
	return q.NewSelect().TableExpr("site_feedback").Where("form_id = ?", formID).Exists(ctx)
}

func nameAndEmail(ctx context.Context, q bun.IDB, user string) (name, email string, err error) {
	return name, email, q.NewRaw("SELECT full_name, email FROM users WHERE id = ?", user).Scan(ctx, &name, &email)
}

func narrow(s *bun.SelectQuery, f FeedbackFilter) *bun.SelectQuery {
	if f.Status != "" {
		s.Where("f.status = ?", f.Status)
	}
	if f.Rating > 0 {
		s.Where("f.rating = ?", f.Rating)
	}
	return s
}

func list(ctx context.Context, q bun.IDB, f FeedbackFilter, limit, offset int64) (fs []SiteFeedback, err error) {
	fs = []SiteFeedback{}
	return fs, narrow(q.NewSelect().Model(&fs), f).OrderExpr("f.created_at DESC, f.id DESC").Limit(limit).Offset(offset).Scan(ctx)
}

// count counts feedback up to rest.MaxCount.
func count(ctx context.Context, q bun.IDB, f FeedbackFilter) (rest.Count, error) {
	some := narrow(q.NewSelect().TableExpr("site_feedback AS f"), f).ColumnExpr("1").Limit(rest.MaxCount + 1)
	n, err := q.NewSelect().TableExpr("(?) AS counted", some).Count(ctx)
	return rest.CountUpTo(n), err
}

func newestPublished(ctx context.Context, q bun.IDB, most int64) (fs []SiteFeedback, err error) {
	return fs, q.NewSelect().Model(&fs).Where("f.published_at IS NOT NULL").OrderExpr("f.published_at DESC, f.id DESC").Limit(most).Scan(ctx)
}

// lock returns feedback whose row no other transaction changes until this one ends.
func lock(ctx context.Context, tx bun.IDB, id string) (f SiteFeedback, err error) {
	if err := db.MustChange(ctx, tx.NewRaw("UPDATE site_feedback SET status = status WHERE id = ?", id), errNoFeedback); err != nil {
		return f, err
	}
	return f, db.One(tx.NewSelect().Model(&f).Where("f.id = ?", id).Scan(ctx), errNoFeedback)
}

func decide(ctx context.Context, tx bun.IDB, f SiteFeedback) error {
	_, err := tx.NewUpdate().Model(&f).Column("status", "published_at").WherePK().Exec(ctx)
	return err
}
