package course

import (
	"context"
	"slices"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/rest"
)

// wanted is a word of a search with the words of the catalogue that it may mean.
type wanted struct {
	typed   string
	begins  bool     // words begin so
	only    string   // the word, where no other begins so
	courses int64    // that have it, as far as lists are counted; of a word that is searched alone 0
	instead []string // where none begins so: the words that were probably meant, the likeliest first
}

// meant says that w.word is one of the words that it may mean.
func (w wanted) meant() condition {
	switch {
	case w.begins:
		return condition{"w.word IN (SELECT g.word FROM search_grams AS g WHERE g.gram = ?)", []any{prefixGram(w.typed)}}
	case len(w.instead) > 0:
		return condition{"w.word IN (?)", []any{bun.List(w.instead)}}
	}
	return condition{"1 = 0", nil}
}

// found says that a course is among those that have the word. No more are looked up than lists are counted.
func (w wanted) found() condition {
	m := w.meant()
	return condition{"c.id IN (SELECT course_id FROM (SELECT w.course_id FROM course_words AS w WHERE " + m.sql + " LIMIT ?) AS found)", append(m.args, rest.MaxCount+1)}
}

// had says of a course that was reached otherwise that it has the word.
func (w wanted) had() condition {
	m := w.meant()
	return condition{"EXISTS (SELECT 1 FROM course_words AS w WHERE w.course_id = c.id AND " + m.sql + ")", m.args}
}

// manyFound is from how many courses on it is cheaper to go through all in the order of the list until the page is full than
// to look up those that are found and sort them.
const manyFound = 1000

// searched says that a course has all words of a search. The rarest is looked up, unless there are so many that the
// database is to go through all.
func (p picked) searched() (cs []condition) {
	for i, w := range p.words {
		if i == p.rarest() && !p.many {
			cs = append(cs, w.found())
		} else {
			cs = append(cs, w.had())
		}
	}
	return cs
}

// rarest is which word of the search is in the fewest courses.
func (p picked) rarest() (at int) {
	for i, w := range p.words {
		if w.courses < p.words[at].courses {
			at = i
		}
	}
	return at
}

// inCatalogue says that word g.word stands in a course of the catalogue.
const inCatalogue = "EXISTS (SELECT 1 FROM course_words AS w WHERE w.word = g.word AND w.published)"

const (
	mostAlike   = 60 // words that are looked at for one that was misspelt
	mostInstead = 5  // that it may mean
)

// resolve says what words of the catalogue the words of a search mean; with shownOnly of its courses, else of drafts too.
// Three queries at most for each word, whatever the size of the school.
func resolve(ctx context.Context, q bun.IDB, search string, shownOnly bool) ([]wanted, error) {
	words := wordsOf(search)
	ws := make([]wanted, min(len(words), mostSearched))
	for i := range ws {
		ws[i].typed = words[i]
		begins := q.NewSelect().TableExpr("search_grams AS g").ColumnExpr("g.word").Where("g.gram = ?", prefixGram(words[i])).Limit(2)
		if shownOnly {
			begins.Where(inCatalogue)
		}
		var found []string
		err := begins.Scan(ctx, &found)
		if err != nil {
			return nil, err
		}
		if ws[i].begins = len(found) > 0; ws[i].begins {
			if len(found) == 1 {
				ws[i].only = found[0]
			}
		} else if ws[i].instead, err = alike(ctx, q, words[i], shownOnly); err != nil {
			return nil, err
		}
		if len(ws) == 1 {
			break
		}
		if ws[i].courses, err = ws[i].in(ctx, q); err != nil {
			return nil, err
		}
	}
	return ws, nil
}

// in is how many courses have the word, as far as lists are counted.
func (w wanted) in(ctx context.Context, q bun.IDB) (int64, error) {
	m := w.meant()
	some := q.NewSelect().TableExpr("course_words AS w").ColumnExpr("1").Where(m.sql, m.args...).Limit(rest.MaxCount + 1)
	n, err := q.NewSelect().TableExpr("(?) AS counted", some).Count(ctx)
	return int64(n), err
}

