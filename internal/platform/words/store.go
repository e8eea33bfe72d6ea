package words

import (
	"context"
	"slices"

	"github.com/uptrace/bun"

	"lectern/internal/platform/db"
)

// indexes are the tables that say which word stands where, in a column word: a word that none of them has is forgotten.
var indexes = []string{"course_words", "post_words"}

// Term is a word of a search with the words that it may stand for.
type Term struct {
	Typed       string
	IsPrefix    bool     // words begin with it
	Only        string   // the word, if only one begins with it
	Corrections []string // if none begins with it, the words probably meant, likeliest first
}

// Meant is a condition on a column of words that the term may stand for, with its arguments.
func (t Term) Meant(column string) (string, []any) {
	switch {
	case t.IsPrefix:
		return column + " IN (SELECT g.word FROM search_grams AS g WHERE g.gram = ?)", []any{prefixGram(t.Typed)}
	case len(t.Corrections) > 0:
		return column + " IN (?)", []any{bun.List(t.Corrections)}
	}
	return "1 = 0", nil
}

const (
	mostAlike   = 60 // candidates examined for a misspelt word
	mostInstead = 5  // of them that it may stand for
)

// Resolve finds what the words of a search stand for among the words g.word that the condition within selects. It makes at most two queries for each
// word, however large the school is.
func Resolve(ctx context.Context, q bun.IDB, search, within string) ([]Term, error) {
	typed := Split(search)
	terms := make([]Term, min(len(typed), mostSearched))
	for i := range terms {
		terms[i].Typed = typed[i]
		var found []string
		if err := beginning(q, typed[i], within).Limit(2).Scan(ctx, &found); err != nil {
			return nil, err
		}
		if terms[i].IsPrefix = len(found) > 0; !terms[i].IsPrefix {
			var err error
			if terms[i].Corrections, err = nearest(ctx, q, typed[i], within); err != nil {
				return nil, err
			}
		}
		if len(found) == 1 {
			terms[i].Only = found[0]
		}
	}
	return terms, nil
}

// BeginningWith returns words g.word of a condition that begin with what was typed, shortest first.
func BeginningWith(ctx context.Context, q bun.IDB, typed, within string, limit int64) (found []string, err error) {
	return found, beginning(q, typed, within).OrderExpr("length(g.word), g.word").Limit(limit).Scan(ctx, &found)
}

func beginning(q bun.IDB, typed, within string) *bun.SelectQuery {
	return q.NewSelect().TableExpr("search_grams AS g").ColumnExpr("g.word").Where("g.gram = ?", prefixGram(typed)).Where(within)
}

// nearest returns words that an unknown one may have been meant for, likeliest first.
func nearest(ctx context.Context, q bun.IDB, typed, within string) ([]string, error) {
	var found []string
	err := q.NewSelect().TableExpr("search_grams AS g").ColumnExpr("g.word").Where("g.gram IN (?)", bun.List(trigrams(typed))).Where(within).
		GroupExpr("g.word").OrderExpr("count(*) DESC, g.word").Limit(mostAlike).Scan(ctx, &found)
	if err != nil {
		return nil, err
	}
	allowed := typos(len([]rune(typed)))
	by := map[string]int{}
	for _, word := range found {
		by[word] = mistakes(typed, word)
	}
	found = slices.DeleteFunc(found, func(word string) bool { return by[word] > allowed })
	slices.SortStableFunc(found, func(a, b string) int { return by[a] - by[b] })
	return found[:min(len(found), mostInstead)], nil
}

// gram maps a prefix or trigram to a word.
type gram struct {
	bun.BaseModel `bun:"table:search_grams"`

	Gram, Word string
}

// lock makes other changes of the dictionary wait until tx ends: one could forget a word that another has just found there. SQLite has one writer at a
// time anyway.
func lock(ctx context.Context, tx bun.IDB) error {
	if !db.IsPostgres(tx) {
		return nil
	}
	_, err := tx.NewRaw("SELECT pg_advisory_xact_lock(hashtext('search words ' || current_schema()))").Exec(ctx)
	return err
}

// Add adds missing words to the dictionary.
func Add(ctx context.Context, tx bun.IDB, all []string) error {
	if len(all) == 0 {
		return nil
	}
	if err := lock(ctx, tx); err != nil {
		return err
	}
	var known []string
	if err := tx.NewRaw("SELECT word FROM search_words WHERE word IN (?)", bun.List(all)).Scan(ctx, &known); err != nil {
		return err
	}
	for _, word := range all {
		if slices.Contains(known, word) {
			continue
		}
		if _, err := tx.NewRaw("INSERT INTO search_words (word) VALUES (?)", word).Exec(ctx); err != nil {
			return err
		}
		var grams []gram
		for _, g := range gramsOf(word) {
			grams = append(grams, gram{Gram: g, Word: word})
		}
		if _, err := tx.NewInsert().Model(&grams).Exec(ctx); err != nil {
			return err
		}
	}
	return nil
}

// Forget deletes words from the dictionary that stand nowhere any more; they may be names of users.
func Forget(ctx context.Context, tx bun.IDB, gone []string) error {
	if len(gone) == 0 {
		return nil
	}
	if err := lock(ctx, tx); err != nil {
		return err
	}
	q := tx.NewDelete().TableExpr("search_words").Where("word IN (?)", bun.List(gone))
	for _, table := range indexes {
		q.Where("NOT EXISTS (SELECT 1 FROM ? AS w WHERE w.word = search_words.word)", bun.Ident(table))
	}
	_, err := q.Exec(ctx)
	return err
}
