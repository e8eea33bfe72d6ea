package quiz

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/access"
	"lectern/internal/rest"
)

// QuizAttemptRow is an attempt in the list of a quiz's teachers.
type QuizAttemptRow struct {
	ID          string     `json:"id"`
	UserID      string     `json:"user_id"`
	FullName    string     `json:"full_name"`
	Number      int64      `json:"number"`
	Status      string     `json:"status" enum:"running,submitted"`
	StartedAt   time.Time  `json:"started_at"`
	SubmittedAt *time.Time `json:"submitted_at"`
	TimedOut    bool       `json:"timed_out"`
	Percent     *int64     `json:"percent" doc:"null while it runs."`
	Passed      bool       `json:"passed"`
	Exact       string     `json:"-"`
	Earned      float64    `bun:"-" json:"earned"`
	Possible    int64      `json:"possible"`
}

// QuizResults is how the learners of a quiz did. Of submitted attempts.
type QuizResults struct {
	Attempts  int64             `json:"attempts"`
	Learners  int64             `json:"learners"`
	Passed    int64             `json:"passed" doc:"Attempts."`
	Average   int64             `json:"average_percent"`
	Questions []QuestionResults `json:"questions" doc:"Those with the fewest right answers first."`
}

// QuestionResults is how the answers to a question did.
type QuestionResults struct {
	QuestionID string `json:"question_id"`
	Prompt     string `json:"prompt" doc:"As it is now, without its markup."`
	Kind       string `json:"kind" enum:"single,multiple,true_false,short,ordering,numeric"`
	Right      int64  `json:"right"`
	Partial    int64  `json:"partial"`
	Wrong      int64  `json:"wrong"`
	Blank      int64  `json:"blank"`
}

func (r QuestionResults) asked() int64 { return r.Right + r.Partial + r.Wrong + r.Blank }

// Attempts is a page of the attempts of a quiz, the newest first. For teachers of the course.
func (s *Service) Attempts(ctx context.Context, who access.Caller, lessonID string, page rest.Page, scroll rest.Scroll) (rows []QuizAttemptRow, n rest.Counted, next string, err error) {
	if _, _, err := s.taught(ctx, who, lessonID); err != nil {
		return nil, n, "", err
	}
	before, id, err := behind(scroll, s.Clock.Now())
	if err != nil {
		return nil, n, "", err
	}
	limit, _ := page.Window()
	if rows, err = attemptList(ctx, s.DB.Reader(), lessonID, before, id, limit+1); err != nil {
		return nil, n, "", err
	}
	if int64(len(rows)) > limit {
		rows = rows[:limit]
		next = rest.Mark(rows[limit-1].StartedAt.Format(time.RFC3339Nano), rows[limit-1].ID)
	}
	for i := range rows {
		rows[i].Earned = points(rows[i].Exact)
	}
	total, err := countAttempts(ctx, s.DB.Reader(), lessonID, rest.MostCounted)
	return rows, rest.CountedTo(total), next, err
}

// Results is how the learners of a quiz did, question by question. For teachers of the course.
func (s *Service) Results(ctx context.Context, who access.Caller, lessonID string) (r QuizResults, err error) {
	if _, _, err := s.taught(ctx, who, lessonID); err != nil {
		return r, err
	}
	err = s.DB.Snapshot(ctx, func(q bun.IDB) error {
		f, err := figuresOf(ctx, q, lessonID)
		if err != nil {
			return err
		}
		r = QuizResults{Attempts: f.Attempts, Learners: f.Learners, Passed: f.Passed, Average: f.Average}
		counts, err := outcomes(ctx, q, lessonID)
		if err == nil {
			r.Questions, err = byQuestion(ctx, q, counts)
		}
		return err
	})
	return r, err
}

