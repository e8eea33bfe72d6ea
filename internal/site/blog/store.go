package blog

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/db"
)

// own restricts a query for posts p to those that an author writes, "" for all, and has not deleted.
func own(s *bun.SelectQuery, author string) *bun.SelectQuery {
	return by(s, author).Where("p.deleted_at IS NULL")
}

// by restricts a query for posts p to those that an author writes, "" for all.
func by(s *bun.SelectQuery, author string) *bun.SelectQuery {
	if author != "" {
		s.Where("p.created_by = ?", author)
	}
	return s
}

// byID reads a post that an author writes, or any for author "".
func byID(ctx context.Context, q bun.IDB, id, author string) (r row, err error) {
	err = own(q.NewSelect().Model(&r).Where("p.id = ?", id), author).Scan(ctx)
	return r, db.One(err, errNotFound)
}

// lock is byID for a change: the post stays as it is until the transaction ends.
func lock(ctx context.Context, tx bun.IDB, id, author string) (r row, err error) {
	err = db.ForUpdate(own(tx.NewSelect().Model(&r).Where("p.id = ?", id), author)).Scan(ctx)
	return r, db.One(err, errNotFound)
}

// lockDeleted is lock for a deleted post.
func lockDeleted(ctx context.Context, tx bun.IDB, id, author string) (r row, err error) {
	err = db.ForUpdate(by(tx.NewSelect().Model(&r).Where("p.id = ? AND p.deleted_at IS NOT NULL", id), author)).Scan(ctx)
	return r, db.One(err, errNotFound)
}

// importedFrom reads the post that was imported from a source by its id there, or has that id itself, also if it is deleted; the zero row for none.
func importedFrom(ctx context.Context, q bun.IDB, source, sourceID string) (r row, err error) {
	return r, db.One(selectImported(q.NewSelect().Model(&r), source, sourceID).Scan(ctx), nil)
}

// lockImported is importedFrom for a change.
func lockImported(ctx context.Context, tx bun.IDB, source, sourceID string) (r row, err error) {
	return r, db.One(db.ForUpdate(selectImported(tx.NewSelect().Model(&r), source, sourceID)).Scan(ctx), nil)
}

func selectImported(s *bun.SelectQuery, source, sourceID string) *bun.SelectQuery {
	return s.Where("p.id = coalesce((SELECT x.id FROM posts AS x WHERE x.source = ? AND x.source_id = ? AND x.source <> ''), ?)", source, sourceID, sourceID)
}

// deletedBefore lists posts that were deleted before an instant.
func deletedBefore(ctx context.Context, q bun.IDB, at time.Time, limit int64) (ids []string, err error) {
	return ids, q.NewSelect().TableExpr("posts AS p").Column("p.id").Where("p.deleted_at IS NOT NULL AND p.deleted_at < ?", at).OrderExpr("p.deleted_at").Limit(limit).Scan(ctx, &ids)
}

func insert(ctx context.Context, tx bun.IDB, r row) error {
	_, err := tx.NewInsert().Model(&r).Exec(ctx)
	return err
}

func update(ctx context.Context, tx bun.IDB, r row) error {
	_, err := tx.NewUpdate().Model(&r).ExcludeColumn("likes", "comments", "comments_mode", "featured_rank").WherePK().Exec(ctx)
	return err
}

func remove(ctx context.Context, tx bun.IDB, id string) error {
	_, err := tx.NewDelete().Model((*row)(nil)).Where("id = ?", id).Exec(ctx)
	return err
}

func contentByID(ctx context.Context, q bun.IDB, post, id string) (c content, err error) {
	err = q.NewSelect().Model(&c).Where("c.id = ? AND c.post_id = ?", id, post).Scan(ctx)
	return c, db.One(err, errNoText)
}

