package blog

import (
	"context"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/words"
)

// postWord is a word of a published post.
type postWord struct {
	bun.BaseModel `bun:"table:post_words,alias:w"`

	Word        string
	PostID      string
	Places      int64
	PublishedAt time.Time
}

// putWords replaces the words by which a post is found; none take it out of the index.
func putWords(ctx context.Context, tx bun.IDB, r row, at map[string]int64) error {
	var before []string
	if err := tx.NewDelete().Model((*postWord)(nil)).Where("post_id = ?", r.ID).Returning("word").Scan(ctx, &before); err != nil {
		return err
	}
	if len(at) > 0 {
		all := slices.Sorted(maps.Keys(at))
		if err := words.Add(ctx, tx, all); err != nil {
			return err
		}
		rows := make([]postWord, len(all))
		for i, word := range all {
			rows[i] = postWord{Word: word, PostID: r.ID, Places: at[word], PublishedAt: *r.PublishedAt}
		}
		if _, err := tx.NewInsert().Model(&rows).Exec(ctx); err != nil {
			return err
		}
	}
	return words.Forget(ctx, tx, before)
}

// unindexed lists published posts whose text is not the one that searches find.
func unindexed(ctx context.Context, q bun.IDB, limit int64) (ids []string, err error) {
	return ids, q.NewSelect().TableExpr("posts AS p").Column("p.id").Where("p.status = 'published' AND p.indexed_id <> p.live_id").OrderExpr("p.id").Limit(limit).Scan(ctx, &ids)
}

// forgetIndexed has the posts of an author indexed anew.
func forgetIndexed(ctx context.Context, tx bun.IDB, author string) error {
	_, err := tx.NewRaw("UPDATE posts SET indexed_id = '' WHERE created_by = ?", author).Exec(ctx)
	return err
}

// forgetTagged has the posts of a tag indexed anew.
func forgetTagged(ctx context.Context, tx bun.IDB, tag string) error {
	_, err := tx.NewRaw("UPDATE posts SET indexed_id = '' WHERE id IN (SELECT post_id FROM post_tags WHERE tag_id = ?)", tag).Exec(ctx)
	return err
}

// forgetAuthor takes the words of an author's name, which stand nowhere else in their posts, from the index.
func forgetAuthor(ctx context.Context, tx bun.IDB, author string) error {
	var gone []string
	err := tx.NewDelete().Model((*postWord)(nil)).Where("places = ?", inAuthor).Where("post_id IN (SELECT id FROM posts WHERE created_by = ?)", author).
		Returning("word").Scan(ctx, &gone)
	if err != nil {
		return err
	}
	return words.Forget(ctx, tx, gone)
}

func authorName(ctx context.Context, q bun.IDB, id string) (name string, err error) {
	return name, q.NewRaw("SELECT full_name FROM users WHERE id = ?", id).Scan(ctx, &name)
}

// inPosts selects words g.word that occur in a published post.
const inPosts = "EXISTS (SELECT 1 FROM post_words AS w WHERE w.word = g.word)"

const (
	mostMeant  = 20  // words that a beginning may stand for, the shortest
	mostLookUp = 500 // posts that are looked up for a word, the newest: what a search costs does not depend on how many there are
)

// meantWords returns, for each word of a search, the words of posts that it may stand for. The first is the one that fewest posts have.
func meantWords(ctx context.Context, q bun.IDB, typed string) ([][]string, error) {
	terms, err := words.Resolve(ctx, q, typed, inPosts)
	meant := make([][]string, len(terms))
	rarest, fewest := 0, int64(0)
	for i, t := range terms {
		if err != nil {
			return nil, err
		}
		if meant[i] = t.Corrections; t.IsPrefix {
			if meant[i], err = words.BeginningWith(ctx, q, t.Typed, inPosts, mostMeant); err != nil {
				return nil, err
			}
		}
		if len(meant[i]) == 0 {
			return nil, nil // no post has a word like it
		}
		some := q.NewSelect().Model((*postWord)(nil)).ColumnExpr("1").Where("w.word IN (?)", bun.List(meant[i])).Limit(mostLookUp)
		n, bad := q.NewSelect().TableExpr("(?) AS counted", some).Count(ctx)
		if err = bad; i == 0 || n < fewest {
			rarest, fewest = i, n
		}
	}
	if len(meant) > 0 {
		meant[0], meant[rarest] = meant[rarest], meant[0]
	}
	return meant, err
}

// searchWords returns a page of the posts that have one of the words of each term, and how many have.
func searchWords(ctx context.Context, q bun.IDB, terms [][]string, limit, offset int64) (ids []string, n int64, err error) {
	var each []string
	var args []any
	for _, word := range terms[0] {
		each = append(each, "SELECT * FROM (SELECT w.post_id, w.places, w.published_at FROM post_words AS w WHERE w.word = ? ORDER BY w.published_at DESC, w.post_id DESC LIMIT ?) AS one")
		args = append(args, word, mostLookUp)
	}
	sql := "WITH looked AS (" + strings.Join(each, " UNION ALL ") + ") SELECT h.post_id, count(*) OVER () AS total FROM (SELECT l.post_id, l.published_at, max(l.places) AS best FROM looked AS l GROUP BY l.post_id, l.published_at"
	for _, also := range terms[1:] {
		sql += ` UNION ALL SELECT w.post_id, w.published_at, max(w.places) AS best FROM post_words AS w
			WHERE w.word IN (?) AND w.post_id IN (SELECT l.post_id FROM looked AS l) GROUP BY w.post_id, w.published_at`
		args = append(args, bun.List(also))
	}
	sql += ") AS h GROUP BY h.post_id, h.published_at HAVING count(*) = ? ORDER BY sum(h.best) DESC, h.published_at DESC, h.post_id DESC LIMIT ? OFFSET ?"
	var rows []struct {
		PostID string
		Total  int64
	}
	err = q.NewRaw(sql, append(args, len(terms), limit, offset)...).Scan(ctx, &rows)
	for _, r := range rows {
		ids, n = append(ids, r.PostID), r.Total
	}
	return ids, n, err
}

// wordsMatched lists which words of a search posts have.
func wordsMatched(ctx context.Context, q bun.IDB, posts []string, terms [][]string) (map[string][]string, error) {
	of := map[string][]string{}
	if len(posts) == 0 {
		return of, nil
	}
	var rows []postWord
	err := q.NewSelect().Model(&rows).Column("w.post_id", "w.word").Where("w.post_id IN (?) AND w.word IN (?)", bun.List(posts), bun.List(slices.Concat(terms...))).
		OrderExpr("w.post_id, w.word").Scan(ctx, &rows)
	for _, r := range rows {
		of[r.PostID] = append(of[r.PostID], r.Word)
	}
	return of, err
}
