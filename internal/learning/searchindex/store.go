package searchindex

import (
	"context"
	"slices"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/learning/course"
)

// Term is a word of a search with the words of the catalogue that it may mean.
type Term struct {
	Typed       string
	IsPrefix    bool     // words begin so
	Only        string   // the word, where no other begins so
	Courses     int64    // that have it, as far as lists are counted; of a word that is searched alone 0
	Corrections []string // where none begins so: the words that were probably meant, the likeliest first
}

// meant says that w.word is one of the words that it may mean.
func (w Term) meant() course.Condition {
	switch {
	case w.IsPrefix:
		return course.Where("w.word IN (SELECT g.word FROM search_grams AS g WHERE g.gram = ?)", prefixGram(w.Typed))
	case len(w.Corrections) > 0:
		return course.Where("w.word IN (?)", bun.List(w.Corrections))
	}
	return course.Where("1 = 0")
}

// MostLookedUp is how many courses of one word are looked up: one more than lists are counted, which package catalogue makes sure of.
const MostLookedUp = 10_001

// found is true of courses c among those that have the word.
func (w Term) found() course.Condition {
	m := w.meant()
	return course.Where("c.id IN (SELECT course_id FROM (SELECT w.course_id FROM course_words AS w WHERE "+m.SQL+" LIMIT ?) AS found)", append(m.Args, MostLookedUp)...)
}

// occurs is true of a course c, reached otherwise, that has the word.
func (w Term) occurs() course.Condition {
	m := w.meant()
	return course.Where("EXISTS (SELECT 1 FROM course_words AS w WHERE w.course_id = c.id AND "+m.SQL+")", m.Args...)
}

// ManyFound is from how many courses on it is cheaper to go through all in the order of the list until the page is full than
// to look up those that are found and sort them.
const ManyFound = 1000

// Terms are the words of a search.
type Terms []Term

// Conditions are true of courses c that have all words. The rarest is looked up, unless there are so many courses that the
// database is to go through all.
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

// Rarest is the index of the word that is in the fewest courses.
func (ts Terms) Rarest() (at int) {
	for i, t := range ts {
		if t.Courses < ts[at].Courses {
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

// Resolve says what words of the catalogue the words of a search mean; with shownOnly of its courses, else of drafts too.
// Three queries at most for each word, whatever the size of the school.
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
		} else if ws[i].Corrections, err = alike(ctx, q, words[i], shownOnly); err != nil {
			return nil, err
		}
		if len(ws) == 1 {
			break
		}
		if ws[i].Courses, err = ws[i].in(ctx, q); err != nil {
			return nil, err
		}
	}
	return ws, nil
}

// in is how many courses have the word, as far as lists are counted.
func (w Term) in(ctx context.Context, q bun.IDB) (int64, error) {
	m := w.meant()
	some := q.NewSelect().TableExpr("course_words AS w").ColumnExpr("1").Where(m.SQL, m.Args...).Limit(MostLookedUp)
	n, err := q.NewSelect().TableExpr("(?) AS counted", some).Count(ctx)
	return int64(n), err
}

// alike are words that may have been meant by one that is not there, the likeliest first.
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

// Completions are words of the catalogue that begin so, the shortest first.
func Completions(ctx context.Context, q bun.IDB, typed string, limit int64) (words []string, err error) {
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

// Reindex writes the words of a course as it is now, and counts a change of the catalogue. It stands at the end of each
// transaction that changes what a course is called, says or shows.
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
		if err := enter(ctx, tx, words); err != nil {
			return err
		}
		if _, err := tx.NewInsert().Model(&words).Exec(ctx); err != nil {
			return err
		}
	}
	return Forget(ctx, tx, before)
}

// Forget deletes words from the dictionary that no course has any more: names of users among them.
func Forget(ctx context.Context, tx bun.IDB, words []string) error {
	if len(words) == 0 {
		return nil
	}
	_, err := tx.NewRaw("DELETE FROM search_words WHERE word IN (?) AND NOT EXISTS (SELECT 1 FROM course_words AS w WHERE w.word = search_words.word)",
		bun.List(words)).Exec(ctx)
	return err
}

// wordsIn is the words of a course, each once.
func wordsIn(ctx context.Context, q bun.IDB, id string) ([]courseWord, error) {
	var r course.Record
	if err := q.NewSelect().Model(&r).Where("c.id = ?", id).Scan(ctx); err != nil {
		return nil, err
	}
	cs := []course.Course{r.Course}
	if err := course.ReadInstructors(ctx, q, cs); err != nil {
		return nil, err
	}
	at := map[string]int{}
	var words []courseWord
	add := func(place int64, texts ...string) {
		for _, text := range texts {
			for _, word := range Words(text) {
				i, known := at[word]
				if !known && len(words) >= mostWords {
					continue
				}
				if !known {
					i, at[word] = len(words), len(words)
					words = append(words, courseWord{Word: word, CourseID: id, Published: r.Status == course.Published, CreatedAt: r.CreatedAt})
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

// Version is how often the catalogue has changed.
func Version(ctx context.Context, q bun.IDB) (version int64, err error) {
	return version, q.NewRaw("SELECT coalesce(max(version), 0) FROM catalogue").Scan(ctx, &version)
}

// BumpVersion counts a change of the catalogue, and holds up other such changes until the transaction ends.
func BumpVersion(ctx context.Context, tx bun.IDB) error {
	_, err := tx.NewRaw("INSERT INTO catalogue (id, version) VALUES (1, 1) ON CONFLICT (id) DO UPDATE SET version = catalogue.version + 1").Exec(ctx)
	return err
}
