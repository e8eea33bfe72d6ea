package quiz

import (
	"context"

	"github.com/uptrace/bun"

	"lectern/internal/learning/question"
	"lectern/internal/platform/access"
	"lectern/internal/platform/audit"
	"lectern/internal/platform/fault"
)

const mostRegraded = 200 // attempts listed in the response

type QuizRegrade struct {
	Reason string `json:"reason,omitempty" maxLength:"500" msg:"A reason has at most 500 characters" doc:"Kept in the audit log. Required unless it is a dry run."`
	DryRun bool   `json:"dry_run,omitempty" msg:"dry_run must be true or false" doc:"Say what would change, and change nothing."`
}

// QuizRegraded says what a regrade changed, or would change.
type QuizRegraded struct {
	Graded  int64             `json:"graded" doc:"Attempts."`
	Changed int64             `json:"changed" doc:"Those whose points are others now."`
	Changes []RegradedAttempt `json:"changes" doc:"The first 200 of those."`
	DryRun  bool              `json:"dry_run" doc:"Nothing was changed."`
}

// RegradedAttempt is an attempt whose points changed.
type RegradedAttempt struct {
	AttemptID    string  `json:"attempt_id"`
	UserID       string  `json:"user_id"`
	FullName     string  `json:"full_name"`
	Number       int64   `json:"number"`
	EarnedBefore float64 `json:"earned_before" doc:"Points, with two decimals."`
	EarnedAfter  float64 `json:"earned_after"`
	Possible     int64   `json:"possible"`
	PassedBefore bool    `json:"passed_before"`
	PassedAfter  bool    `json:"passed_after"`
}

// Regrade grades all submitted attempts of a quiz by the answer keys now in the bank, or says what that would change.
// For teachers of the course. Learners' scores follow; a completed lesson stays completed. It returns fault.Invalid
// without a reason.
func (s *Service) Regrade(ctx context.Context, who access.Caller, lessonID string, order QuizRegrade) (done QuizRegraded, err error) {
	if _, _, err := s.taught(ctx, who, lessonID); err != nil {
		return done, err
	}
	done = QuizRegraded{Changes: []RegradedAttempt{}, DryRun: order.DryRun}
	if !order.DryRun {
		var broken fault.Fields
		broken.Require(order.Reason != "", "reason", "required", "Please enter why the attempts are regraded")
		if err := broken.Err(); err != nil {
			return done, err
		}
		err := s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
			return s.deps.Audit.Write(ctx, tx, who, audit.Entry{Action: "quiz.regraded", TargetKind: "lesson", TargetID: lessonID, After: order})
		})
		if err != nil {
			return done, err
		}
	}
	for after := ""; ; {
		ids, err := submittedAfter(ctx, s.deps.DB.Reader(), lessonID, after, 100)
		if err != nil || len(ids) == 0 {
			return done, err
		}
		for _, id := range ids {
			if err := s.regrade(ctx, id, &done); err != nil {
				return done, err
			}
		}
		after = ids[len(ids)-1]
	}
}

// regrade grades one attempt, unless done is a dry run, and adds the outcome to done.
func (s *Service) regrade(ctx context.Context, id string, done *QuizRegraded) error {
	return s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		before, err := lockAttempt(ctx, tx, id)
		if err != nil {
			return err
		}
		a := before
		if a.Paper.V, err = rekeyed(ctx, tx, before); err != nil {
			return err
		}
		result, err := a.score(ctx, tx)
		if err != nil {
			return err
		}
		now := a.with(result)
		if done.Graded++; now.Earned != before.Earned {
			if done.Changed++; done.Changed <= mostRegraded {
				name, err := nameOf(ctx, tx, a.UserID)
				if err != nil {
					return err
				}
				done.Changes = append(done.Changes, RegradedAttempt{a.ID, a.UserID, name, a.Number, points(before.Earned), points(now.Earned), a.Possible, before.Passed, now.Passed})
			}
		}
		if done.DryRun {
			return nil
		}
		_, err = s.grade(ctx, tx, a)
		return err
	})
}

// rekeyed returns the paper of an attempt with the current answer keys.
func rekeyed(ctx context.Context, tx bun.IDB, a attempt) ([]paperQuestion, error) {
	paper := make([]paperQuestion, len(a.Paper.V))
	for i, q := range a.Paper.V {
		now, ok, err := question.ByID(ctx, tx, a.CourseID, q.ID)
		if err != nil {
			return nil, err
		}
		if ok && now.Kind == q.Question.Kind {
			q.Question = q.Question.WithKey(now)
		}
		paper[i] = q
	}
	return paper, nil
}
