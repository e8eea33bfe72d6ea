package quiz

import (
	"cmp"
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/text"
)

// QuizOverview is what a user sees of a quiz before and between attempts.
type QuizOverview struct {
	LessonID         string       `json:"lesson_id"`
	CourseID         string       `json:"course_id"`
	Title            string       `json:"title"`
	Instructions     string       `json:"instructions"`
	Format           string       `json:"format" enum:"plain,html" doc:"Of the instructions."`
	Questions        int64        `json:"questions" doc:"How many an attempt asks."`
	TimeLimitSeconds int64        `json:"time_limit_seconds" doc:"0 for none."`
	AttemptsAllowed  int64        `json:"attempts_allowed" doc:"0: as many as one likes."`
	AttemptsUsed     int64        `json:"attempts_used"`
	PassMark         int64        `json:"pass_mark" doc:"Percent; 0 for none."`
	ClosesAt         *time.Time   `json:"closes_at"`
	ClosesTimezone   string       `json:"closes_timezone" doc:"In which that was set; empty for none."`
	Trial            bool         `json:"trial" doc:"The caller teaches the course: their attempts are trials of the draft and count nowhere."`
	Running          string       `json:"running_attempt_id" doc:"Empty for none."`
	Refusal          string       `json:"refusal" doc:"Why no attempt can be begun now, in a sentence; empty when one can."`
	Best             *int64       `json:"best_percent" doc:"null before the first."`
	Attempts         []OwnAttempt `json:"attempts" doc:"The caller's own, the newest first."`
}

type OwnAttempt struct {
	ID          string     `json:"id"`
	Number      int64      `json:"number"`
	Status      string     `json:"status" enum:"running,submitted"`
	StartedAt   time.Time  `json:"started_at"`
	SubmittedAt *time.Time `json:"submitted_at"`
	Percent     *int64     `json:"percent" doc:"null while it runs."`
	Passed      bool       `json:"passed" doc:"Never without a pass mark."`
}

// Overview returns a quiz with the caller's attempts, to callers who may see the course.
func (s *Service) Overview(ctx context.Context, who access.Caller, lessonID string) (o QuizOverview, err error) {
	l, settings, err := s.quiz(ctx, who, lessonID)
	if err == nil {
		err = s.finishOverdue(ctx, who, lessonID)
	}
	if err != nil {
		return o, err
	}
	before, err := attemptsOf(ctx, s.deps.DB.Reader(), who.ID, lessonID)
	if err != nil {
		return o, err
	}
	o = QuizOverview{LessonID: lessonID, CourseID: l.CourseID, Title: l.Title, Instructions: s.deps.Cleaner.Message(settings.Format, settings.Instructions), Format: cmp.Or(settings.Format, text.PlainFormat), Questions: settings.count(),
		TimeLimitSeconds: settings.TimeLimitSeconds, AttemptsAllowed: settings.Attempts, AttemptsUsed: used(before, l.Teaches), PassMark: settings.PassMark,
		Trial: l.Teaches, Attempts: []OwnAttempt{}, Refusal: refusal(settings, used(before, l.Teaches), l.Teaches, s.deps.Clock.Now())}
	if settings.Closes != nil {
		o.ClosesAt, o.ClosesTimezone = &settings.Closes.At, settings.Closes.Timezone
	}
	if closed := mayTake(l); closed != nil {
		o.Refusal = closed.Error()
	}
	for _, a := range before {
		o.Attempts = append(o.Attempts, OwnAttempt{a.ID, a.Number, a.Status, a.StartedAt, a.SubmittedAt, a.Percent, a.Passed})
		if a.Status == running {
			o.Running = a.ID
		}
		if a.Percent != nil && (o.Best == nil || *o.Best < *a.Percent) {
			o.Best = a.Percent
		}
	}
	return o, nil
}

// count is the number of questions in an attempt.
func (s QuizSettings) count() int64 {
	n := int64(len(s.Questions))
	for _, d := range s.Draws {
		n += d.Count
	}
	return n
}

// Attempt returns an attempt to its learner and to teachers of the course. Others get errNoAttempt.
func (s *Service) Attempt(ctx context.Context, who access.Caller, id string) (v QuizAttempt, err error) {
	a, err := attemptByID(ctx, s.deps.DB.Reader(), id)
	if err != nil {
		return v, err
	}
	if a.UserID != who.ID {
		if teaches, err := s.deps.Courses.MayTeach(ctx, who, a.CourseID); err != nil || !teaches {
			return v, refused(err, errNoAttempt)
		}
	}
	if a.Status == running && a.over(s.deps.Clock.Now()) {
		err = s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
			if a, err = lockAttempt(ctx, tx, id); err == nil {
				a, err = s.finish(ctx, tx, a)
			}
			return err
		})
		if err != nil {
			return v, err
		}
	}
	return s.show(ctx, s.deps.DB.Reader(), who, a)
}

// refused returns err, or otherwise if err is nil.
func refused(err error, otherwise *fault.Error) error {
	if err != nil {
		return err
	}
	return otherwise
}
