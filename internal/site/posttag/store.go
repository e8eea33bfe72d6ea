package posttag

import (
	"context"
	"maps"
	"slices"

	"github.com/uptrace/bun"
	"github.com/uptrace/bun/schema"

	"lectern/internal/platform/db"
	"lectern/internal/platform/text"
)

// BySlug selects the id of the tag that has or had an address.
func BySlug(slug string) schema.QueryWithArgs {
	return bun.SafeQuery("coalesce((SELECT id FROM blog_tags WHERE slug = ?), (SELECT tag_id FROM blog_tag_slugs WHERE slug = ?))", slug, slug)
}

// Keep locks the tags that s reads against being deleted, not against being counted: any number of posts take them at a time. On SQLite
// every transaction holds the only writer anyway.
func Keep(s *bun.SelectQuery) *bun.SelectQuery {
	if db.IsPostgres(s.DB()) {
		return s.For("KEY SHARE OF t")
	}
	return s
}

// lockOf keeps the tags of a published post, and returns their ids.
func lockOf(ctx context.Context, tx bun.IDB, post string) (ids []string, err error) {
	s := tx.NewSelect().Model((*Tag)(nil)).Column("t.id").Join("JOIN post_tags AS pt ON pt.tag_id = t.id").Where("pt.post_id = ?", post).OrderExpr("t.id")
	return ids, Keep(s).Scan(ctx, &ids)
}

// named keeps the tag that has a name, or else had it, and returns its id; it is made if there is none. Another transaction may make the
// same one, take its address, or merge it: then it is tried again with what that has left.
func named(ctx context.Context, tx bun.IDB, name string) (id string, err error) {
	key := text.Fold(name)
	for err == nil {
		for _, condition := range []string{"t.name_key = ?", "t.id = (SELECT tag_id FROM blog_tag_names WHERE name_key = ?)"} {
			err = db.One(Keep(tx.NewSelect().Model((*Tag)(nil)).Column("t.id").Where(condition, key)).Scan(ctx, &id), nil)
			if err != nil || id != "" {
				return id, err
			}
		}
		t := Tag{ID: db.NewID(), Name: name, NameKey: key}
		if t.Slug, err = FreeSlug(ctx, tx, t); err == nil {
			_, err = tx.NewInsert().Model(&t).On("CONFLICT DO NOTHING").Exec(ctx)
		}
	}
	return "", err
}

// FreeSlug returns the address that the name of a tag gives, which no other tag has or had.
func FreeSlug(ctx context.Context, tx bun.IDB, t Tag) (string, error) {
	return text.FreeSlug(text.Slug(t.Name), func(slug string) (taken bool, err error) {
		err = tx.NewRaw(`SELECT EXISTS (SELECT 1 FROM blog_tags WHERE slug = ? AND id <> ?) OR EXISTS (SELECT 1 FROM blog_tag_slugs WHERE slug = ? AND tag_id <> ?)`,
			slug, t.ID, slug, t.ID).Scan(ctx, &taken)
		return taken, err
	})
}

// replaceOf replaces the tags of a post.
func replaceOf(ctx context.Context, tx bun.IDB, p Post, ids []string) error {
	if _, err := tx.NewDelete().TableExpr("post_tags").Where("post_id = ?", p.ID).Exec(ctx); err != nil {
		return err
	}
	for i, id := range ids {
		if _, err := tx.NewRaw("INSERT INTO post_tags (tag_id, post_id, published_at, position) VALUES (?, ?, ?, ?)", id, p.ID, p.PublishedAt, i).Exec(ctx); err != nil {
			return err
		}
	}
	return nil
}

// count adds a post to tags and takes it from others, always in the same order, so that two transactions do not wait for each other.
func count(ctx context.Context, tx bun.IDB, before, after []string) error {
	by := map[string]int{}
	for _, id := range before {
		by[id]--
	}
	for _, id := range after {
		by[id]++
	}
	for _, id := range slices.Sorted(maps.Keys(by)) {
		if by[id] == 0 {
			continue
		}
		if _, err := tx.NewRaw("UPDATE blog_tags SET posts = posts + ? WHERE id = ?", by[id], id).Exec(ctx); err != nil {
			return err
		}
	}
	return nil
}

// currentNames returns the names that tags have now, by folded names that they have or had.
func currentNames(ctx context.Context, q bun.IDB, keys []string) (map[string]string, error) {
	names := map[string]string{}
	if len(keys) == 0 {
		return names, nil
	}
	var rows []struct {
		Key, Name string
		Place     int // former names come first, so that those that tags have now replace them
	}
	err := q.NewRaw(`SELECT n.name_key AS key, t.name, 0 AS place FROM blog_tag_names AS n JOIN blog_tags AS t ON t.id = n.tag_id WHERE n.name_key IN (?)
		UNION ALL SELECT t.name_key, t.name, 1 FROM blog_tags AS t WHERE t.name_key IN (?) ORDER BY place`, bun.List(keys), bun.List(keys)).Scan(ctx, &rows)
	for _, r := range rows {
		names[r.Key] = r.Name
	}
	return names, err
}
