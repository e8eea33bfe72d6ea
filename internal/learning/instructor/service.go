package instructor

import (
	"context"

	"lectern/internal/learning/course"
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

// errNoInstructor is returned for everybody who does not teach a course of the catalogue, and for those whose account is closed.
var errNoInstructor = fault.New(fault.NotFound, "instructor_not_found", "This instructor doesn't exist.")

// List returns a page of those who teach a course of the catalogue, and how many there are. For everybody.
func (s *Service) List(ctx context.Context, f InstructorFilter, limit, offset int64) ([]PublicInstructor, rest.Count, error) {
	q := s.deps.DB.Reader()
	rows, err := list(ctx, q, f, limit, offset)
	if err != nil {
		return nil, rest.Count{}, err
	}
	learners, err := countLearners(ctx, q, rows)
	if err != nil {
		return nil, rest.Count{}, err
	}
	found := make([]PublicInstructor, len(rows))
	for i, r := range rows {
		found[i] = r.public(s.deps.Pictures, learners[r.ID])
	}
	n, err := count(ctx, q, f)
	return found, n, err
}

// Instructor returns one who teaches a course of the catalogue. For everybody. fault.NotFound.
func (s *Service) Instructor(ctx context.Context, id string) (InstructorProfile, error) {
	q := s.deps.DB.Reader()
	r, err := byID(ctx, q, id)
	if err != nil {
		return InstructorProfile{}, err
	}
	learners, err := countLearners(ctx, q, []row{r})
	return r.profile(s.deps.Pictures, learners[id]), err
}

// Courses returns a page of the courses of the catalogue that an instructor teaches, and how many there are. For everybody. fault.NotFound.
func (s *Service) Courses(ctx context.Context, id string, f TaughtFilter, limit, offset int64) ([]course.Course, int64, error) {
	q := s.deps.DB.Reader()
	r, err := byID(ctx, q, id)
	if err != nil {
		return nil, 0, err
	}
	courses, err := taughtBy(ctx, q, id, f, limit, offset)
	if err == nil {
		err = course.Complete(ctx, q, courses)
	}
	return courses, r.Courses, err
}
