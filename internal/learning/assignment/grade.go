package assignment

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/rest"
	"lectern/internal/platform/text"
)

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
	Comment  string `json:"comment,omitempty" maxLength:"80000" msg:"A comment has at most 20000 characters" doc:"At most 20000 characters without markup."`
	Format   string `json:"format,omitempty" enum:"plain,html" default:"plain" msg:"The format of a text must be plain or html" doc:"Of the comment. HTML is cleaned."`
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
		return s.grade(ctx, tx, who, settings, sub, w)
	})
}

// GradeAndReturn is Grade and Return in one act: of a refusal, nothing stays. Every criterion must be judged.
func (s *Service) GradeAndReturn(ctx context.Context, who access.Caller, id string, w GradeWork) (SubmissionDetail, error) {
	w.Done = true
	return s.editSubmission(ctx, who, id, func(tx bun.IDB, settings AssignmentSettings, sub *submission) error {
		if err := s.grade(ctx, tx, who, settings, sub, w); err != nil {
			return err
		}
		return s.giveBack(ctx, tx, sub)
	})
}

func (s *Service) grade(ctx context.Context, tx bun.IDB, who access.Caller, settings AssignmentSettings, sub *submission, w GradeWork) error {
	if w.Revision != sub.Revision || w.Number != sub.Number {
		return fault.New(fault.Precondition, "stale_version", "Another instructor has graded this, or it was handed in again. Check it and try again.")
	}
	v, err := versionOf(ctx, tx, sub.ID, sub.Number)
	if err != nil {
		return err
	}
	comment, err := s.comment(w)
	if err != nil {
		return err
	}
	g, err := newGrade(settings.criteria(), w.Marks, w.Done, v.Penalty)
	if err != nil {
		return err
	}
	g.Number, g.Comment, g.Format, g.GradedAt = sub.Number, comment, w.Format, s.deps.Clock.Now()
	sub.Grade.V, sub.GradedBy, sub.Status = &g, &who.ID, pendingReview
	sub.Revision++
	if g.Done {
		sub.Status = graded
	}
	return nil
}

// comment returns the comment of a grade as it is stored, or fault.Invalid.
func (s *Service) comment(w GradeWork) (string, error) {
	var broken fault.Fields
	clean := s.deps.Cleaner.Message(w.Format, w.Comment)
	broken.Require(text.Length(w.Format, clean) <= maxComment, "comment", "too_long", "A comment has at most 20000 characters")
	return clean, broken.Err()
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
