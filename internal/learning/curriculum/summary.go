package curriculum

import (
	"context"

	"lectern/internal/learning/outline"
	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
)

// Availability says whether learners find something in a course.
type Availability struct {
	Available bool   `json:"available"`
	Version   int64  `json:"version"`
	Reason    string `json:"reason,omitempty" enum:"nothing_published,no_curriculum" doc:"Why not."`
}

// Availability is for whoever may see the course.
func (s *Service) Availability(ctx context.Context, who access.Caller, courseID string) (a Availability, err error) {
	if _, err := s.readerOf(ctx, who, courseID); err != nil {
		return a, err
	}
	r, err := outline.Read(ctx, s.DB.Reader(), courseID)
	switch {
	case fault.Is(err, fault.NotFound):
		return Availability{Reason: "no_curriculum"}, nil
	case err == nil && r.PublishedVersion == 0:
		return Availability{Reason: "nothing_published"}, nil
	}
	return Availability{Available: true, Version: r.PublishedVersion}, err
}

// Summary is what a course page says of a curriculum without its lessons.
type Summary struct {
	CourseID    string         `json:"course_id"`
	Title       string         `json:"title"`
	Version     int64          `json:"version"`
	IsPublished bool           `json:"isPublished"`
	Totals      outline.Totals `json:"totals"`
}

// Summary is of the published version, for whoever may see the course.
func (s *Service) Summary(ctx context.Context, who access.Caller, courseID string) (Summary, error) {
	shown, err := s.Get(ctx, who, courseID, false)
	return Summary{courseID, shown.Title, shown.Version, shown.IsPublished, shown.Totals}, err
}
