package medialibrary

import (
	"context"

	"github.com/uptrace/bun"

	"lectern/internal/platform/db"
	"lectern/internal/platform/rest"
	"lectern/internal/platform/text"
)

// own restricts a query for pictures m to those of an author; "" for all.
func own(s *bun.SelectQuery, owner string) *bun.SelectQuery {
	if owner != "" {
		s.Where("m.uploaded_by = ?", owner)
	}
	return s
}

func shown(q bun.IDB, owner string) *bun.SelectQuery {
	return own(q.NewSelect().TableExpr("media AS m").Join("JOIN users AS u ON u.id = m.uploaded_by").
		ColumnExpr("m.*, u.full_name AS uploader_name, (SELECT count(*) FROM media_uses AS x WHERE x.media_id = m.id) AS uses"), owner)
}

func byID(ctx context.Context, q bun.IDB, id, owner string) (f found, err error) {
	err = shown(q, owner).Where("m.id = ?", id).Scan(ctx, &f)
	return f, db.One(err, errNotFound)
}

// stored reads a picture of anybody.
func stored(ctx context.Context, q bun.IDB, id string) (m media, err error) {
	err = q.NewSelect().Model(&m).Where("m.id = ?", id).Scan(ctx)
	return m, db.One(err, errNotFound)
}

func allStored(ctx context.Context, q bun.IDB, ids []string) (rows []media, err error) {
	if len(ids) == 0 {
		return nil, nil
	}
	return rows, q.NewSelect().Model(&rows).Where("m.id IN (?)", bun.List(ids)).Scan(ctx)
}

func lock(ctx context.Context, tx bun.IDB, id, owner string) (m media, err error) {
	err = db.ForUpdate(own(tx.NewSelect().Model(&m).Where("m.id = ?", id), owner)).Scan(ctx)
	return m, db.One(err, errNotFound)
}

// narrow applies a filter to pictures m.
func narrow(s *bun.SelectQuery, f MediaFilter) *bun.SelectQuery {
	if f.Search != "" {
		s.Where(`m.name_key LIKE ? ESCAPE '\'`, "%"+db.EscapeLike(text.Fold(f.Search))+"%")
	}
	return s
}

func list(ctx context.Context, q bun.IDB, owner string, f MediaFilter, limit, offset int64) (rows []found, err error) {
	return rows, narrow(shown(q, owner), f).OrderExpr("m.created_at DESC, m.id DESC").Limit(limit).Offset(offset).Scan(ctx, &rows)
}

// count counts the pictures of a filter, up to rest.MaxCount.
func count(ctx context.Context, q bun.IDB, owner string, f MediaFilter) (rest.Count, error) {
	some := narrow(own(q.NewSelect().TableExpr("media AS m").ColumnExpr("1"), owner), f).Limit(rest.MaxCount + 1)
	n, err := q.NewSelect().TableExpr("(?) AS counted", some).Count(ctx)
	return rest.CountUpTo(n), err
}

// countOf counts the pictures of an author, up to a limit.
func countOf(ctx context.Context, q bun.IDB, owner string, limit int64) (int64, error) {
	some := own(q.NewSelect().TableExpr("media AS m").ColumnExpr("1"), owner).Limit(limit)
	return q.NewSelect().TableExpr("(?) AS counted", some).Count(ctx)
}

// same returns the picture that its author has made of the same file, "" for none.
func same(ctx context.Context, q bun.IDB, m media) (id string, err error) {
	err = q.NewSelect().Model((*media)(nil)).Column("m.id").Where("m.uploaded_by = ? AND m.content_hash = ?", m.UploadedBy, m.ContentHash).Scan(ctx, &id)
	return id, db.One(err, nil)
}

// insert stores a picture, and returns its id, or that of the one that another request has made of the same file.
func insert(ctx context.Context, d *db.DB, m media) (id string, err error) {
	err = d.InTx(ctx, func(tx bun.IDB) error {
		if _, err := tx.NewInsert().Model(&m).On("CONFLICT (uploaded_by, content_hash) DO NOTHING").Exec(ctx); err != nil {
			return err
		}
		id, err = same(ctx, tx, m)
		return err
	})
	return id, err
}

func update(ctx context.Context, tx bun.IDB, m media) error {
	_, err := tx.NewUpdate().Model(&m).WherePK().Exec(ctx)
	return err
}

func remove(ctx context.Context, tx bun.IDB, id string) error {
	_, err := tx.NewDelete().Model((*media)(nil)).Where("id = ?", id).Exec(ctx)
	return err
}

// isKept reports whether a picture is in the library.
func isKept(ctx context.Context, q bun.IDB, id string) (kept bool, err error) {
	return kept, q.NewRaw("SELECT EXISTS (SELECT 1 FROM media WHERE id = ?)", id).Scan(ctx, &kept)
}

const mostUses = 50

// uses lists posts that show a picture, those begun last first.
func uses(ctx context.Context, q bun.IDB, id string) (posts []PictureUse, err error) {
	posts = []PictureUse{}
	return posts, q.NewSelect().TableExpr("media_uses AS x").Join("JOIN posts AS p ON p.id = x.post_id").Join("JOIN post_contents AS c ON c.id = p.draft_id").
		ColumnExpr("p.id AS post_id, c.title, p.status").Where("x.media_id = ?", id).OrderExpr("x.post_id DESC").Limit(mostUses).Scan(ctx, &posts)
}

// putUses sets which pictures a post shows. They stay until the transaction ends.
func putUses(ctx context.Context, tx bun.IDB, post string, ids []string) error {
	if _, err := tx.NewRaw("DELETE FROM media_uses WHERE post_id = ?", post).Exec(ctx); err != nil || len(ids) == 0 {
		return err
	}
	var there []string
	if err := db.ForUpdate(tx.NewSelect().Model((*media)(nil)).Column("m.id").Where("m.id IN (?)", bun.List(ids)).OrderExpr("m.id")).Scan(ctx, &there); err != nil {
		return err
	}
	for _, id := range there {
		if _, err := tx.NewRaw("INSERT INTO media_uses (media_id, post_id) VALUES (?, ?)", id, post).Exec(ctx); err != nil {
			return err
		}
	}
	return nil
}
