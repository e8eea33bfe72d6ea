package assignment

import (
	"context"
	"strings"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/learning/coursework"
	"lectern/internal/platform/access"
	"lectern/internal/platform/events"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/rest"
)

// SubmissionRow is a submission in the graders' list.
type SubmissionRow struct {
	ID          string     `json:"id"`
	LessonID    string     `json:"lesson_id"`
	LessonTitle string     `json:"lesson_title" doc:"Empty when the lesson is not published any more."`
	UserID      string     `json:"user_id"`
	FullName    string     `json:"full_name"`
	Status      string     `json:"status" enum:"submitted,pending_review,graded,returned"`
	Number      int64      `json:"number"`
	Late        bool       `json:"late"`
	Excused     bool       `json:"excused"`
	SubmittedAt *time.Time `json:"submitted_at"`
}

// SubmissionFilter narrows the list of submissions.
type SubmissionFilter struct {
	Status   string `query:"status" enum:"to_grade,submitted,pending_review,graded,returned" msg:"status must be to_grade, submitted, pending_review, graded or returned" doc:"to_grade: submitted and pending_review."`
	LessonID string `query:"lesson" maxLength:"36" msg:"This lesson doesn't exist"`
}

// SubmissionDetail is a submission as its graders see it.
type SubmissionDetail struct {
	SubmissionRow
	CourseID   string              `json:"course_id"`
	Revision   int64               `json:"revision" doc:"Send it with a grade."`
	Criteria   []Criterion         `json:"criteria" doc:"By which it is graded; one, of the whole work, where there is no rubric."`
	Versions   []SubmissionVersion `json:"versions" doc:"The newest first."`
	Grade      *Grade              `json:"grade,omitempty" doc:"Absent for none."`
	ReturnedAt *time.Time          `json:"returned_at"`
}

// GradeWork grades the newest version of a submission.
type GradeWork struct {
	Revision int64  `json:"revision" minimum:"0" msg:"The revision of the submission is required" doc:"Of the submission that was looked at: when another teacher has graded it since, the answer is 412."`
	Number   int64  `json:"number" minimum:"1" msg:"The version number is required" doc:"The version that was judged: when another was handed in since, the answer is 412."`
	Marks    []Mark `json:"marks" maxItems:"30" msg:"The marks are required"`
	Comment  string `json:"comment,omitempty" maxLength:"20000" msg:"A comment has at most 20000 characters"`
	Done     bool   `json:"done,omitempty" msg:"done must be true or false" doc:"Every criterion is judged; otherwise it stays to be graded."`
}

// Excuse frees a learner from an assignment, or withdraws that.
type Excuse struct {
	Excused bool `json:"excused" msg:"excused must be true or false"`
}

// MissingLearner is a learner who has handed in nothing.
type MissingLearner struct {
	UserID   string `json:"user_id"`
	FullName string `json:"full_name"`
	Excused  bool   `json:"excused"`
}

// List lists the handed-in submissions of a course, longest waiting first, for teachers of the course.
func (s *Service) List(ctx context.Context, who access.Caller, courseID string, f SubmissionFilter, page rest.Page, scroll rest.CursorParam) (rows []SubmissionRow, n rest.Count, next string, err error) {
	if err := coursework.RequireTeacher(ctx, s.deps.Courses, who, courseID); err != nil {
		return nil, n, "", err
	}
	var after time.Time
	values, err := scroll.Decode(2)
	id := ""
	if err == nil && values != nil {
		if after, err = time.Parse(time.RFC3339Nano, values[0]); err != nil {
			err = rest.InvalidCursor()
		}
		id = values[1]
	}
	if err != nil {
		return nil, n, "", err
	}
	limit, _ := page.LimitOffset()
	if rows, err = list(ctx, s.deps.DB.Reader(), courseID, f, after, id, limit+1); err != nil {
		return nil, n, "", err
	}
	if int64(len(rows)) > limit {
		rows = rows[:limit]
		next = rest.EncodeCursor(rows[limit-1].SubmittedAt.Format(time.RFC3339Nano), rows[limit-1].ID)
	}
	total, err := count(ctx, s.deps.DB.Reader(), courseID, f, rest.MaxCount)
	return rows, rest.CountUpTo(total), next, err
}

// Missing lists the learners who have handed in nothing, for teachers of the course.
func (s *Service) Missing(ctx context.Context, who access.Caller, lessonID string, page rest.Page) ([]MissingLearner, int64, error) {
	l, _, err := s.taught(ctx, who, lessonID, false)
	if err != nil {
		return nil, 0, err
	}
	limit, offset := page.LimitOffset()
	return missing(ctx, s.deps.DB.Reader(), l.CourseID, lessonID, limit, offset)
}