// Regrade grades all submitted attempts of a quiz by the answer keys as they are in the bank now; running ones are graded by
// them too. For teachers of the course. Of a score that learners have reached before, their progress keeps the best.
func (s *Service) Regrade(ctx context.Context, who access.Caller, lessonID string) (done QuizRegraded, err error) {
	if _, _, err := s.taught(ctx, who, lessonID); err != nil {
		return done, err
	}
	for after := ""; ; {
		ids, err := submittedAfter(ctx, s.DB.Reader(), lessonID, after, 100)
		if err != nil || len(ids) == 0 {
			return done, err
		}
		for _, id := range ids {
			changed, err := s.regrade(ctx, id)
			if err != nil {
				return done, err
			}
			done.Graded++
			if changed {
				done.Changed++
			}
		}
		after = ids[len(ids)-1]
	}
}

// QuizRegraded says what grading anew has done.
type QuizRegraded struct {
	Graded  int64 `json:"graded" doc:"Attempts."`
	Changed int64 `json:"changed" doc:"Those whose points are others now."`
}

func (s *Service) regrade(ctx context.Context, id string) (changed bool, err error) {
	err = s.DB.InTx(ctx, func(tx bun.IDB) error {
		a, err := lockAttempt(ctx, tx, id)
		if err != nil {
			return err
		}
		for i := range a.Paper.V {
			now, ok, err := keyOf(ctx, tx, a.CourseID, a.Paper.V[i].ID)
			if err != nil {
				return err
			}
			if ok && now.Kind == a.Paper.V[i].Question.Kind {
				a.Paper.V[i].Question = a.Paper.V[i].Question.withKey(now)
			}
		}
		before := a.Earned
		a, err = s.grade(ctx, tx, a)
		changed = a.Earned != before
		return err
	})
	return changed, err
}

// withKey is a question as it was asked, with the key that it has now: options keep their words, and one that is not there any
// more is not right.
func (q NewQuestion) withKey(now NewQuestion) NewQuestion {
	q.Truth, q.Accepted, q.CaseSensitive, q.Value, q.Tolerance, q.Partial = now.Truth, now.Accepted, now.CaseSensitive, now.Value, now.Tolerance, now.Partial
	if q.Format == now.Format {
		q.Explanation = now.Explanation
	}
	asked := make(map[string]QuestionOption, len(q.Options))
	for _, o := range q.Options {
		asked[o.Ref] = o
	}
	var options []QuestionOption
	for _, o := range now.Options { // in its order, which of ordering is the key
		if was, ok := asked[o.Ref]; ok {
			options = append(options, QuestionOption{o.Ref, was.Text, o.Correct})
			delete(asked, o.Ref)
		}
	}
	for _, o := range q.Options {
		if _, gone := asked[o.Ref]; gone {
			options = append(options, QuestionOption{o.Ref, o.Text, false})
		}
	}
	q.Options = options
	return q
}

// byQuestion gives the counts of each question, the hardest first.
func byQuestion(ctx context.Context, q bun.IDB, counts []outcomeCount) ([]QuestionResults, error) {
	all := map[string]*QuestionResults{}
	for _, c := range counts {
		r := all[c.QuestionID]
		if r == nil {
			r = &QuestionResults{QuestionID: c.QuestionID}
			all[c.QuestionID] = r
		}
		switch c.Outcome {
		case right:
			r.Right = c.N
		case partial:
			r.Partial = c.N
		case wrong:
			r.Wrong = c.N
		case blank:
			r.Blank = c.N
		}
	}
	rows, err := questionsByID(ctx, q, slices.Sorted(maps.Keys(all)))
	if err != nil {
		return nil, err
	}
	list := []QuestionResults{}
	for _, r := range rows {
		one := all[r.ID]
		one.Prompt, one.Kind = r.Body.V.title(), r.Kind
		list = append(list, *one)
	}
	slices.SortStableFunc(list, func(a, b QuestionResults) int { // a/asked against b/asked, without dividing
		return cmp.Or(cmp.Compare(a.Right*b.asked(), b.Right*a.asked()), cmp.Compare(a.QuestionID, b.QuestionID))
	})
	return list, nil
}
