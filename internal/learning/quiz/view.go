package quiz

import (
	"cmp"
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/learning/question"
	"lectern/internal/platform/access"
	"lectern/internal/platform/text"
)

// QuizAttempt is an attempt as far as its reader may see it.
type QuizAttempt struct {
	ID          string          `json:"id"`
	LessonID    string          `json:"lesson_id"`
	CourseID    string          `json:"course_id"`
	Number      int64           `json:"number" doc:"From 1."`
	Trial       bool            `json:"trial" doc:"Of a teacher: counts nowhere."`
	Status      string          `json:"status" enum:"running,submitted"`
	StartedAt   time.Time       `json:"started_at"`
	DeadlineAt  *time.Time      `json:"deadline_at" doc:"When it is submitted by itself; null for never."`
	Now         time.Time       `json:"now" doc:"The server's clock, by which a timer is set."`
	SubmittedAt *time.Time      `json:"submitted_at"`
	TimedOut    bool            `json:"timed_out" doc:"Its time ran out."`
	Questions   []AskedQuestion `json:"questions" doc:"In the order in which they are asked; empty when it has been submitted and may not be reviewed."`
	Result      *QuizResult     `json:"result,omitempty" doc:"Absent while it runs."`
	Review      string          `json:"review" enum:"none,answers,key" doc:"What the questions of a submitted attempt tell."`
	ReviewAt    *time.Time      `json:"review_at" doc:"From when on more will be told; null for never."`
}

// QuizResult is the result of an attempt.
type QuizResult struct {
	Percent  int64   `json:"percent" doc:"Rounded down."`
	Earned   float64 `json:"earned" doc:"Points, with two decimals."`
	Possible int64   `json:"possible"`
	Passed   bool    `json:"passed" doc:"Never without a pass mark."`
	PassMark int64   `json:"pass_mark" doc:"Percent; 0 for none."`
}

type AskedQuestion struct {
	QuestionID string                    `json:"question_id"`
	Kind       string                    `json:"kind" enum:"single,multiple,true_false,short,ordering,numeric"`
	Format     string                    `json:"format" enum:"plain,html" doc:"Of prompt and explanation."`
	Prompt     string                    `json:"prompt"`
	Points     int64                     `json:"points"`
	Options    []AskedOption             `json:"options" doc:"In the order in which they are shown; empty for kinds without."`
	Answer     question.QuizAnswer       `json:"answer" doc:"As it was saved last."`
	Sequence   int64                     `json:"sequence" doc:"Of that answer; 0 for none."`
	Outcome    string                    `json:"outcome,omitempty" enum:"right,partial,wrong,blank" doc:"In a review."`
	Solution   *question.QuestionAnswers `json:"solution,omitempty" doc:"In a review with the key."`
}

// AskedOption does not reveal whether the option is right.
type AskedOption struct {
	Ref  string `json:"ref"`
	Text string `json:"text"`
}

// What a review shows.
const (
	noReview   = "none"
	ownAnswers = "answers"
	withKey    = "key"
)

// reviewOf returns what the reader may see of an attempt now, and when they may see more.
func (a attempt) reviewOf(teaches bool, now time.Time) (review string, more *time.Time) {
	rules := a.Settings.V.Review
	full := ownAnswers
	if rules.Key {
		full = withKey
	}
	closes := a.Settings.V.Closes
	switch {
	case a.Status == running && !teaches:
		return noReview, nil
	case teaches:
		return withKey, nil
	case rules.When == "never":
		return noReview, nil
	case rules.When == "after_deadline" && (closes == nil || now.Before(closes.At)):
		if closes != nil {
			more = &closes.At
		}
		return noReview, more
	}
	return full, nil
}

// show returns an attempt as the caller may see it: their own, or one in a course that they teach.
func (s *Service) show(ctx context.Context, q bun.IDB, who access.Caller, a attempt) (QuizAttempt, error) {
	saved, err := answersOf(ctx, q, a.ID)
	if err != nil {
		return QuizAttempt{}, err
	}
	now := s.deps.Clock.Now()
	grades := a.UserID != who.ID || a.Trial && a.Status == submitted // only teachers of the course see other users' attempts
	v := QuizAttempt{ID: a.ID, LessonID: a.LessonID, CourseID: a.CourseID, Number: a.Number, Trial: a.Trial, Status: a.Status, StartedAt: a.StartedAt,
		DeadlineAt: a.DeadlineAt, Now: now, SubmittedAt: a.SubmittedAt, TimedOut: a.TimedOut, Questions: []AskedQuestion{}}
	v.Review, v.ReviewAt = a.reviewOf(grades, now)
	if a.Status == submitted {
		v.Result = a.result()
	}
	if a.Status == submitted && v.Review == noReview {
		return v, nil
	}
	for _, one := range a.Paper.V {
		one.Question = s.readable(a.CourseID, one.Question)
		shown := one.show()
		r := saved[one.ID]
		if shown.Answer, err = r.read(); err != nil {
			return v, err
		}
		shown.Sequence = r.Sequence
		if a.Status == submitted {
			shown.Outcome = r.Outcome
		}
		if v.Review == withKey {
			shown.Solution = one.Question.Solution()
		}
		v.Questions = append(v.Questions, shown)
	}
	return v, nil
}

func (a attempt) result() *QuizResult {
	r := QuizResult{Earned: points(a.Earned), Possible: a.Possible, Passed: a.Passed, PassMark: a.Settings.V.PassMark}
	if a.Percent != nil {
		r.Percent = *a.Percent
	}
	return &r
}

// show returns a question without its key.
func (q paperQuestion) show() AskedQuestion {
	texts := make(map[string]string, len(q.Question.Options))
	for _, o := range q.Question.Options {
		texts[o.Ref] = o.Text
	}
	shown := AskedQuestion{QuestionID: q.ID, Kind: q.Question.Kind, Format: cmp.Or(q.Question.Format, question.PlainFormat), Prompt: q.Question.Prompt, Points: q.Points, Options: make([]AskedOption, len(q.Order))}
	for i, ref := range q.Order {
		shown.Options[i] = AskedOption{ref, texts[ref]}
	}
	return shown
}

// readable signs the URLs of the course files that a question embeds. It cleans the HTML again, because a question may have
// been stored before a rule became stricter.
func (s *Service) readable(courseID string, q question.NewQuestion) question.NewQuestion {
	if q.Format == question.HTMLFormat {
		files := s.deps.Files.ForOwner(courseID)
		q.Prompt = text.WithFiles(s.deps.Cleaner.HTML(q.Prompt), files.Address)
		q.Explanation = text.WithFiles(s.deps.Cleaner.HTML(q.Explanation), files.Address)
	}
	return q
}
