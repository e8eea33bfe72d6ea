// Package searchindex finds courses by the words of the dictionary (platform/words): it keeps which course has which word. Each change of a course
// writes its words in the same transaction (Reindex).
package searchindex

import (
	"context"
	"slices"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/learning/course"
	"lectern/internal/platform/words"
)

// Term is a word of a search with the words of the catalogue that it may stand for.
type Term struct {
	words.Term
	Courses int64 // that have it, up to MostLookedUp
}

// meant selects words w.word that the term may stand for.
func (w Term) meant() course.Condition {
	sql, args := w.Meant("w.word")
	return course.Where(sql, args...)
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

// What selects words g.word that occur in a course, or in one of the catalogue.
const (
	inCourses   = "EXISTS (SELECT 1 FROM course_words AS w WHERE w.word = g.word)"
	inCatalogue = "EXISTS (SELECT 1 FROM course_words AS w WHERE w.word = g.word AND w.published)"
)

// Resolve finds what the words of a search stand for in the catalogue or, unless shownOnly, in drafts too. It makes
// at most three queries for each word, whatever the size of the school.
func Resolve(ctx context.Context, q bun.IDB, search string, shownOnly bool) (Terms, error) {
	within := inCourses
	if shownOnly {
		within = inCatalogue
	}
	found, err := words.Resolve(ctx, q, search, within)
	if err != nil {
		return nil, err
	}
	ts := make(Terms, len(found))
	for i, t := range found {
		ts[i].Term = t
		if ts[i].Courses, err = ts[i].countCourses(ctx, q); err != nil {
			return nil, err
		}
	}
	return ts, nil
}

// countCourses counts the courses that have the word, up to the limit of counts in lists.
func (w Term) countCourses(ctx context.Context, q bun.IDB) (int64, error) {
	m := w.meant()
	some := q.NewSelect().TableExpr("course_words AS w").ColumnExpr("1").Where(m.SQL, m.Args...).Limit(MostLookedUp)
	n, err := q.NewSelect().TableExpr("(?) AS counted", some).Count(ctx)
	return int64(n), err
}

// Completions returns words of the catalogue that begin with typed, shortest first.
func Completions(ctx context.Context, q bun.IDB, typed string, limit int64) ([]string, error) {
	return words.BeginningWith(ctx, q, typed, inCatalogue, limit)
}

// mostWords is how many words of one course are found.
const mostWords = 400

// courseWord is a word of a course.
type courseWord struct {
	bun.BaseModel `bun:"table:course_words"`

	Word      string
	CourseID  string
	Published bool
	CreatedAt time.Time // of the course
}

// Reindex writes the words of a course in its current state, and increments the catalogue's version. Call it at the
// end of each transaction that changes what a course is called, says or shows.
func Reindex(ctx context.Context, tx bun.IDB, id string) error {
	if err := BumpVersion(ctx, tx); err != nil {
		return err
	}
	found, err := wordsIn(ctx, tx, id)
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
	if len(found) > 0 {
		all := make([]string, len(found))
		for i, w := range found {
			all[i] = w.Word
		}
		if err := words.Add(ctx, tx, all); err != nil {
			return err
		}
		if _, err := tx.NewInsert().Model(&found).Exec(ctx); err != nil {
			return err
		}
	}
	return words.Forget(ctx, tx, before)
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
	var all []courseWord
	for _, text := range texts {
		for _, word := range words.Split(text) {
			if !known[word] && len(all) < mostWords {
				known[word] = true
				all = append(all, courseWord{Word: word, CourseID: id, Published: r.Status == course.Published, CreatedAt: r.CreatedAt})
			}
		}
	}
	return all, nil
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
