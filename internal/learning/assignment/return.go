package assignment

import (
	"context"
	"slices"

	"github.com/uptrace/bun"

	"lectern/internal/learning/coursework"
	"lectern/internal/platform/access"
	"lectern/internal/platform/events"
	"lectern/internal/platform/fault"
)

// ReturnWork names the submissions that are returned in one act.
type ReturnWork struct {
	IDs []string `json:"ids" minItems:"1" maxItems:"100" msg:"Choose at least one submission;maxItems=At most 100 submissions can be returned at once" doc:"Of one course."`
}

// ReturnedWork is the outcome of returning several submissions.
type ReturnedWork struct {
	Returned  int64 `json:"returned"`
	NotGraded int64 `json:"not_graded" doc:"Whose newest version has no complete grade; they stay as they are."`
}

// Return shows the grade to its learner and counts it towards their progress. For teachers of the course. It returns
// fault.Conflict if the grading is not finished.
func (s *Service) Return(ctx context.Context, who access.Caller, id string) (SubmissionDetail, error) {
	return s.editSubmission(ctx, who, id, func(tx bun.IDB, _ AssignmentSettings, sub *submission) error {
		return s.giveBack(ctx, tx, sub)
	})
}

// ReturnAll returns those of the submissions that are graded, for teachers of the course. It returns errNoSubmission, and returns none,
// if one is not of the course.
func (s *Service) ReturnAll(ctx context.Context, who access.Caller, courseID string, w ReturnWork) (done ReturnedWork, err error) {
	if err := coursework.RequireTeacher(ctx, s.deps.Courses, who, courseID); err != nil {
		return done, err
	}
	ids := slices.Compact(slices.Sorted(slices.Values(w.IDs))) // in one order, so that two graders cannot wait for each other
	return done, s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		done = ReturnedWork{}
		for _, id := range ids {
			sub, err := lockByID(ctx, tx, id)
			if err == nil && (sub.CourseID != courseID || sub.Number == 0) {
				err = errNoSubmission
			}
			if err != nil {
				return err
			}
			switch sub.Status {
			case returned:
			case graded:
				sub.UpdatedAt = s.deps.Clock.Now()
				if err := s.giveBack(ctx, tx, &sub); err != nil {
					return err
				}
				if err := update(ctx, tx, sub); err != nil {
					return err
				}
				done.Returned++
			default:
				done.NotGraded++
			}
		}
		return nil
	})
}

func (s *Service) giveBack(ctx context.Context, tx bun.IDB, sub *submission) error {
	if sub.Status == returned {
		return nil
	}
	g := sub.Grade.V
	if sub.Status != graded || g == nil {
		return fault.New(fault.Conflict, "not_graded", "This version has not been graded yet. Rate every criterion and save the grade first.")
	}
	now := s.deps.Clock.Now()
	sub.Status, sub.ReturnedAt, sub.ReturnedGrade.V = returned, &now, g
	if err := events.Publish(ctx, tx, now, GradeReturned{sub.ID}); err != nil {
		return err
	}
	return s.deps.Progress.RecordScore(ctx, tx, coursework.Score{UserID: sub.UserID, CourseID: sub.CourseID, LessonID: sub.LessonID, WorkID: sub.ID,
		Percent: g.Percent, At: now})
}
