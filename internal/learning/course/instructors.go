package course

import (
	"context"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
)

// CourseTeachers is who is to teach a course.
type CourseTeachers struct {
	InstructorIDs []string `json:"instructor_ids" minItems:"1" maxItems:"20" msg:"A course needs at least one instructor;maxItems=A course has at most 20 instructors"`
}

// SetInstructors says who teaches a course. For teachers of the course, as Update. fault.Invalid for somebody who is no
// instructor.
func (s *Service) SetInstructors(ctx context.Context, who access.Caller, id string, n CourseTeachers) (c CourseDetail, err error) {
	err = s.DB.InTx(ctx, func(tx bun.IDB) error {
		before, err := s.teachable(ctx, tx, who, id)
		if err != nil {
			return err
		}
		able, err := putInstructors(ctx, tx, id, n.InstructorIDs)
		if err != nil {
			return err
		}
		if !able {
			return fault.Fields{{Name: "instructor_ids", Code: "unknown_value", Message: "One of these people cannot teach: only instructors and administrators do"}}.Err()
		}
		if c, err = s.detail(ctx, tx, who, id); fault.Is(err, fault.NotFound) { // who takes themselves off a draft does not see it any more
			c, c.Instructors, err = before, []Instructor{}, nil
		}
		if err != nil {
			return err
		}
		return s.note(ctx, tx, who, "course.instructors_changed", id, before, c)
	})
	return c, err
}

// Teachers finds people who may teach, by the beginning of a word of their names, at most 20. For teachers.
func (s *Service) Teachers(ctx context.Context, search string) ([]Instructor, error) {
	return ableTeachers(ctx, s.DB.Reader(), search)
}
