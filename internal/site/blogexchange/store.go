package blogexchange

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/db"
)

// post is a post with the text that an export has: what readers see or saw, otherwise the draft.
type post struct {
	ID, Status, Slug, Title, Excerpt, HTML, Language string
	CoverID, CoverAlt                                string
	CoverWidth                                       int
	Tags                                             db.JSON[[]string]
	MetaTitle, MetaDescription, CanonicalURL         string
	AuthorName, AuthorEmail                          string // empty when the account is gone
	PublishedAt, ScheduledAt                         *time.Time
	UpdatedAt                                        time.Time
}

// postsAfter reads posts in the order of their ids; of all statuses for status "".
func postsAfter(ctx context.Context, q bun.IDB, status, after string, limit int64) (posts []post, err error) {
	s := selectPosts(q).Where("p.id > ?", after).OrderExpr("p.id").Limit(limit)
	if status != "" {
		s.Where("p.status = ?", status)
	}
	return posts, s.Scan(ctx, &posts)
}

// postByID returns the zero post for one that there is not.
func postByID(ctx context.Context, q bun.IDB, id string) (one post, err error) {
	return one, db.One(selectPosts(q).Where("p.id = ?", id).Scan(ctx, &one), nil)
}

func selectPosts(q bun.IDB) *bun.SelectQuery {
	return q.NewSelect().TableExpr("posts AS p").Join("JOIN post_contents AS c ON c.id = CASE WHEN p.status IN (?, ?) THEN p.live_id ELSE p.draft_id END", published, archived).
		Join("JOIN users AS u ON u.id = p.created_by").Join("LEFT JOIN post_slugs AS s ON s.post_id = p.id AND s.is_current").
		ColumnExpr("p.id, p.status, coalesce(s.slug, '') AS slug, c.title, c.excerpt, c.html, c.language, c.cover_id, c.cover_alt, c.cover_width, c.tags").
		ColumnExpr("c.meta_title, c.meta_description, c.canonical_url, u.full_name AS author_name, u.email AS author_email, p.published_at, p.scheduled_at, p.updated_at").
		Where("p.deleted_at IS NULL")
}

// pictureWidths returns how wide the pictures of the media library are, in pixels, by id; those that there are not are left out.
func pictureWidths(ctx context.Context, q bun.IDB, ids []string) (map[string]int, error) {
	widths := map[string]int{}
	if len(ids) == 0 {
		return widths, nil
	}
	var rows []struct {
		ID    string
		Width int
	}
	err := q.NewSelect().TableExpr("media AS m").ColumnExpr("m.id, m.width").Where("m.id IN (?)", bun.List(ids)).Scan(ctx, &rows)
	for _, r := range rows {
		widths[r.ID] = r.Width
	}
	return widths, err
}
