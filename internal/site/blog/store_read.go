package blog

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/db"
	"lectern/internal/platform/rest"
	"lectern/internal/platform/text"
	"lectern/internal/site/posttag"
)

// found is a post with its live text, or with its draft.
type found struct {
	bun.BaseModel `bun:"table:posts,alias:p"`

	row
	Text       content `bun:"embed:c_"`
	Slug       string
	AuthorName string
	AvatarID   string
	IsLiked    bool
}

// live selects published posts with what readers see.
func live(q bun.IDB) *bun.SelectQuery {
	return joined(q, "p.live_id").Where("p.status = ?", published)
}

// joined selects posts with one of their texts, their address and their author.
func joined(q bun.IDB, which string) *bun.SelectQuery {
	return q.NewSelect().TableExpr("posts AS p").Join("JOIN post_contents AS c ON c.id = " + which).Join("JOIN users AS u ON u.id = p.created_by").
		Join("LEFT JOIN profiles AS f ON f.user_id = u.id").Join("LEFT JOIN post_slugs AS s ON s.post_id = p.id AND s.is_current").
		ColumnExpr("p.*, coalesce(s.slug, '') AS slug, u.full_name AS author_name, coalesce(f.avatar_id, '') AS avatar_id").
		ColumnExpr(`c.title AS c_title, c.excerpt AS c_excerpt, c.cover_id AS c_cover_id, c.cover_width AS c_cover_width, c.cover_alt AS c_cover_alt,
			c.language AS c_language, c.tags AS c_tags, c.words AS c_words, c.read_minutes AS c_read_minutes`)
}

func withText(s *bun.SelectQuery) *bun.SelectQuery {
	return s.ColumnExpr("c.html AS c_html, c.meta_title AS c_meta_title, c.meta_description AS c_meta_description, c.canonical_url AS c_canonical_url")
}

// orders are the ORDER BY of each sort.
var orders = map[string]string{
	"newest": "p.published_at DESC, p.id DESC",
	"oldest": "p.published_at, p.id",
}

// taggedOrders are the same for the posts of a tag.
var taggedOrders = map[string]string{
	"newest": "t.published_at DESC, t.post_id DESC",
	"oldest": "t.published_at, t.post_id",
}

// narrow applies a filter to published posts.
func narrow(s *bun.SelectQuery, f PostFilter) *bun.SelectQuery {
	if f.Tag != "" {
		s.Join("JOIN post_tags AS t ON t.post_id = p.id AND t.tag_id = ?", posttag.BySlug(f.Tag))
	}
	return own(s, f.Author)
}

func list(ctx context.Context, q bun.IDB, f PostFilter, limit, offset int64) (posts []found, err error) {
	by := orders
	if f.Tag != "" {
		by = taggedOrders
	}
	err = narrow(live(q), f).OrderExpr(by[f.Sort]).Limit(limit).Offset(offset).Scan(ctx, &posts)
	return posts, err
}

// count counts the posts of a filter, up to rest.MaxCount.
func count(ctx context.Context, q bun.IDB, f PostFilter) (rest.Count, error) {
	some := narrow(q.NewSelect().TableExpr("posts AS p").ColumnExpr("1").Where("p.status = ?", published), f).Limit(rest.MaxCount + 1)
	n, err := q.NewSelect().TableExpr("(?) AS counted", some).Count(ctx)
	return rest.CountUpTo(n), err
}

// featured lists the featured posts in their order, filled up by the newest. Only published posts are featured.
func featured(ctx context.Context, q bun.IDB, limit int64) (posts []found, err error) {
	if err = joined(q, "p.live_id").Where("p.featured_rank IS NOT NULL").OrderExpr("p.featured_rank").Limit(limit).Scan(ctx, &posts); err != nil {
		return nil, err
	}
	missing := limit - int64(len(posts))
	if missing == 0 {
		return posts, nil
	}
	var newest []found
	err = live(q).Where("p.featured_rank IS NULL").OrderExpr(orders["newest"]).Limit(missing).Scan(ctx, &newest)
	return append(posts, newest...), err
}

// liveByID reads a post that is or was published, with its text, for a reader, "" for one who is not signed in.
func liveByID(ctx context.Context, q bun.IDB, id, reader string) (f found, err error) {
	err = withText(joined(q, "p.live_id")).ColumnExpr("EXISTS (SELECT 1 FROM post_likes AS l WHERE l.post_id = p.id AND l.user_id = ?) AS is_liked", reader).
		Where("p.id = ? AND p.deleted_at IS NULL AND p.status IN (?, ?)", id, published, archived).Scan(ctx, &f)
	return f, db.One(err, errNotFound)
}

