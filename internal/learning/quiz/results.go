package quiz

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strconv"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/learning/question"
	"lectern/internal/platform/access"
	"lectern/internal/platform/rest"
)

// QuizAttemptRow is an attempt in the teachers' list.
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
	Passed      bool       `json:"passed" doc:"Never without a pass mark."`
	Exact       string     `json:"-"`
	Earned      float64    `bun:"-" json:"earned"`
	Possible    int64      `json:"possible"`
}

// QuizMissing is a learner who has submitted no attempt.
type QuizMissing struct {
	UserID   string `json:"user_id"`
	FullName string `json:"full_name"`
	Running  bool   `json:"running" doc:"They have begun one."`
}

// Missing lists the learners who have submitted no attempt, for teachers of the course.
func (s *Service) Missing(ctx context.Context, who access.Caller, lessonID string, page rest.Page) ([]QuizMissing, int64, error) {
	l, _, err := s.taught(ctx, who, lessonID)
	if err != nil {
		return nil, 0, err
	}
	limit, offset := page.LimitOffset()
	return missing(ctx, s.deps.DB.Reader(), l.CourseID, lessonID, limit, offset)
}

// QuizResults sums up the submitted attempts of learners.
type QuizResults struct {
	Attempts  int64             `json:"attempts"`
	Learners  int64             `json:"learners"`
	Erased    int64             `json:"erased_learners" doc:"Of them, those whose account is erased: their results are kept for some time, without a name, and are in no list."`
	Passed    int64             `json:"passed" doc:"Attempts; none where the quiz has no pass mark."`
	PassMark  int64             `json:"pass_mark" doc:"Percent, as learners have it now; 0 for none."`
	Average   int64             `json:"average_percent"`
	Questions []QuestionResults `json:"questions" doc:"Those with the fewest right answers first."`
}

// QuestionResults counts the outcomes of the answers to a question.
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

type AttemptFilter struct {
	User string `query:"user" maxLength:"36" msg:"This learner doesn't exist" doc:"Whose attempts."`
	Sort string `query:"sort" enum:"newest,percent,-percent" default:"newest" msg:"sort must be newest, percent or -percent" doc:"percent and -percent: submitted attempts alone, the lowest or the highest score first."`
}

func (f AttemptFilter) byScore() bool { return f.Sort == "percent" || f.Sort == "-percent" }

// attemptPosition is where a list of attempts goes on; without an id at its beginning.
type attemptPosition struct {
	at      time.Time
	percent int64
	id      string
}

// behind reads the position that a cursor tells.
func (f AttemptFilter) behind(scroll rest.CursorParam, now time.Time) (p attemptPosition, err error) {
	if !f.byScore() {
		p.at, p.id, err = scroll.DecodeTime(now)
		return p, err
	}
	values, err := scroll.Decode(2)
	if err != nil || values == nil {
		return p, err
	}
	if p.percent, err = strconv.ParseInt(values[0], 10, 64); err != nil {
		return p, rest.InvalidCursor()
	}
	p.id = values[1]
	return p, nil
}

// cursor returns the position of an attempt as clients send it back.
func (f AttemptFilter) cursor(r QuizAttemptRow) string {
	if f.byScore() {
		return rest.EncodeCursor(strconv.FormatInt(*r.Percent, 10), r.ID)
	}
	return rest.EncodeTimeCursor(r.StartedAt, r.ID)
}

// Attempts lists the attempts of a quiz, newest first unless the filter says otherwise, for teachers of the course.
func (s *Service) Attempts(ctx context.Context, who access.Caller, lessonID string, f AttemptFilter, page rest.Page, scroll rest.CursorParam) (rows []QuizAttemptRow, n rest.Count, next string, err error) {
	if _, _, err := s.taught(ctx, who, lessonID); err != nil {
		return nil, n, "", err
	}
	behind, err := f.behind(scroll, s.deps.Clock.Now())
	if err != nil {
		return nil, n, "", err
	}
	limit, _ := page.LimitOffset()
	if rows, err = attemptList(ctx, s.deps.DB.Reader(), lessonID, f, behind, limit+1); err != nil {
		return nil, n, "", err
	}
	if int64(len(rows)) > limit {
		rows = rows[:limit]
		next = f.cursor(rows[limit-1])
	}
	for i := range rows {
		rows[i].Earned = points(rows[i].Exact)
	}
	total, err := countAttempts(ctx, s.deps.DB.Reader(), lessonID, f, rest.MaxCount)
	return rows, rest.CountUpTo(total), next, err
}

// Results sums up how learners did, question by question, for teachers of the course.
func (s *Service) Results(ctx context.Context, who access.Caller, lessonID string) (r QuizResults, err error) {
	_, settings, err := s.taught(ctx, who, lessonID)
	if err != nil {
		return r, err
	}
	err = s.deps.DB.Snapshot(ctx, func(q bun.IDB) error {
		f, err := figuresOf(ctx, q, lessonID)
		if err != nil {
			return err
		}
		r = QuizResults{Attempts: f.Attempts, Learners: f.Learners, Erased: f.ErasedLearners, Passed: f.Passed, PassMark: settings.PassMark, Average: f.Average}
		counts, err := outcomes(ctx, q, lessonID)
		if err == nil {
			r.Questions, err = byQuestion(ctx, q, counts)
		}
		return err
	})
	return r, err
}

// byQuestion adds up the outcomes of each question, hardest first.
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
	rows, err := question.ByIDs(ctx, q, slices.Sorted(maps.Keys(all)))
	if err != nil {
		return nil, err
	}
	list := []QuestionResults{}
	for _, r := range rows {
		one := all[r.ID]
		one.Prompt, one.Kind = r.Body.V.PlainTitle(), r.Kind
		list = append(list, *one)
	}
	slices.SortStableFunc(list, func(a, b QuestionResults) int { // right/asked, compared without dividing
		return cmp.Or(cmp.Compare(a.Right*b.asked(), b.Right*a.asked()), cmp.Compare(a.QuestionID, b.QuestionID))
	})
	return list, nil
}