// alike is words that somebody may have meant who typed one that is not there, the likeliest first.
func alike(ctx context.Context, q bun.IDB, typed string, shownOnly bool) ([]string, error) {
	var found []string
	s := q.NewSelect().TableExpr("search_grams AS g").ColumnExpr("g.word").Where("g.gram IN (?)", bun.List(trigrams(typed))).
		GroupExpr("g.word").OrderExpr("count(*) DESC, g.word").Limit(mostAlike)
	if shownOnly {
		s.Where(inCatalogue)
	}
	if err := s.Scan(ctx, &found); err != nil {
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

// completions is words of the catalogue that begin so, the shortest first.
func completions(ctx context.Context, q bun.IDB, typed string, limit int64) (words []string, err error) {
	return words, q.NewSelect().TableExpr("search_grams AS g").ColumnExpr("g.word").Where("g.gram = ?", prefixGram(typed)).Where(inCatalogue).
		OrderExpr("length(g.word), g.word").Limit(limit).Scan(ctx, &words)
}

// courseWord is a word of a course and where it stands.
type courseWord struct {
	bun.BaseModel `bun:"table:course_words"`

	Word      string
	CourseID  string
	Places    int64
	Published bool
	CreatedAt time.Time // of the course
}

// searchGram is under what a word is found.
type searchGram struct {
	bun.BaseModel `bun:"table:search_grams"`

	Gram, Word string
}

// reindex writes the words of a course as it is now, and counts a change of the catalogue. It stands at the end of each
// transaction that changes what a course is called, says or shows.
func reindex(ctx context.Context, tx bun.IDB, id string) error {
	if err := bump(ctx, tx); err != nil {
		return err
	}
	words, err := wordsIn(ctx, tx, id)
	if err != nil {
		return err
	}
	var before []string
	if err := tx.NewRaw("SELECT word FROM course_words WHERE course_id = ?", id).Scan(ctx, &before); err != nil {
		return err
	}
	if _, err := tx.NewRaw("DELETE FROM course_words WHERE course_id = ?", id).Exec(ctx); err != nil {
		return err
	}
	if len(words) > 0 {
		if err := enter(ctx, tx, words); err != nil {
			return err
		}
		if _, err := tx.NewInsert().Model(&words).Exec(ctx); err != nil {
			return err
		}
	}
	return forget(ctx, tx, before)
}

// forget takes words out of the dictionary that no course has any more, the names of people among them.
func forget(ctx context.Context, tx bun.IDB, words []string) error {
	if len(words) == 0 {
		return nil
	}
	_, err := tx.NewRaw("DELETE FROM search_words WHERE word IN (?) AND NOT EXISTS (SELECT 1 FROM course_words AS w WHERE w.word = search_words.word)",
		bun.List(words)).Exec(ctx)
	return err
}

// wordsIn is the words of a course, each once.
func wordsIn(ctx context.Context, q bun.IDB, id string) ([]courseWord, error) {
	var r row
	if err := q.NewSelect().Model(&r).ModelTableExpr("courses AS c").ColumnExpr("c.*").Where("c.id = ?", id).Scan(ctx); err != nil {
		return nil, err
	}
	cs := []Course{r.Course}
	if err := readInstructors(ctx, q, cs); err != nil {
		return nil, err
	}
	at := map[string]int{}
	var words []courseWord
	add := func(place int64, texts ...string) {
		for _, text := range texts {
			for _, word := range wordsOf(text) {
				i, known := at[word]
				if !known && len(words) >= mostWords {
					continue
				}
				if !known {
					i, at[word] = len(words), len(words)
					words = append(words, courseWord{Word: word, CourseID: id, Published: r.Status == published, CreatedAt: r.CreatedAt})
				}
				words[i].Places |= place
			}
		}
	}
	add(inTitle, r.Title)
	add(inCategory, r.Category)
	for _, i := range cs[0].Instructors {
		add(inInstructor, i.FullName)
	}
	add(inTag, r.Page.V.ToolsTechnologies...)
	add(inTag, r.Page.V.Features...)
	add(inSummary, r.Summary)
	return words, nil
}

// enter puts words into the dictionary that are not there yet.
func enter(ctx context.Context, tx bun.IDB, words []courseWord) error {
	all := make([]string, len(words))
	for i, w := range words {
		all[i] = w.Word
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
		var grams []searchGram
		for _, g := range gramsOf(word) {
			grams = append(grams, searchGram{Gram: g, Word: word})
		}
		if _, err := tx.NewInsert().Model(&grams).Exec(ctx); err != nil {
			return err
		}
	}
	return nil
}

// taughtBy is the courses that somebody teaches.
func taughtBy(ctx context.Context, q bun.IDB, userID string) (ids []string, err error) {
	return ids, q.NewRaw("SELECT course_id FROM course_instructors WHERE user_id = ?", userID).Scan(ctx, &ids)
}

// versionOf is how often the catalogue has changed.
func versionOf(ctx context.Context, q bun.IDB) (version int64, err error) {
	return version, q.NewRaw("SELECT coalesce(max(version), 0) FROM catalogue").Scan(ctx, &version)
}
