package searchindex

import (
	"context"
	"slices"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/learning/course"
)

// Term is a word of a search with the words of the catalogue that it may stand for.
type Term struct {
	Typed       string
	IsPrefix    bool     // words begin with it
	Only        string   // the word, if only one begins with it
	Courses     int64    // that have it, up to MostLookedUp
	Corrections []string // if none begins with it, the words probably meant, likeliest first
}

// meant selects words w.word that the term may stand for.
func (w Term) meant() course.Condition {
	switch {
	case w.IsPrefix:
		return course.Where("w.word IN (SELECT g.word FROM search_grams AS g WHERE g.gram = ?)", prefixGram(w.Typed))
	case len(w.Corrections) > 0:
		return course.Where("w.word IN (?)", bun.List(w.Corrections))
	}
	return course.Where("1 = 0")
}

// MostLookedUp is the maximum number of courses looked up for a word: one more than the limit of counts in lists.
// A word that more courses have is not looked up: package catalogue walks the list.
const MostLookedUp = 10_001

// found selects courses c by looking the word up first.
func (w Term) found() course.Condition {
	m := w.meant()
	return course.Where("c.id IN (SELECT course_id FROM (SELECT w.course_id FROM course_words AS w WHERE "+m.SQL+" LIMIT ?) AS found)", append(m.Args, MostLookedUp)...)
}

// occurs tests a course c, reached otherwise, for the word.
func (w Term) occurs() course.Condition {
	m := w.meant()
	return course.Where("EXISTS (SELECT 1 FROM course_words AS w WHERE w.course_id = c.id AND "+m.SQL+")", m.Args...)
}

// ManyFound is the number of hits from which it is cheaper to walk the list in order until the page is full than to
// look the hits up and sort them.
const ManyFound = 1000

type Terms []Term

// Conditions select courses c that have all words. The rarest word is looked up, unless there are so many courses
// that walking the list is cheaper.
func (ts Terms) Conditions(many bool) (cs []course.Condition) {
	for i, t := range ts {
		if i == ts.Rarest() && !many {
			cs = append(cs, t.found())
		} else {
			cs = append(cs, t.occurs())
		}
	}
	return cs
}

// Rarest is the index of the word that occurs in the fewest courses.
func (ts Terms) Rarest() (at int) {
	for i, t := range ts {
		if t.Courses < ts[at].Courses {
			at = i
		}
	}
	return at
}

// inCatalogue selects words g.word that occur in a course of the catalogue.
const inCatalogue = "EXISTS (SELECT 1 FROM course_words AS w WHERE w.word = g.word AND w.published)"

const (
	mostAlike   = 60 // candidates examined for a misspelt word
	mostInstead = 5  // of them that it may stand for
)

// Resolve finds what the words of a search stand for in the catalogue or, unless shownOnly, in drafts too. It makes
// at most three queries for each word, whatever the size of the school.
func Resolve(ctx context.Context, q bun.IDB, search string, shownOnly bool) (Terms, error) {
	words := Words(search)
	ws := make(Terms, min(len(words), mostSearched))
	for i := range ws {
		ws[i].Typed = words[i]
		begins := q.NewSelect().TableExpr("search_grams AS g").ColumnExpr("g.word").Where("g.gram = ?", prefixGram(words[i])).Limit(2)
		if shownOnly {
			begins.Where(inCatalogue)
		}
		var found []string
		err := begins.Scan(ctx, &found)
		if err != nil {
			return nil, err
		}
		if ws[i].IsPrefix = len(found) > 0; ws[i].IsPrefix {
			if len(found) == 1 {
				ws[i].Only = found[0]
			}
		} else if ws[i].Corrections, err = nearestWords(ctx, q, words[i], shownOnly); err != nil {
			return nil, err
		}
		if ws[i].Courses, err = ws[i].countCourses(ctx, q); err != nil {
			return nil, err
		}
	}
	return ws, nil
}

