package student

import (
	"context"

	"lectern/internal/platform/access"
	"lectern/internal/platform/db"
	"lectern/internal/platform/deps"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/rest"
)

// Pictures knows where the pictures of users are.
type Pictures interface {
	// AvatarURL returns the URL of a picture, relative to the site.
	AvatarURL(id string, pixels int) string
}

type Deps struct {
	DB       *db.DB
	Pictures Pictures
}

type Service struct{ deps Deps }

func New(d Deps) *Service {
	deps.Require(d)
	return &Service{d}
}

// errNoStudent is returned for users who do not exist, and for those whom the caller does not teach.
var errNoStudent = fault.New(fault.NotFound, "student_not_found", "This student doesn't exist.")

// smallPicture is the side of the pictures, in pixels.
const smallPicture = 64

// List returns a page of students and how many there are: to administrators all, to others the learners of the courses that they teach.
func (s *Service) List(ctx context.Context, who access.Caller, f StudentFilter, limit, offset int64) ([]TaughtStudent, rest.Count, error) {
	q := s.deps.DB.Reader()
	students, err := list(ctx, q, who, f, limit, offset)
	if err == nil {
		err = s.complete(ctx, q, who, students)
	}
	if err != nil {
		return nil, rest.Count{}, err
	}
	n, err := count(ctx, q, who, f)
	return students, n, err
}

// Student returns a student with their courses and batches. For administrators, and for those who teach one of the courses, who see only
// these. fault.NotFound.
func (s *Service) Student(ctx context.Context, who access.Caller, id string) (d StudentDetail, err error) {
	q := s.deps.DB.Reader()
	one := make([]TaughtStudent, 1)
	if one[0], err = byID(ctx, q, who, id); err != nil {
		return d, err
	}
	if err := s.complete(ctx, q, who, one); err != nil {
		return d, err
	}
	d.TaughtStudent = one[0]
	if d.CourseList, err = coursesOf(ctx, q, who, id); err != nil {
		return d, err
	}
	d.Batches, err = batchesOf(ctx, q, who, id)
	return d, err
}
