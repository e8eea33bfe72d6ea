package blogcomment

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/db"
	"lectern/internal/platform/rest"
)

// moderated selects comments for administrators.
func moderated(s *bun.SelectQuery, f ModerationFilter) *bun.SelectQuery {
	if f.Status == "reported" {
		s.Where("c.status = 'published' AND c.reports > 0")
	} else {
		s.Where("c.status = ?", f.Status)
	}
	if f.Post != "" {
		s.Where("c.post_id = ?", f.Post)
	}
	if f.Author != "" {
		s.Where("c.author_id = ?", f.Author)
	}
	return s
}

// listModerated lists comments with their posts, newest first.
func listModerated(ctx context.Context, q bun.IDB, f ModerationFilter, reader string, behind []string, limit int64) (cs []found, err error) {
	s := moderated(selected(q, reader), f).Join("JOIN post_contents AS t ON t.id = p.live_id").Join("LEFT JOIN post_slugs AS g ON g.post_id = p.id AND g.is_current").
		ColumnExpr("t.title AS post_title, coalesce(g.slug, '') AS post_slug").
		ColumnExpr("EXISTS (SELECT 1 FROM blog_blocked_commenters AS b WHERE b.user_id = c.author_id) AS is_blocked").OrderExpr("c.id DESC").Limit(limit)
	if behind != nil {
		s.Where("c.id < ?", behind[0])
	}
	return cs, s.Scan(ctx, &cs)
}

// countModerated counts the comments of a filter, up to rest.MaxCount.
func countModerated(ctx context.Context, q bun.IDB, f ModerationFilter) (rest.Count, error) {
	some := moderated(q.NewSelect().TableExpr("blog_comments AS c").ColumnExpr("1"), f).Limit(rest.MaxCount + 1)
	n, err := q.NewSelect().TableExpr("(?) AS counted", some).Count(ctx)
	return rest.CountUpTo(n), err
}

func putBlock(ctx context.Context, tx bun.IDB, userID, reason, by string, now time.Time) error {
	_, err := tx.NewRaw(`INSERT INTO blog_blocked_commenters (user_id, reason, blocked_by, blocked_at) VALUES (?, ?, ?, ?)
		ON CONFLICT (user_id) DO UPDATE SET reason = excluded.reason, blocked_by = excluded.blocked_by, blocked_at = excluded.blocked_at`, userID, reason, by, now).Exec(ctx)
	return err
}

func removeBlock(ctx context.Context, tx bun.IDB, userID string) (removed bool, err error) {
	return db.Changed(tx.NewRaw("DELETE FROM blog_blocked_commenters WHERE user_id = ?", userID).Exec(ctx))
}

// requireUser returns fault.NotFound unless there is a user.
func requireUser(ctx context.Context, q bun.IDB, id string) error {
	there, err := q.NewSelect().TableExpr("users").Where("id = ?", id).Exists(ctx)
	if err == nil && !there {
		err = errNoUser
	}
	return err
}
