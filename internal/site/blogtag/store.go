package blogtag

import (
	"context"

	"github.com/uptrace/bun"

	"lectern/internal/platform/db"
	"lectern/internal/platform/rest"
	"lectern/internal/platform/text"
	"lectern/internal/site/posttag"
)

// narrow applies a filter to tags t.
func narrow(s *bun.SelectQuery, f TagFilter) *bun.SelectQuery {
	if f.Query != "" {
		s.Where(`t.name_key LIKE ? ESCAPE '\'`, "%"+db.EscapeLike(text.Fold(f.Query))+"%")
	}
	return s
}

// list lists tags, those with most posts first.
func list(ctx context.Context, q bun.IDB, f TagFilter, limit, offset int64) (tags []posttag.Tag, err error) {
	return tags, narrow(q.NewSelect().Model(&tags), f).OrderExpr("t.posts DESC, t.name_key").Limit(limit).Offset(offset).Scan(ctx)
}

// countAll counts the tags of a filter, up to rest.MaxCount.
func countAll(ctx context.Context, q bun.IDB, f TagFilter) (rest.Count, error) {
	some := narrow(q.NewSelect().Model((*posttag.Tag)(nil)).ColumnExpr("1"), f).Limit(rest.MaxCount + 1)
	n, err := q.NewSelect().TableExpr("(?) AS counted", some).Count(ctx)
	return rest.CountUpTo(n), err
}

// formerNames reads the names that tags had, by tag.
func formerNames(ctx context.Context, q bun.IDB, tags []posttag.Tag) (map[string][]string, error) {
	names := map[string][]string{}
	if len(tags) == 0 {
		return names, nil
	}
	ids := make([]string, len(tags))
	for i, t := range tags {
		ids[i] = t.ID
	}
	var rows []formerName
	err := q.NewSelect().Model(&rows).Where("n.tag_id IN (?)", bun.List(ids)).OrderExpr("n.tag_id, n.name_key").Scan(ctx)
	for _, r := range rows {
		names[r.TagID] = append(names[r.TagID], r.Name)
	}
	return names, err
}

// lockForGood locks a tag against everything that refers to it, too, such as a post that is published with it.
func lockForGood(ctx context.Context, tx bun.IDB, id string) (t posttag.Tag, err error) {
	s := tx.NewSelect().Model(&t).Where("t.id = ?", id)
	if db.IsPostgres(tx) {
		s.For("UPDATE")
	}
	return t, db.One(s.Scan(ctx), errNotFound)
}

// keepOne reads a tag and keeps it.
func keepOne(ctx context.Context, tx bun.IDB, id string) (t posttag.Tag, err error) {
	return t, db.One(posttag.Keep(tx.NewSelect().Model(&t).Where("t.id = ?", id)).Scan(ctx), errNotFound)
}

// rename gives a tag another name and address. errTaken for a name that another tag has.
func rename(ctx context.Context, tx bun.IDB, before, after posttag.Tag) error {
	if err := leave(ctx, tx, before, after); err != nil {
		return err
	}
	if _, err := tx.NewDelete().Model((*formerName)(nil)).Where("name_key = ?", after.NameKey).Exec(ctx); err != nil {
		return err
	}
	if _, err := tx.NewDelete().Model((*formerSlug)(nil)).Where("slug = ?", after.Slug).Exec(ctx); err != nil {
		return err
	}
	_, err := tx.NewUpdate().Model(&after).Column("name", "name_key", "slug").WherePK().Exec(ctx)
	if db.IsUniqueViolation(err) {
		return errTaken
	}
	return err
}

// leave makes the name and the address of a tag stand for those after it, where they differ.
func leave(ctx context.Context, tx bun.IDB, before, after posttag.Tag) error {
	if before.NameKey != after.NameKey {
		left := formerName{NameKey: before.NameKey, Name: before.Name, TagID: after.ID}
		if _, err := tx.NewInsert().Model(&left).On("CONFLICT (name_key) DO UPDATE").Set("name = excluded.name, tag_id = excluded.tag_id").Exec(ctx); err != nil {
			return err
		}
	}
	if before.Slug == after.Slug {
		return nil
	}
	left := formerSlug{Slug: before.Slug, TagID: after.ID}
	_, err := tx.NewInsert().Model(&left).On("CONFLICT (slug) DO UPDATE").Set("tag_id = excluded.tag_id").Exec(ctx)
	return err
}

// merge gives the posts of a tag another one, with its names and addresses, and deletes it. Only the tag of its rows is changed: to insert
// others would wait for posts that are being published, which wait for the tag.
func merge(ctx context.Context, tx bun.IDB, from, into posttag.Tag) error {
	if err := leave(ctx, tx, from, into); err != nil {
		return err
	}
	for _, statement := range []string{
		"UPDATE blog_tag_names SET tag_id = ?1 WHERE tag_id = ?0",
		"UPDATE blog_tag_slugs SET tag_id = ?1 WHERE tag_id = ?0",
		"DELETE FROM post_tags WHERE tag_id = ?0 AND post_id IN (SELECT post_id FROM post_tags WHERE tag_id = ?1)",
		"UPDATE post_tags SET tag_id = ?1 WHERE tag_id = ?0",
		"UPDATE blog_tags SET posts = (SELECT count(*) FROM post_tags WHERE tag_id = ?1) WHERE id = ?1",
	} {
		if _, err := tx.NewRaw(statement, from.ID, into.ID).Exec(ctx); err != nil {
			return err
		}
	}
	return remove(ctx, tx, from)
}

func remove(ctx context.Context, tx bun.IDB, t posttag.Tag) error {
	_, err := tx.NewDelete().Model(&t).WherePK().Exec(ctx)
	return err
}
