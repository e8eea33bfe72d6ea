package certificatetemplate

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/db"
)

func selectTemplates(q bun.IDB, into any) *bun.SelectQuery {
	return q.NewSelect().Model(into).ColumnExpr("(SELECT count(*) FROM certificate_rules AS r WHERE r.template_id = t.id) AS courses")
}

// list returns all templates by name without their layouts, those that are archived last.
func list(ctx context.Context, q bun.IDB) (ts []template, err error) {
	return ts, selectTemplates(q, &ts).Column("t.id", "t.name", "t.language", "t.archived", "t.version", "t.updated_at").OrderExpr("t.archived, t.name_key, t.id").Scan(ctx)
}

func count(ctx context.Context, q bun.IDB) (int64, error) {
	return q.NewSelect().Table("certificate_templates").Count(ctx)
}

func find(ctx context.Context, q bun.IDB, id string) (t template, err error) {
	return t, db.One(selectTemplates(q, &t).ColumnExpr("t.*").Where("t.id = ?", id).Scan(ctx), errNotFound)
}

// lock returns a template; nobody else changes it until the transaction ends.
func lock(ctx context.Context, tx bun.IDB, id string) (t template, err error) {
	return t, db.One(db.ForUpdate(tx.NewSelect().Model(&t).Where("t.id = ?", id)).Scan(ctx), errNotFound)
}

func insert(ctx context.Context, tx bun.IDB, t template) error {
	_, err := tx.NewInsert().Model(&t).Exec(ctx)
	return err
}

func update(ctx context.Context, tx bun.IDB, t template) error {
	_, err := tx.NewUpdate().Model(&t).Column("name", "name_key", "language", "layout", "archived", "version", "updated_at").WherePK().Exec(ctx)
	return err
}

func remove(ctx context.Context, tx bun.IDB, id string) error {
	_, err := tx.NewDelete().Table("certificate_templates").Where("id = ?", id).Exec(ctx)
	return err
}

// usesOf returns the courses that issue their certificates on a template.
func usesOf(ctx context.Context, q bun.IDB, id string) (uses []CertificateTemplateUse, err error) {
	return uses, q.NewSelect().TableExpr("certificate_rules AS r").Join("JOIN courses AS c ON c.id = r.course_id").ColumnExpr("c.id AS course_id, c.title").
		Where("r.template_id = ?", id).OrderExpr("c.title, c.id").Limit(100).Scan(ctx, &uses)
}

func insertPicture(ctx context.Context, tx bun.IDB, p stored) error {
	_, err := tx.NewInsert().Model(&p).Exec(ctx)
	return err
}

func findPicture(ctx context.Context, q bun.IDB, id string) (p stored, err error) {
	return p, db.One(q.NewSelect().Model(&p).Where("p.id = ?", id).Scan(ctx), errNoPicture)
}

// picturesOf returns those pictures of these ids that there are.
func picturesOf(ctx context.Context, q bun.IDB, ids []string) (ps []stored, err error) {
	if len(ids) == 0 {
		return nil, nil
	}
	return ps, q.NewSelect().Model(&ps).Where("p.id IN (?)", bun.List(ids)).OrderExpr("p.id").Scan(ctx)
}

// setUses records which pictures a template shows.
func setUses(ctx context.Context, tx bun.IDB, id string, pictures []string, now time.Time) error {
	if _, err := tx.NewUpdate().Table("certificate_template_pictures").Set("touched_at = ?", now).
		Where("id IN (SELECT picture_id FROM certificate_template_uses WHERE template_id = ?)", id).Exec(ctx); err != nil {
		return err
	}
	if _, err := tx.NewDelete().Table("certificate_template_uses").Where("template_id = ?", id).Exec(ctx); err != nil {
		return err
	}
	for _, picture := range pictures {
		if _, err := tx.NewRaw("INSERT INTO certificate_template_uses (template_id, picture_id) VALUES (?, ?)", id, picture).Exec(ctx); err != nil {
			return err
		}
	}
	return nil
}

// setIssued records that pictures stand on a certificate.
func setIssued(ctx context.Context, tx bun.IDB, pictures []string) error {
	if len(pictures) == 0 {
		return nil
	}
	_, err := tx.NewUpdate().Table("certificate_template_pictures").Set("issued = TRUE").Where("id IN (?) AND NOT issued", bun.List(pictures)).Exec(ctx)
	return err
}

// takeUnused deletes the pictures that nothing has shown since a time, at most so many, and returns which they were.
func takeUnused(ctx context.Context, tx bun.IDB, since time.Time, limit int64) (ids []string, err error) {
	return ids, tx.NewRaw(`DELETE FROM certificate_template_pictures WHERE id IN (SELECT p.id FROM certificate_template_pictures AS p WHERE NOT p.issued AND p.touched_at < ?
			AND NOT EXISTS (SELECT 1 FROM certificate_template_uses AS u WHERE u.picture_id = p.id) ORDER BY p.touched_at LIMIT ?) RETURNING id`, since, limit).Scan(ctx, &ids)
}
