package writing

import (
	"context"
	"math"
	"slices"

	"github.com/uptrace/bun"

	"lectern/internal/platform/db"
	"lectern/internal/site/writing/offline"
)

// learned is a post whose words are known.
type learned struct {
	bun.BaseModel `bun:"table:writing_posts,alias:w"`

	PostID    string `bun:",pk"`
	ContentID string
	Words     db.JSON[[]string] `bun:"type:jsonb"`
}

// outdated lists posts whose words are known, but which readers no longer see like that.
func outdated(ctx context.Context, q bun.IDB, limit int64) (ids []string, err error) {
	err = q.NewSelect().Model((*learned)(nil)).Column("w.post_id").Join("LEFT JOIN posts AS p ON p.id = w.post_id AND p.status = 'published' AND p.live_id = w.content_id").
		Where("p.id IS NULL").Limit(limit).Scan(ctx, &ids)
	return ids, err
}

// unknown lists published posts whose words are not known, the first ones first.
func unknown(ctx context.Context, q bun.IDB, limit int64) (ids []string, err error) {
	err = q.NewSelect().TableExpr("posts AS p").ColumnExpr("p.id").Join("LEFT JOIN writing_posts AS w ON w.post_id = p.id").
		Where("p.status = 'published' AND w.post_id IS NULL").OrderExpr("p.published_at, p.id").Limit(limit).Scan(ctx, &ids)
	return ids, err
}

// post is what readers see of a post.
type post struct {
	ID        string
	ContentID string
	Title     string
	HTML      string
	IsTagged  bool
}

// livePost reads a published post; it has no ID if there is none.
func livePost(ctx context.Context, q bun.IDB, id string) (p post, err error) {
	err = q.NewSelect().TableExpr("posts AS p").Join("JOIN post_contents AS c ON c.id = p.live_id").
		ColumnExpr("p.id, c.id AS content_id, c.title, c.html, EXISTS (SELECT 1 FROM post_tags AS t WHERE t.post_id = p.id) AS is_tagged").
		Where("p.id = ? AND p.status = 'published'", id).Scan(ctx, &p)
	return p, db.One(err, nil)
}

// rarity returns how many posts have each word, and under "" how many posts there are.
func rarity(ctx context.Context, q bun.IDB, words []string) (map[string]int, error) {
	var rows []struct {
		Word  string
		Posts int
	}
	err := q.NewSelect().TableExpr("writing_counts AS n").ColumnExpr("n.word, n.posts").Where("n.word IN (?)", bun.List(append(slices.Clone(words), ""))).Scan(ctx, &rows)
	known := map[string]int{}
	for _, r := range rows {
		known[r.Word] = r.Posts
	}
	return known, err
}

// putPost notes the words of a post, and reports false if another worker has.
func putPost(ctx context.Context, tx bun.IDB, l learned, words []string) (bool, error) {
	l.Words.V = words
	isNew, err := db.Changed(tx.NewInsert().Model(&l).On("CONFLICT (post_id) DO NOTHING").Exec(ctx))
	if err != nil || !isNew {
		return false, err
	}
	return true, count(ctx, tx, words, 1)
}

// forget deletes what is known of a post.
func forget(ctx context.Context, tx bun.IDB, id string) error {
	var l learned
	if err := db.One(tx.NewDelete().Model(&l).Where("post_id = ?", id).Returning("*").Scan(ctx), nil); err != nil || l.PostID == "" {
		return err
	}
	if _, err := tx.NewRaw("DELETE FROM writing_words WHERE post_id = ?", id).Exec(ctx); err != nil {
		return err
	}
	return count(ctx, tx, l.Words.V, -1)
}

const mostAtOnce = 500 // rows of a statement

// count adds to how many posts have each of some words, in their order: two posts never wait for each other.
func count(ctx context.Context, tx bun.IDB, words []string, by int64) error {
	type row struct {
		bun.BaseModel `bun:"table:writing_counts,alias:n"`

		Word  string `bun:",pk"`
		Posts int64
	}
	rows := []row{{Posts: by}}
	for _, w := range words {
		rows = append(rows, row{Word: w, Posts: by})
	}
	for some := range slices.Chunk(rows, mostAtOnce) {
		if _, err := tx.NewInsert().Model(&some).On("CONFLICT (word) DO UPDATE").Set("posts = n.posts + excluded.posts").Exec(ctx); err != nil {
			return err
		}
	}
	return nil
}

const millionth = 1e6

