package quiz

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/learning/coursework"
	"lectern/internal/learning/question"
	"lectern/internal/platform/access"
	"lectern/internal/platform/db"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/jobs"
)

// SavedAnswer is an answer as the client sends it.
type SavedAnswer struct {
	QuestionID string `json:"question_id" minLength:"1" maxLength:"36" msg:"Question ID is required;minLength=Question ID cannot be empty"`
	Sequence   int64  `json:"sequence" minimum:"0" msg:"An answer needs its sequence number" doc:"The client's: of two answers to a question that with the higher one stands, in whatever order they come."`
	question.QuizAnswer
}

type SavedAnswers struct {
	Answers []SavedAnswer `json:"answers,omitempty" maxItems:"200" msg:"At most 200 answers at once"`
}

// Start begins an attempt in a quiz, or returns the running one: a user has at most one. Learners of the course make
// attempts; its teachers make trials, which count nowhere. It returns errNoQuiz, fault.Forbidden while the lesson is
// locked or the caller is not enrolled, and fault.Conflict when no attempt is left, the quiz has closed or it asks
// nothing.
func (s *Service) Start(ctx context.Context, who access.Caller, lessonID string) (QuizAttempt, error) {
	l, settings, err := s.quiz(ctx, who, lessonID)
	if err == nil {
		err = mayTake(l)
	}
	if err != nil {
		return QuizAttempt{}, err
	}
	if err := s.finishOverdue(ctx, who, lessonID); err != nil {
		return QuizAttempt{}, err
	}
	var a attempt
	err = s.deps.DB.InTx(ctx, func(tx bun.IDB) (err error) {
		if a, err = runningAttempt(ctx, tx, who.ID, lessonID); !fault.Is(err, fault.NotFound) {
			return err
		}
		fresh, err := s.prepare(ctx, tx, who, l, settings)
		if err != nil {
			return err
		}
		begun, err := insertAttempt(ctx, tx, fresh)
		if err != nil {
			return err
		}
		if a, err = runningAttempt(ctx, tx, who.ID, lessonID); fault.Is(err, fault.NotFound) {
			return fault.New(fault.Conflict, "attempt_elsewhere", "This quiz was just started and submitted on another device. Reload the page.")
		}
		if err != nil || !begun || a.DeadlineAt == nil {
			return err
		}
		_, err = s.deps.Queue.Add(ctx, tx, jobs.New{Kind: deadlineJob, Ref: a.ID, Due: *a.DeadlineAt, Payload: deadlineWork{a.ID}})
		return err
	})
	if err != nil {
		return QuizAttempt{}, err
	}
	return s.show(ctx, s.deps.DB.Reader(), who, a)
}

// mayTake returns fault.Forbidden, with the reason, if the caller may not take the quiz.
func mayTake(l coursework.Task) error {
	switch {
	case l.Teaches:
		return nil
	case l.Locked != "":
		return fault.New(fault.Forbidden, "lesson_locked", l.Locked)
	case !l.Enrolled:
		return fault.New(fault.Forbidden, "not_enrolled", "Enrol in the course to take this quiz.")
	}
	return nil
}

// prepare draws the questions of a new attempt. It returns a fault if no attempt can begin.
func (s *Service) prepare(ctx context.Context, tx bun.IDB, who access.Caller, l coursework.Task, settings QuizSettings) (a attempt, err error) {
	before, err := attemptsOf(ctx, tx, who.ID, l.LessonID)
	if err != nil {
		return a, err
	}
	now := s.deps.Clock.Now()
	if refusal := refusal(settings, used(before, l.Teaches), l.Teaches, now); refusal != "" {
		return a, fault.New(fault.Conflict, "no_attempt", refusal)
	}
	bank, err := bankOf(ctx, tx, l.CourseID, settings)
	if err != nil {
		return a, err
	}
	a = attempt{ID: db.NewID(), CourseID: l.CourseID, LessonID: l.LessonID, UserID: who.ID, Number: 1, Trial: l.Teaches, Status: running,
		Seed: rand.Int64(), Settings: db.JSON[QuizSettings]{V: settings}, StartedAt: now}
	if len(before) > 0 {
		a.Number = before[0].Number + 1
	}
	if a.Paper.V = drawPaper(settings, bank, a.Seed); len(a.Paper.V) == 0 {
		return a, fault.New(fault.Conflict, "quiz_empty", "This quiz has no questions yet.")
	}
	for _, q := range a.Paper.V {
		a.Possible += q.Points
	}
	a.DeadlineAt = settings.deadline(now)
	return a, nil
}

// used counts the attempts that count towards the limit; for a teacher, the trials.
func used(before []attempt, teaches bool) (n int64) {
	for _, a := range before {
		if a.Trial == teaches {
			n++
		}
	}
	return n
}

// refusal says why no attempt can begin, or is "" when one can.
func refusal(settings QuizSettings, used int64, teaches bool, now time.Time) string {
	switch {
	case teaches:
		return ""
	case settings.Closes != nil && !now.Before(settings.Closes.At):
		return "This quiz has closed."
	case settings.Attempts > 0 && used >= settings.Attempts:
		return "You have used all attempts at this quiz."
	}
	return ""
}

// deadline is the end of an attempt that begins now, nil if it has none.
func (s QuizSettings) deadline(now time.Time) (at *time.Time) {
	if s.TimeLimitSeconds > 0 {
		limit := now.Add(time.Duration(s.TimeLimitSeconds) * time.Second)
		at = &limit
	}
	if s.Closes != nil && s.Closes.At.After(now) && (at == nil || s.Closes.At.Before(*at)) {
		at = &s.Closes.At
	}
	return at
}