// managed selects the posts that an author writes, "" for all, with their drafts.
func managed(q bun.IDB, author string, f ManageFilter) *bun.SelectQuery {
	s := by(joined(q, "p.draft_id"), author)
	if f.Status == deleted {
		s.Where("p.deleted_at IS NOT NULL")
	} else {
		s.Where("p.deleted_at IS NULL")
	}
	if f.Status != "" && f.Status != deleted {
		s.Where("p.status = ?", f.Status)
	}
	if f.ToReview {
		s.Where("p.review_requested_at IS NOT NULL")
	}
	if f.Search != "" {
		s.Where(`c.title_key LIKE ? ESCAPE '\'`, "%"+db.EscapeLike(text.Fold(f.Search))+"%")
	}
	return s
}

func listManaged(ctx context.Context, q bun.IDB, author string, f ManageFilter, limit, offset int64) (posts []found, err error) {
	order := "p.updated_at DESC, p.id DESC"
	if f.Status == deleted {
		order = "p.deleted_at DESC, p.id DESC"
	}
	err = managed(q, author, f).OrderExpr(order).Limit(limit).Offset(offset).Scan(ctx, &posts)
	return posts, err
}

func countManaged(ctx context.Context, q bun.IDB, author string, f ManageFilter) (rest.Count, error) {
	n, err := q.NewSelect().TableExpr("(?) AS counted", managed(q, author, f).Limit(rest.MaxCount+1)).Count(ctx)
	return rest.CountUpTo(n), err
}

// draftByID reads a post that an author writes, "" for any, with its draft.
func draftByID(ctx context.Context, q bun.IDB, id, author string) (f found, err error) {
	err = own(withText(joined(q, "p.draft_id")).Where("p.id = ?", id), author).Scan(ctx, &f)
	return f, db.One(err, errNotFound)
}

// draftByPreview reads the post behind a preview link that has not expired, with its draft.
func draftByPreview(ctx context.Context, q bun.IDB, hash string, now time.Time) (f found, err error) {
	err = withText(joined(q, "p.draft_id")).Where("p.preview_hash = ? AND p.preview_hash <> '' AND p.preview_expires_at > ? AND p.deleted_at IS NULL", hash, now).Scan(ctx, &f)
	return f, db.One(err, errNoPreview)
}

// tagsOf reads the tags of published posts, in order.
func tagsOf(ctx context.Context, q bun.IDB, posts []string) (map[string][]PostTag, error) {
	var rows []struct {
		PostID string
		PostTag
	}
	of := map[string][]PostTag{}
	if len(posts) == 0 {
		return of, nil
	}
	err := q.NewSelect().TableExpr("post_tags AS pt").Join("JOIN blog_tags AS t ON t.id = pt.tag_id").ColumnExpr("pt.post_id, t.name, t.slug").
		Where("pt.post_id IN (?)", bun.List(posts)).OrderExpr("pt.post_id, pt.position").Scan(ctx, &rows)
	for _, r := range rows {
		of[r.PostID] = append(of[r.PostID], r.PostTag)
	}
	return of, err
}

// usedTags lists the tags of published posts, those with most posts first, or by name.
func usedTags(ctx context.Context, q bun.IDB, byName bool, limit int64) (tags []BlogTag, err error) {
	tags = []BlogTag{}
	order := "t.posts DESC, t.name_key"
	if byName {
		order = "t.name_key"
	}
	err = q.NewSelect().Model(&tags).Where("t.posts > 0").OrderExpr(order).Limit(limit).Scan(ctx)
	return tags, err
}

// tagBySlug reads a tag that published posts have, by an address that it has or had.
func tagBySlug(ctx context.Context, q bun.IDB, slug string) (t BlogTag, err error) {
	err = q.NewSelect().Model(&t).Where("t.id = ? AND t.posts > 0", posttag.BySlug(slug)).Scan(ctx)
	return t, db.One(err, errNoTag)
}

// taggedPosts lists the newest published posts of a tag.
func taggedPosts(ctx context.Context, q bun.IDB, tag string, limit int64) (ids []string, err error) {
	err = q.NewSelect().TableExpr("post_tags AS t").ColumnExpr("t.post_id").Where("t.tag_id = ?", posttag.BySlug(tag)).
		OrderExpr(taggedOrders["newest"]).Limit(limit).Scan(ctx, &ids)
	return ids, err
}

func newestIDs(ctx context.Context, q bun.IDB, limit int64) (ids []string, err error) {
	err = q.NewSelect().TableExpr("posts AS p").ColumnExpr("p.id").Where("p.status = ?", published).OrderExpr(orders["newest"]).Limit(limit).Scan(ctx, &ids)
	return ids, err
}

// liveByIDs reads those of some posts that are published.
func liveByIDs(ctx context.Context, q bun.IDB, ids []string) (posts []found, err error) {
	if len(ids) == 0 {
		return nil, nil
	}
	return posts, live(q).Where("p.id IN (?)", bun.List(ids)).Scan(ctx, &posts)
}