func putWords(ctx context.Context, tx bun.IDB, id string, terms []offline.Term) error {
	type row struct {
		bun.BaseModel `bun:"table:writing_words,alias:d"`

		Word   string `bun:",pk"`
		PostID string `bun:",pk"`
		Weight int64
	}
	rows := make([]row, len(terms))
	for i, t := range terms {
		rows[i] = row{Word: t.Word, PostID: id, Weight: int64(math.Round(t.Weight * millionth))}
	}
	if len(rows) == 0 {
		return nil
	}
	_, err := tx.NewInsert().Model(&rows).Exec(ctx)
	return err
}

// similar returns the published posts that have most of some words, but for one.
func similar(ctx context.Context, q bun.IDB, terms []offline.Term, but string, limit int) ([]offline.Neighbour, error) {
	if len(terms) == 0 {
		return nil, nil
	}
	words, weights := make([]string, len(terms)), map[string]float64{}
	for i, t := range terms {
		words[i], weights[t.Word] = t.Word, t.Weight
	}
	var rows []struct {
		PostID, Word string
		Weight       int64
	}
	err := q.NewSelect().TableExpr("writing_words AS d").ColumnExpr("d.post_id, d.word, d.weight").Where("d.word IN (?) AND d.post_id <> ?", bun.List(words), but).Scan(ctx, &rows)
	if err != nil {
		return nil, err
	}
	scores := map[string]float64{}
	for _, r := range rows {
		scores[r.PostID] += weights[r.Word] * float64(r.Weight) / millionth
	}
	ids := offline.Nearest(scores, limit)
	if len(ids) == 0 {
		return nil, nil
	}
	tags, err := tagsOf(ctx, q, ids)
	near := make([]offline.Neighbour, 0, len(ids))
	for _, id := range ids {
		if len(tags[id]) > 0 { // it may have lost them since
			near = append(near, offline.Neighbour{Similarity: scores[id], Tags: tags[id]})
		}
	}
	return near, err
}

// tagsOf reads the names of the tags of published posts.
func tagsOf(ctx context.Context, q bun.IDB, posts []string) (map[string][]string, error) {
	var rows []struct{ PostID, Name string }
	err := q.NewSelect().TableExpr("post_tags AS pt").Join("JOIN blog_tags AS t ON t.id = pt.tag_id").ColumnExpr("pt.post_id, t.name").
		Where("pt.post_id IN (?)", bun.List(posts)).OrderExpr("pt.post_id, pt.position").Scan(ctx, &rows)
	of := map[string][]string{}
	for _, r := range rows {
		of[r.PostID] = append(of[r.PostID], r.Name)
	}
	return of, err
}

// tag is one that published posts have.
type tag struct{ Name, Slug string }

// usedTags lists the tags of most posts.
func usedTags(ctx context.Context, q bun.IDB, limit int64) (tags []tag, err error) {
	err = q.NewSelect().TableExpr("blog_tags AS t").ColumnExpr("t.name, t.slug").Where("t.posts > 0").OrderExpr("t.posts DESC, t.name_key").Limit(limit).Scan(ctx, &tags)
	return tags, err
}

// postSlugs returns those of some addresses of posts that a published post has or had.
func postSlugs(ctx context.Context, q bun.IDB, slugs []string) (found []string, err error) {
	if len(slugs) == 0 {
		return nil, nil
	}
	err = q.NewSelect().TableExpr("post_slugs AS s").ColumnExpr("s.slug").Join("JOIN posts AS p ON p.id = s.post_id AND p.status = 'published'").
		Where("s.slug IN (?)", bun.List(slugs)).Scan(ctx, &found)
	return found, err
}

// addUsage counts a run.
func addUsage(ctx context.Context, tx bun.IDB, u usage) error {
	_, err := tx.NewInsert().Model(&u).On("CONFLICT (day, user_id, tool, outcome) DO UPDATE").
		Set("runs = d.runs + excluded.runs, millis = d.millis + excluded.millis, slowest = CASE WHEN excluded.slowest > d.slowest THEN excluded.slowest ELSE d.slowest END").Exec(ctx)
	return err
}

// usages adds up what a user used in some days, "" for everyone, by day, tool and outcome.
func usages(ctx context.Context, q bun.IDB, user, from, to string) (rows []usage, err error) {
	some := q.NewSelect().Model(&rows).ColumnExpr("d.day, d.tool, d.outcome, sum(d.runs) AS runs, sum(d.millis) AS millis, max(d.slowest) AS slowest").
		Where("d.day >= ? AND d.day <= ?", from, to).GroupExpr("d.day, d.tool, d.outcome").OrderExpr("d.day, d.tool, d.outcome")
	if user != "" {
		some.Where("d.user_id = ?", user)
	}
	return rows, some.Scan(ctx)
}

// eraseUsage deletes what a user used.
func eraseUsage(ctx context.Context, tx bun.IDB, user string) error {
	_, err := tx.NewDelete().Model((*usage)(nil)).Where("user_id = ?", user).Exec(ctx)
	return err
}
