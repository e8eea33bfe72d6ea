// Package teachinghome shows instructors what waits for them in the courses that they teach.
package teachinghome

import (
	"context"

	"lectern/internal/platform/access"
	"lectern/internal/platform/db"
	"lectern/internal/platform/deps"
	"lectern/internal/platform/rest"
)

// TaughtCourse is a course with the numbers of what waits for its instructors, each at most mostWaiting.
type TaughtCourse struct {
	CourseID            string `json:"courseId"`
	Title               string `json:"title"`
	ToGrade             int64  `json:"toGrade" doc:"Submissions that are not graded yet; at most 100 are counted."`
	UnansweredComments  int64  `json:"unansweredComments" doc:"Comments of learners to which no instructor has replied; at most 100 are counted."`
	EnrollmentsToDecide int64  `json:"enrollmentsToDecide" doc:"Learners on the waiting list of the course; at most 100 are counted."`
}

// waits reports whether anything waits in the course.
func (c TaughtCourse) waits() bool {
	return c.ToGrade+c.UnansweredComments+c.EnrollmentsToDecide > 0
}

type Deps struct{ DB *db.DB }

type Service struct{ deps Deps }

func New(d Deps) *Service {
	deps.Require(d)
	return &Service{d}
}

const (
	mostCourses = 200
	mostWaiting = 100
)

// Waiting returns the courses that the caller teaches in which something waits for an instructor, by title.
func (s *Service) Waiting(ctx context.Context, who access.Caller) ([]TaughtCourse, error) {
	taught, err := taughtBy(ctx, s.deps.DB.Reader(), who.ID)
	waiting := []TaughtCourse{}
	for _, c := range taught {
		if c.waits() {
			waiting = append(waiting, c)
		}
	}
	return waiting, err
}

// Register mounts the operation, with its gate.
func (s *Service) Register(api *rest.API) {
	rest.Handle(api, rest.Teachers, rest.Get("/teaching/home", "List what needs the caller's attention in the courses that they teach"),
		func(ctx context.Context, who access.Caller, _ *struct{}) (rest.Answer[[]TaughtCourse], error) {
			waiting, err := s.Waiting(ctx, who)
			return rest.One("", waiting, err)
		})
}