// editSubmission runs fn on a submission of a course that the caller teaches, with its current settings. Others get
// errNoSubmission.
func (s *Service) editSubmission(ctx context.Context, who access.Caller, id string, fn func(tx bun.IDB, settings AssignmentSettings, sub *submission) error) (d SubmissionDetail, err error) {
	sub, settings, err := s.gradable(ctx, who, id)
	if err != nil {
		return d, err
	}
	err = s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		if sub, err = lockByID(ctx, tx, id); err != nil {
			return err
		}
		sub.UpdatedAt = s.deps.Clock.Now()
		if err := fn(tx, settings, &sub); err != nil {
			return err
		}
		return update(ctx, tx, sub)
	})
	if err != nil {
		return d, err
	}
	return s.Submission(ctx, who, id)
}

// gradable returns a submission with the current settings of its assignment or, if the lesson is gone, those it was
// graded by.
func (s *Service) gradable(ctx context.Context, who access.Caller, id string) (sub submission, settings AssignmentSettings, err error) {
	if sub, err = byID(ctx, s.deps.DB.Reader(), id); err != nil {
		return sub, settings, err
	}
	teaches, err := s.deps.Courses.MayTeach(ctx, who, sub.CourseID)
	if err == nil && (!teaches || sub.Number == 0) {
		err = errNoSubmission
	}
	if err != nil {
		return sub, settings, err
	}
	_, settings, err = s.assignment(ctx, who, sub.LessonID, false)
	if fault.Is(err, fault.NotFound) {
		settings, err = AssignmentSettings{}.filled(), nil
		if sub.Grade.V != nil {
			settings.Rubric = sub.Grade.V.Criteria
		}
	}
	return sub, settings, err
}

// Submission returns a submission to teachers of the course. Others get errNoSubmission.
func (s *Service) Submission(ctx context.Context, who access.Caller, id string) (d SubmissionDetail, err error) {
	sub, settings, err := s.gradable(ctx, who, id)
	if err != nil {
		return d, err
	}
	if d.SubmissionRow, err = rowByID(ctx, s.deps.DB.Reader(), id); err != nil {
		return d, err
	}
	d.CourseID, d.Revision, d.Criteria, d.Grade, d.ReturnedAt = sub.CourseID, sub.Revision, settings.criteria(), sub.Grade.V, sub.ReturnedAt
	d.Versions, _, err = s.versions(ctx, s.deps.DB.Reader(), id)
	return d, err
}

// Grade grades the newest version, for teachers of the course. The learner sees nothing until the grade is returned.
// It returns fault.Invalid, or fault.Precondition if another teacher has graded it or a newer version has been handed
// in.
func (s *Service) Grade(ctx context.Context, who access.Caller, id string, w GradeWork) (SubmissionDetail, error) {
	return s.editSubmission(ctx, who, id, func(tx bun.IDB, settings AssignmentSettings, sub *submission) error {
		if w.Revision != sub.Revision || w.Number != sub.Number {
			return fault.New(fault.Precondition, "stale_version", "Another instructor has graded this, or it was handed in again. Check it and try again.")
		}
		v, err := versionOf(ctx, tx, sub.ID, sub.Number)
		if err != nil {
			return err
		}
		g, err := newGrade(settings.criteria(), w.Marks, w.Done, v.Penalty)
		if err != nil {
			return err
		}
		g.Number, g.Comment, g.GradedAt = sub.Number, strings.TrimSpace(w.Comment), s.deps.Clock.Now()
		sub.Grade.V, sub.GradedBy, sub.Status = &g, &who.ID, pendingReview
		sub.Revision++
		if g.Done {
			sub.Status = graded
		}
		return nil
	})
}

// Return shows the grade to its learner and counts it towards their progress. For teachers of the course. It returns
// fault.Conflict if the grading is not finished.
func (s *Service) Return(ctx context.Context, who access.Caller, id string) (SubmissionDetail, error) {
	return s.editSubmission(ctx, who, id, func(tx bun.IDB, _ AssignmentSettings, sub *submission) error {
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
	})
}

// Excuse frees a learner from an assignment, which completes the lesson, or withdraws that, which does not undo the
// completion. For teachers of the course. It returns errNoAssignment also for a user who is not a learner of the
// course.
func (s *Service) Excuse(ctx context.Context, who access.Caller, lessonID, userID string, e Excuse) error {
	l, _, err := s.taught(ctx, who, lessonID, false)
	if err != nil {
		return err
	}
	return s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		learns, err := isLearner(ctx, tx, userID, l.CourseID)
		if err != nil || !learns {
			return refused(err)
		}
		sub, err := s.lockOrCreate(ctx, tx, l.CourseID, lessonID, userID)
		if err != nil || sub.Excused == e.Excused {
			return err
		}
		now := s.deps.Clock.Now()
		sub.Excused, sub.UpdatedAt = e.Excused, now
		if err := update(ctx, tx, sub); err != nil || !e.Excused {
			return err
		}
		return s.deps.Progress.RecordWork(ctx, tx, userID, l.CourseID, lessonID, progressEventID(sub.ID, "excused", 0), "completed", 0, now)
	})
}

// refused returns err, or errNoAssignment if err is nil.
func refused(err error) error {
	if err != nil {
		return err
	}
	return errNoAssignment
}
