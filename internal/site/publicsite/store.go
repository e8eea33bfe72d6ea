package publicsite

import (
	"context"
	"net/url"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/db"
	"lectern/internal/site/posttag"
)

// post is a published post with its live text.
type post struct {
	ID, Slug, Title, Excerpt, HTML, AuthorName, Language, CoverID, CoverWidth string
	PublishedAt, LiveAt                                                       time.Time
}

// newestPosts reads the newest published posts of a feed.
func newestPosts(ctx context.Context, q bun.IDB, of feedOf, limit int64) (posts []post, err error) {
	s := q.NewSelect().TableExpr("posts AS p").Join("JOIN post_contents AS c ON c.id = p.live_id").Join("JOIN post_slugs AS s ON s.post_id = p.id AND s.is_current").
		Join("JOIN users AS u ON u.id = p.created_by").Where("p.status = 'published'").
		ColumnExpr("p.id, s.slug, c.title, c.excerpt, c.html, u.full_name AS author_name, c.language, c.cover_id, CAST(c.cover_width AS TEXT) AS cover_width, p.published_at, p.live_at")
	switch {
	case of.author != "":
		s.Where("p.created_by = ?", of.author).OrderExpr("p.published_at DESC, p.id DESC")
	case of.tag != "":
		s.Join("JOIN post_tags AS t ON t.post_id = p.id AND t.tag_id = ?", posttag.BySlug(of.tag)).OrderExpr("t.published_at DESC, t.post_id DESC")
	default:
		s.OrderExpr("p.published_at DESC, p.id DESC")
	}
	return posts, s.Limit(limit).Scan(ctx, &posts)
}

// tagsOf reads the names of the tags of posts, in order.
func tagsOf(ctx context.Context, q bun.IDB, posts []post) (map[string][]string, error) {
	of := map[string][]string{}
	if len(posts) == 0 {
		return of, nil
	}
	ids := make([]string, len(posts))
	for i, p := range posts {
		ids[i] = p.ID
	}
	var rows []struct{ PostID, Name string }
	err := q.NewSelect().TableExpr("post_tags AS pt").Join("JOIN blog_tags AS t ON t.id = pt.tag_id").ColumnExpr("pt.post_id, t.name").
		Where("pt.post_id IN (?)", bun.List(ids)).OrderExpr("pt.post_id, pt.position").Scan(ctx, &rows)
	for _, r := range rows {
		of[r.PostID] = append(of[r.PostID], r.Name)
	}
	return of, err
}

// tagName returns the name of a tag that published posts have.
func tagName(ctx context.Context, q bun.IDB, slug string) (name string, err error) {
	err = q.NewSelect().TableExpr("blog_tags").Column("name").Where("id = ? AND posts > 0", posttag.BySlug(slug)).Scan(ctx, &name)
	return name, db.One(err, errNotFound)
}

// authorName returns the name of who wrote published posts or teaches a course of the catalogue.
func authorName(ctx context.Context, q bun.IDB, id string) (name string, err error) {
	err = q.NewSelect().TableExpr("users AS u").ColumnExpr("u.full_name").Where("u.id = ? AND u.status = 'active'", id).
		Where("EXISTS (SELECT 1 FROM posts AS p WHERE p.created_by = u.id AND p.status = 'published') OR "+
			"EXISTS (SELECT 1 FROM course_instructors AS i JOIN courses AS c ON c.id = i.course_id WHERE i.user_id = u.id AND c.status = 'Published')").Scan(ctx, &name)
	return name, db.One(err, errNotFound)
}

// title is what a link picture says: the title of a page, and above it who wrote it or what it is.
type title struct{ Title, Above string }

func postTitle(ctx context.Context, q bun.IDB, id string) (t title, err error) {
	err = q.NewSelect().TableExpr("posts AS p").Join("JOIN post_contents AS c ON c.id = p.live_id").Join("JOIN users AS u ON u.id = p.created_by").
		ColumnExpr("c.title, u.full_name AS above").Where("p.id = ? AND p.status = 'published'", id).Scan(ctx, &t)
	return t, db.One(err, errNotFound)
}

