package authoring

import (
	"context"

	"github.com/uptrace/bun"

	"lectern/internal/learning/course"
	"lectern/internal/learning/searchindex"
	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
)

// CourseTeachers is who is to teach a course.
type CourseTeachers struct {
	InstructorIDs []string `json:"instructor_ids" minItems:"1" maxItems:"20" msg:"A course needs at least one instructor;maxItems=A course has at most 20 instructors"`
}

// SetInstructors says who teaches a course. For teachers of the course, as Update. fault.Invalid for somebody who is no
// instructor.
func (s *Service) SetInstructors(ctx context.Context, who access.Caller, id string, n CourseTeachers) (CourseDetail, error) {
	p, err := s.change(ctx, who, anyType, id, "course.instructors_changed", func(tx bun.IDB, p *page) error {
		able, err := putInstructors(ctx, tx, id, n.InstructorIDs)
		if err != nil {
			return err
		}
		if !able {
			return fault.Fields{{Name: "instructor_ids", Code: "unknown_value", Message: "One of these people cannot teach: only instructors and administrators do"}}.Err()
		}
		if err := searchindex.Reindex(ctx, tx, id); err != nil {
			return err
		}
		now, err := s.read(ctx, tx, who, id) // what the caller sees may be less than before
		if fault.Is(err, fault.NotFound) {   // who takes themselves off a draft does not see it any more
			p.Instructors = []course.Instructor{}
			return nil
		}
		*p = now
		return err
	})
	return s.detail(p), err
}

// Teachers finds people who may teach, by the beginning of a word of their names, at most 20. For teachers.
func (s *Service) Teachers(ctx context.Context, search string) ([]course.Instructor, error) {
	return ableTeachers(ctx, s.db.Reader(), search)
}

// Erase takes the name of a user out of what the catalogue is searched by, with the transaction in which the user loses it.
func (s *Service) Erase(ctx context.Context, tx bun.IDB, user string) error {
	return reindexTaught(ctx, tx, user)
}

// Renamed lets the courses of a user who has another name now be found by it.
func (s *Service) Renamed(ctx context.Context, user string) error {
	return s.db.InTx(ctx, func(tx bun.IDB) error { return reindexTaught(ctx, tx, user) })
}

// reindexTaught writes anew by which words the courses of a teacher are found.
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