// putContent stores a text, in place of that with its id.
func putContent(ctx context.Context, tx bun.IDB, c content) error {
	_, err := tx.NewInsert().Model(&c).On("CONFLICT (id) DO UPDATE").Set(`title = excluded.title, title_key = excluded.title_key, excerpt = excluded.excerpt, html = excluded.html,
		cover_id = excluded.cover_id, cover_width = excluded.cover_width, cover_alt = excluded.cover_alt, language = excluded.language, tags = excluded.tags,
		meta_title = excluded.meta_title, meta_description = excluded.meta_description, canonical_url = excluded.canonical_url, words = excluded.words, read_minutes = excluded.read_minutes,
		cause = excluded.cause, made_by = excluded.made_by, made_at = excluded.made_at`).Exec(ctx)
	return err
}

// keptRevisions is how many texts of a post are kept beside those that were published, the draft and the live one.
const keptRevisions = 50

// prune deletes all but the newest texts of a post, and returns the covers that they had.
func prune(ctx context.Context, tx bun.IDB, r row) (covers []string, err error) {
	old := tx.NewSelect().Model((*content)(nil)).Column("c.id").Where("c.post_id = ? AND c.cause <> ?", r.ID, causePublished).
		OrderExpr("c.made_at DESC, c.id DESC").Offset(keptRevisions).Limit(keptRevisions)
	var gone []content
	err = tx.NewDelete().Model((*content)(nil)).Where("id IN (?) AND id <> ?", old, r.DraftID).Where("id <> coalesce(?, '')", r.LiveID).Returning("cover_id").Scan(ctx, &gone)
	for _, c := range gone {
		if c.CoverID != "" {
			covers = append(covers, c.CoverID)
		}
	}
	return covers, err
}

// coversOf lists the covers of all texts of a post.
func coversOf(ctx context.Context, q bun.IDB, post string) (covers []string, err error) {
	err = q.NewSelect().Model((*content)(nil)).ColumnExpr("DISTINCT c.cover_id").Where("c.post_id = ? AND c.cover_id <> ''", post).Scan(ctx, &covers)
	return covers, err
}

// isCoverInUse reports whether a text of a post has the picture.
func isCoverInUse(ctx context.Context, q bun.IDB, picture string) (used bool, err error) {
	err = q.NewRaw("SELECT EXISTS (SELECT 1 FROM post_contents WHERE cover_id = ? AND cover_id <> '')", picture).Scan(ctx, &used)
	return used, err
}

// revisions lists the texts of a post, newest first.
func revisions(ctx context.Context, q bun.IDB, r row, limit int64) (all []PostRevision, err error) {
	all = []PostRevision{}
	err = selectRevisions(q, r).OrderExpr("c.made_at DESC, c.id DESC").Limit(limit).Scan(ctx, &all)
	return all, err
}

func revisionByID(ctx context.Context, q bun.IDB, r row, id string) (t PostRevisionText, err error) {
	err = selectRevisions(q, r).ColumnExpr("c.excerpt, c.html").Where("c.id = ?", id).Scan(ctx, &t)
	return t, db.One(err, errNoText)
}

func selectRevisions(q bun.IDB, r row) *bun.SelectQuery {
	return q.NewSelect().TableExpr("post_contents AS c").Join("LEFT JOIN users AS u ON u.id = c.made_by").Where("c.post_id = ?", r.ID).
		ColumnExpr("c.id, c.cause, c.title, c.words, coalesce(u.full_name, '') AS made_by, c.made_at").
		ColumnExpr("c.id = ? AS is_draft, c.id = coalesce(?, '') AS is_live", r.DraftID, r.LiveID)
}

// slug is an address that a post has or had.
type slug struct {
	bun.BaseModel `bun:"table:post_slugs,alias:s"`

	Slug      string `bun:",pk"`
	PostID    string
	IsCurrent bool
	MadeAt    time.Time
}

