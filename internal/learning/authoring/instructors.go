package authoring

import (
	"context"

	"github.com/uptrace/bun"

	"lectern/internal/learning/course"
	"lectern/internal/learning/searchindex"
	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
)

// CourseTeachers sets the teachers of a course.
type CourseTeachers struct {
	InstructorIDs []string `json:"instructor_ids" minItems:"1" maxItems:"20" msg:"A course needs at least one instructor;maxItems=A course has at most 20 instructors"`
}

// SetInstructors replaces the teachers of a course. Same callers as Update. It returns fault.Invalid for a user who
// is not an instructor, fault.Precondition, with the course as it is, unless its version holds.
func (s *Service) SetInstructors(ctx context.Context, who access.Caller, id string, n CourseTeachers, holds func(version int64) bool) (CourseDetail, error) {
	p, err := s.change(ctx, who, anyType, id, "course.instructors_changed", func(tx bun.IDB, p *page) error {
		if err := s.requireVersion(*p, holds); err != nil {
			return err
		}
		able, err := putInstructors(ctx, tx, id, n.InstructorIDs, s.clock.Now())
		if err != nil {
			return err
		}
		if !able {
			return fault.Fields{{Name: "instructor_ids", Code: "unknown_value", Message: "Only instructors and administrators can teach a course. Remove the others"}}.Err()
		}
		if err := searchindex.Reindex(ctx, tx, id); err != nil {
			return err
		}
		if p.CourseType == course.Blended {
			if err := s.doubts.LayOut(ctx, tx, who, id); err != nil {
				return err
			}
		}
		now, err := s.read(ctx, tx, who, id) // the caller may now see less than before
		if fault.Is(err, fault.NotFound) {   // callers who remove themselves from a draft can no longer see it
			p.Instructors = []course.Instructor{}
			return nil
		}
		*p = now
		return err
	})
	return s.detail(p), err
}

// Teachers finds users who may teach, by the beginning of a word of their names, at most 20. For teachers.
func (s *Service) Teachers(ctx context.Context, search string) ([]course.Instructor, error) {
	return ableTeachers(ctx, s.db.Reader(), search)
}

// Erase removes a user's name from the search index, in the transaction that erases the user.
func (s *Service) Erase(ctx context.Context, tx bun.IDB, user string) error {
	return reindexTaught(ctx, tx, user)
}

// reindexTaught rewrites the search index for the courses of a teacher.
func reindexTaught(ctx context.Context, tx bun.IDB, user string) error {
	ids, err := taughtBy(ctx, tx, user)
	if err != nil {
		return err
	}
	for _, id := range ids {
		if err := searchindex.Reindex(ctx, tx, id); err != nil {
			return err
		}
	}
	return nil
}