// countCourses counts the courses that have the word, up to the limit of counts in lists.
func (w Term) countCourses(ctx context.Context, q bun.IDB) (int64, error) {
	m := w.meant()
	some := q.NewSelect().TableExpr("course_words AS w").ColumnExpr("1").Where(m.SQL, m.Args...).Limit(MostLookedUp)
	n, err := q.NewSelect().TableExpr("(?) AS counted", some).Count(ctx)
	return int64(n), err
}

// nearestWords returns words that an unknown one may have been meant for, likeliest first.
func nearestWords(ctx context.Context, q bun.IDB, typed string, shownOnly bool) ([]string, error) {
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

// Completions returns words of the catalogue that begin with typed, shortest first.
func Completions(ctx context.Context, q bun.IDB, typed string, limit int64) (words []string, err error) {
	return words, q.NewSelect().TableExpr("search_grams AS g").ColumnExpr("g.word").Where("g.gram = ?", prefixGram(typed)).Where(inCatalogue).
		OrderExpr("length(g.word), g.word").Limit(limit).Scan(ctx, &words)
}

// courseWord is a word of a course.
type courseWord struct {
	bun.BaseModel `bun:"table:course_words"`

	Word      string
	CourseID  string
	Published bool
	CreatedAt time.Time // of the course
}

// searchGram maps a prefix or trigram to a word.
type searchGram struct {
	bun.BaseModel `bun:"table:search_grams"`

	Gram, Word string
}

// Reindex writes the words of a course in its current state, and increments the catalogue's version. Call it at the
// end of each transaction that changes what a course is called, says or shows.
func Reindex(ctx context.Context, tx bun.IDB, id string) error {
	if err := BumpVersion(ctx, tx); err != nil {
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
		if err := addWords(ctx, tx, words); err != nil {
			return err
		}
		if _, err := tx.NewInsert().Model(&words).Exec(ctx); err != nil {
			return err
		}
	}
	return Forget(ctx, tx, before)
}

// Forget deletes words from the dictionary that no course has any more; they may be names of users.
func Forget(ctx context.Context, tx bun.IDB, words []string) error {
	if len(words) == 0 {
		return nil
	}
	_, err := tx.NewRaw("DELETE FROM search_words WHERE word IN (?) AND NOT EXISTS (SELECT 1 FROM course_words AS w WHERE w.word = search_words.word)",
		bun.List(words)).Exec(ctx)
	return err
}

// wordsIn returns the distinct words of a course, up to mostWords: those of the title first, those of the summary last.
func wordsIn(ctx context.Context, q bun.IDB, id string) ([]courseWord, error) {
	var r course.Record
	if err := q.NewSelect().Model(&r).Where("c.id = ?", id).Scan(ctx); err != nil {
		return nil, err
	}
	cs := []course.Course{r.Course}
	if err := course.ReadInstructors(ctx, q, cs); err != nil {
		return nil, err
	}
	texts := []string{r.Title, r.Category}
	for _, i := range cs[0].Instructors {
		texts = append(texts, i.FullName)
	}
	texts = slices.Concat(texts, r.Page.V.ToolsTechnologies, r.Page.V.Features, []string{r.Summary})
	known := map[string]bool{}
	var words []courseWord
	for _, text := range texts {
		for _, word := range Words(text) {
			if !known[word] && len(words) < mostWords {
				known[word] = true
				words = append(words, courseWord{Word: word, CourseID: id, Published: r.Status == course.Published, CreatedAt: r.CreatedAt})
			}
		}
	}
	return words, nil
}

// addWords adds missing words to the dictionary.
func addWords(ctx context.Context, tx bun.IDB, words []courseWord) error {
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

// Version counts the changes of the catalogue.
func Version(ctx context.Context, q bun.IDB) (version int64, err error) {
	return version, q.NewRaw("SELECT coalesce(max(version), 0) FROM catalogue").Scan(ctx, &version)
}

// BumpVersion counts a change of the catalogue, and blocks other changes until the transaction ends.
func BumpVersion(ctx context.Context, tx bun.IDB) error {
	_, err := tx.NewRaw("INSERT INTO catalogue (id, version) VALUES (1, 1) ON CONFLICT (id) DO UPDATE SET version = catalogue.version + 1").Exec(ctx)
	return err
}
