package lesson

import (
	"context"

	"lectern/internal/learning/coursework"
	"lectern/internal/learning/outline"
	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
)

// Get returns the curriculum of a course, the published version or, with draft and for its teachers, the draft. For
// callers who may see the course. If nothing is published, it returns the fallback of the specification.
func (s *Service) Get(ctx context.Context, who access.Caller, courseID string, draft bool) (outline.Curriculum, error) {
	as, err := s.readerOf(ctx, who, courseID)
	if err != nil {
		return outline.Curriculum{}, err
	}
	if draft && !as.teaches {
		return outline.Curriculum{}, fault.New(fault.Forbidden, "not_your_course", "Only instructors of this course can see its draft.")
	}
	r, err := outline.Read(ctx, s.deps.DB.Reader(), courseID)
	if fault.Is(err, fault.NotFound) || err == nil && !draft && r.PublishedVersion == 0 {
		return fallback(courseID), nil
	}
	if err != nil {
		return outline.Curriculum{}, err
	}
	if draft {
		return r.DraftView(ctx, s.deps.DB.Reader())
	}
	published := r.PublishedOutline.V
	if err := s.measure(ctx, &published); err != nil {
		return outline.Curriculum{}, err
	}
	return r.View(published, as.lock(titlesOf(published))), nil
}

// measure gives video lessons without a duration that of their video.
func (s *Service) measure(ctx context.Context, o *outline.Outline) error {
	var videos []string
	for _, l := range o.AllLessons() {
		if l.DurationSeconds == 0 && l.VideoID != "" {
			videos = append(videos, l.VideoID)
		}
	}
	if len(videos) == 0 {
		return nil
	}
	lengths, err := videoLengths(ctx, s.deps.DB.Reader(), videos)
	for _, l := range o.AllLessons() {
		if l.DurationSeconds == 0 {
			l.DurationSeconds = lengths[l.VideoID]
		}
	}
	return err
}

// Section returns a section with its lessons, to callers who may see the course.
func (s *Service) Section(ctx context.Context, who access.Caller, courseID, id string, draft bool) (outline.OutlineEntry, error) {
	shown, err := s.Get(ctx, who, courseID, draft)
	if err != nil {
		return outline.OutlineEntry{}, err
	}
	for _, entry := range outline.AllEntries(shown.Sections) {
		if entry.ID == id {
			return entry, nil
		}
	}
	return outline.OutlineEntry{}, outline.ErrNoSection
}

// fallback is shown for a course without a curriculum (spec, second document, section 3).
func fallback(courseID string) outline.Curriculum {
	return outline.Curriculum{CourseID: courseID, Title: "Getting Started",
		Description: "This course curriculum is being set up. Check back soon!", StructureType: "sectioned", IsFallback: true,
		Weeks: []outline.OutlineEntry{}, Sections: []outline.OutlineEntry{}, Lessons: []outline.LessonEntry{}, Totals: outline.Outline{}.Totals()}
}

// Availability says whether a course has something for learners.
type Availability struct {
	Available bool   `json:"available"`
	Version   int64  `json:"version"`
	Reason    string `json:"reason,omitempty" enum:"nothing_published,no_curriculum" doc:"Why not."`
}

// Availability is for callers who may see the course.
func (s *Service) Availability(ctx context.Context, who access.Caller, courseID string) (a Availability, err error) {
	if _, err := s.readerOf(ctx, who, courseID); err != nil {
		return a, err
	}
	r, err := outline.Read(ctx, s.deps.DB.Reader(), courseID)
	switch {
	case fault.Is(err, fault.NotFound):
		return Availability{Reason: "no_curriculum"}, nil
	case err == nil && r.PublishedVersion == 0:
		return Availability{Reason: "nothing_published"}, nil
	}
	return Availability{Available: true, Version: r.PublishedVersion}, err
}

// Summary describes a curriculum without its lessons, for the course page.
type Summary struct {
	CourseID    string         `json:"course_id"`
	Title       string         `json:"title"`
	Version     int64          `json:"version"`
	IsPublished bool           `json:"isPublished"`
	Totals      outline.Totals `json:"totals"`
}

// Summary describes the published version, for callers who may see the course.
func (s *Service) Summary(ctx context.Context, who access.Caller, courseID string) (Summary, error) {
	shown, err := s.Get(ctx, who, courseID, false)
	return Summary{courseID, shown.Title, shown.Version, shown.IsPublished, shown.Totals}, err
}

// Preview returns the draft as a user would see it who enrols now, for teachers of the course.
func (s *Service) Preview(ctx context.Context, who access.Caller, courseID string) (outline.Curriculum, error) {
	if err := coursework.RequireEditor(ctx, s.deps.Courses, who, courseID); err != nil {
		return outline.Curriculum{}, err
	}
	r, err := outline.Read(ctx, s.deps.DB.Reader(), courseID)
	if err != nil {
		return outline.Curriculum{}, err
	}
	now := s.deps.Clock.Now()
	as := reader{learns: true, enrolled: true, place: enrollment{Since: &now}, now: now}
	return r.View(r.Outline.V, as.lock(titlesOf(r.Outline.V))), nil
}