// currentSlug returns "" for a post that has none yet.
func currentSlug(ctx context.Context, q bun.IDB, post string) (s string, err error) {
	err = q.NewSelect().Model((*slug)(nil)).Column("s.slug").Where("s.post_id = ? AND s.is_current", post).Scan(ctx, &s)
	return s, db.One(err, nil)
}

// slugOwner returns the post that has or had an address, "" for none.
func slugOwner(ctx context.Context, q bun.IDB, s string) (post string, err error) {
	err = q.NewSelect().Model((*slug)(nil)).Column("s.post_id").Where("s.slug = ?", s).Scan(ctx, &post)
	return post, db.One(err, nil)
}

// putSlug makes an address the current one of a post, and reports false for one that another post has or had. Earlier ones stay if keep,
// otherwise they are given up.
func putSlug(ctx context.Context, tx bun.IDB, s slug, keep bool) (put bool, err error) {
	put, err = db.Changed(tx.NewInsert().Model(&s).On("CONFLICT (slug) DO UPDATE").Set("made_at = excluded.made_at").Where("s.post_id = excluded.post_id").
		Value("is_current", "?", false).Exec(ctx))
	if err != nil || !put {
		return false, err
	}
	if keep {
		_, err = tx.NewUpdate().Model((*slug)(nil)).Set("is_current = ?", false).Where("post_id = ? AND is_current", s.PostID).Exec(ctx)
	} else {
		_, err = tx.NewDelete().Model((*slug)(nil)).Where("post_id = ? AND slug <> ?", s.PostID, s.Slug).Exec(ctx)
	}
	if err != nil {
		return false, err
	}
	_, err = tx.NewUpdate().Model((*slug)(nil)).Set("is_current = ?", true).Where("slug = ?", s.Slug).Exec(ctx)
	return err == nil, err
}

// like notes that a user likes a post, or no longer does, and counts it; repeating changes nothing.
func like(ctx context.Context, tx bun.IDB, post, user string, likes bool, now time.Time) error {
	if likes {
		changed, err := db.Changed(tx.NewRaw("INSERT INTO post_likes (post_id, user_id, made_at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING", post, user, now).Exec(ctx))
		return countLike(ctx, tx, post, 1, changed, err)
	}
	changed, err := db.Changed(tx.NewRaw("DELETE FROM post_likes WHERE post_id = ? AND user_id = ?", post, user).Exec(ctx))
	return countLike(ctx, tx, post, -1, changed, err)
}

func countLike(ctx context.Context, tx bun.IDB, post string, by int64, changed bool, err error) error {
	if err != nil || !changed {
		return err
	}
	_, err = tx.NewRaw("UPDATE posts SET likes = likes + ? WHERE id = ?", by, post).Exec(ctx)
	return err
}

// eraseReader deletes what a user likes.
func eraseReader(ctx context.Context, tx bun.IDB, user string) error {
	if _, err := tx.NewRaw("UPDATE posts SET likes = likes - 1 WHERE id IN (SELECT post_id FROM post_likes WHERE user_id = ?)", user).Exec(ctx); err != nil {
		return err
	}
	_, err := tx.NewRaw("DELETE FROM post_likes WHERE user_id = ?", user).Exec(ctx)
	return err
}

// putFeatured sets which posts are featured, in this order.
func putFeatured(ctx context.Context, tx bun.IDB, ids []string) error {
	if _, err := tx.NewRaw("UPDATE posts SET featured_rank = NULL WHERE featured_rank IS NOT NULL").Exec(ctx); err != nil {
		return err
	}
	for i, id := range ids {
		if err := db.MustChange(ctx, tx.NewRaw("UPDATE posts SET featured_rank = ? WHERE id = ? AND status = ?", i+1, id, published), errNotFound); err != nil {
			return err
		}
	}
	return nil
}

func unfeature(ctx context.Context, tx bun.IDB, id string) error {
	_, err := tx.NewRaw("UPDATE posts SET featured_rank = NULL WHERE id = ?", id).Exec(ctx)
	return err
}