func courseTitle(ctx context.Context, q bun.IDB, id string) (t title, err error) {
	err = q.NewSelect().TableExpr("courses").ColumnExpr("title, category AS above").Where("id = ? AND status = 'Published'", id).Scan(ctx, &t)
	return t, db.One(err, errNotFound)
}

// The first and the last of a month are found by the indexes of the lists.

func nextPost(ctx context.Context, q bun.IDB, from time.Time) (at time.Time, err error) {
	err = q.NewSelect().TableExpr("posts").Column("published_at").Where("status = 'published' AND published_at >= ?", from).OrderExpr("published_at").Limit(1).Scan(ctx, &at)
	return at, db.One(err, nil)
}

func nextCourse(ctx context.Context, q bun.IDB, from time.Time) (at time.Time, err error) {
	err = q.NewSelect().TableExpr("courses").Column("created_at").Where("status = 'Published' AND created_at >= ?", from).OrderExpr("created_at").Limit(1).Scan(ctx, &at)
	return at, db.One(err, nil)
}

func postsWithin(ctx context.Context, q bun.IDB, from, until time.Time) (all []place, err error) {
	var rows []struct {
		Slug   string
		LiveAt time.Time
	}
	err = q.NewSelect().TableExpr("posts AS p").Join("JOIN post_slugs AS s ON s.post_id = p.id AND s.is_current").ColumnExpr("s.slug, p.live_at").
		Join("JOIN post_contents AS c ON c.id = p.live_id AND c.canonical_url = ''").Where("p.status = 'published' AND p.published_at >= ? AND p.published_at < ?", from, until).OrderExpr("p.published_at, p.id").Limit(most).Scan(ctx, &rows)
	for _, r := range rows {
		all = append(all, place{postPath(r.Slug), r.LiveAt})
	}
	return all, err
}

func coursesWithin(ctx context.Context, q bun.IDB, from, until time.Time) (all []place, err error) {
	var rows []struct {
		ID        string
		UpdatedAt time.Time
	}
	err = q.NewSelect().TableExpr("courses").Column("id", "updated_at").Where("status = 'Published' AND created_at >= ? AND created_at < ?", from, until).
		OrderExpr("created_at, id").Limit(most).Scan(ctx, &rows)
	for _, r := range rows {
		all = append(all, place{"/courses/" + r.ID, r.UpdatedAt})
	}
	return all, err
}

// people are those who teach a course of the catalogue, as the list of instructors has them.
func people(ctx context.Context, q bun.IDB) (all []place, err error) {
	var ids []string
	err = q.NewSelect().TableExpr("courses AS c").Join("JOIN course_instructors AS i ON i.course_id = c.id").Join("JOIN users AS u ON u.id = i.user_id").ColumnExpr("DISTINCT u.id").
		Where("c.status = 'Published' AND u.status = 'active'").OrderExpr("u.id").Limit(most).Scan(ctx, &ids)
	for _, id := range ids {
		all = append(all, place{Path: "/instructors/" + id})
	}
	return all, err
}

func tags(ctx context.Context, q bun.IDB) (all []place, err error) {
	var slugs []string
	err = q.NewSelect().TableExpr("blog_tags").Column("slug").Where("posts > 0").OrderExpr("slug").Limit(most).Scan(ctx, &slugs)
	for _, slug := range slugs {
		all = append(all, place{Path: "/blog?" + url.Values{"tag": {slug}}.Encode()})
	}
	return all, err
}

// publishedTexts lists the kinds of legal documents that have a version.
func publishedTexts(ctx context.Context, q bun.IDB) (kinds []string, err error) {
	err = q.NewSelect().TableExpr("legal_documents").ColumnExpr("DISTINCT kind").OrderExpr("kind").Scan(ctx, &kinds)
	return kinds, err
}