// lockOwn locks an attempt of the caller. It returns errNoAttempt for another user's.
func lockOwn(ctx context.Context, tx bun.IDB, who access.Caller, id string) (a attempt, err error) {
	if a, err = lockAttempt(ctx, tx, id); err == nil && a.UserID != who.ID {
		err = errNoAttempt
	}
	return a, err
}

// Save stores answers of the caller's running attempt. Answers may be repeated and arrive in any order. It returns
// fault.Conflict if the attempt has been submitted, or has run out of time, which submits it.
func (s *Service) Save(ctx context.Context, who access.Caller, id string, batch SavedAnswers) (shown QuizAttempt, err error) {
	late := false
	err = s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		a, err := lockOwn(ctx, tx, who, id)
		if err != nil {
			return err
		}
		if late = a.Status == submitted || a.over(s.deps.Clock.Now()); late {
			_, err := s.finish(ctx, tx, a)
			return err
		}
		if err := s.mayWork(ctx, tx, a); err != nil {
			return err
		}
		if err := s.saveAnswers(ctx, tx, a, batch); err != nil {
			return err
		}
		shown, err = s.show(ctx, tx, who, a)
		return err
	})
	if err == nil && late {
		err = fault.New(fault.Conflict, "attempt_over", "This attempt has been submitted and can't be changed. The answers saved before count.")
	}
	return shown, err
}

// mayWork is fault.Forbidden for whose enrollment has been suspended, or has ended, since the attempt began.
func (s *Service) mayWork(ctx context.Context, tx bun.IDB, a attempt) error {
	if a.Trial {
		return nil
	}
	learns, err := learnsIn(ctx, tx, a.UserID, a.CourseID, s.deps.Clock.Now())
	if err == nil && !learns {
		err = fault.New(fault.Forbidden, "not_enrolled", "Your enrolment doesn't let you work in this course right now. Ask your instructor.")
	}
	return err
}

// saveAnswers stores answers. It returns fault.Invalid for questions that the attempt does not ask.
func (s *Service) saveAnswers(ctx context.Context, tx bun.IDB, a attempt, batch SavedAnswers) error {
	known := make(map[string]bool, len(a.Paper.V))
	for _, q := range a.Paper.V {
		known[q.ID] = true
	}
	var broken fault.Fields
	for i, one := range batch.Answers {
		broken.Require(known[one.QuestionID], fmt.Sprintf("answers[%d].question_id", i), "unknown_value", "This question doesn't belong to the attempt")
	}
	if err := broken.Err(); err != nil {
		return err
	}
	for _, one := range batch.Answers {
		r := answerRow{AttemptID: a.ID, QuestionID: one.QuestionID, Sequence: one.Sequence, SavedAt: s.deps.Clock.Now()}
		if !one.IsBlank() {
			written, err := json.Marshal(one.QuizAnswer)
			if err != nil {
				return err
			}
			r.Answer = string(written)
		}
		if err := saveAnswer(ctx, tx, r); err != nil {
			return err
		}
	}
	return nil
}

// Submit stores the last answers, submits the caller's attempt and grades it. Submitting again returns the same
// result. Answers that arrive after the deadline do not count.
func (s *Service) Submit(ctx context.Context, who access.Caller, id string, last SavedAnswers) (shown QuizAttempt, err error) {
	err = s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		a, err := lockOwn(ctx, tx, who, id)
		if err != nil {
			return err
		}
		if a.Status == running && !a.over(s.deps.Clock.Now()) {
			if err := s.mayWork(ctx, tx, a); err != nil {
				return err
			}
			if err := s.saveAnswers(ctx, tx, a, last); err != nil {
				return err
			}
		}
		if a, err = s.finish(ctx, tx, a); err != nil {
			return err
		}
		shown, err = s.show(ctx, tx, who, a)
		return err
	})
	return shown, err
}

// finish submits and grades a running attempt, as of its deadline if that has passed. A submitted attempt is returned
// as it is.
func (s *Service) finish(ctx context.Context, tx bun.IDB, a attempt) (attempt, error) {
	if a.Status == submitted {
		return a, nil
	}
	at := s.deps.Clock.Now()
	if a.over(at) {
		at, a.TimedOut = *a.DeadlineAt, true
	}
	a.Status, a.SubmittedAt = submitted, &at
	a, err := s.grade(ctx, tx, a)
	if err != nil || a.Trial {
		return a, err
	}
	return a, s.deps.Progress.RecordWork(ctx, tx, a.UserID, a.CourseID, a.LessonID, a.ID, "submitted", 0, at)
}

// grade computes the score of a submitted attempt and records it as progress.
func (s *Service) grade(ctx context.Context, tx bun.IDB, a attempt) (attempt, error) {
	result, err := a.score(ctx, tx)
	if err != nil {
		return a, err
	}
	for _, q := range a.Paper.V {
		r := answerRow{AttemptID: a.ID, QuestionID: q.ID, SavedAt: *a.SubmittedAt, Outcome: result.Outcomes[q.ID]}
		if err := gradeAnswer(ctx, tx, r); err != nil {
			return a, err
		}
	}
	a = a.with(result)
	if err := updateAttempt(ctx, tx, a); err != nil || a.Trial {
		return a, err
	}
	return a, s.deps.Progress.RecordScore(ctx, tx, coursework.Score{UserID: a.UserID, CourseID: a.CourseID, LessonID: a.LessonID, WorkID: a.ID,
		Percent: *a.Percent, Failed: a.failed(), At: a.SubmittedAt.Add(time.Microsecond)}) // the score must sort after the submission
}
