package curriculum

import (
	"context"
	"time"

	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
)

// LessonFigures is what happened in a lesson in some period.
type LessonFigures struct {
	Learners       int64 `json:"learners" doc:"Who worked in it."`
	Completed      int64 `json:"completed" doc:"Who completed it."`
	TimeSpent      int64 `json:"time_spent" doc:"Of all together, in seconds."`
	AverageScore   int64 `json:"average_score" doc:"Percent; 0 where nothing was scored."`
	ScoredLearners int64 `json:"scored_learners"`
}

// CourseFigures is how far the learners of a course are.
type CourseFigures struct {
	Learners  int64 `json:"learners" doc:"Who have begun."`
	Completed int64 `json:"completed" doc:"Who have completed every required lesson."`
	Average   int64 `json:"average_progress" doc:"Percent."`
}

// LessonAnalytics is the figures of one lesson with their period.
type LessonAnalytics struct {
	LessonID string    `json:"lesson_id"`
	Period   string    `json:"period" enum:"day,week,month,quarter,year"`
	Since    time.Time `json:"since"`
	LessonFigures
}

// days is how long each period is.
var days = map[string]int{"day": 1, "week": 7, "month": 30, "quarter": 91, "year": 365}

// Analytics is what happened in a lesson lately. For teachers of the course.
func (s *Service) Analytics(ctx context.Context, who access.Caller, courseID, lessonID, period string) (a LessonAnalytics, err error) {
	if err := s.mayEdit(ctx, who, courseID); err != nil {
		return a, err
	}
	r, err := read(ctx, s.DB.Reader(), courseID)
	if err != nil {
		return a, err
	}
	if _, _, err := r.PublishedOutline.V.lesson(lessonID); err != nil {
		if _, _, err := r.Outline.V.lesson(lessonID); err != nil {
			return a, err
		}
	}
	a = LessonAnalytics{LessonID: lessonID, Period: period, Since: s.Clock.Now().AddDate(0, 0, -days[period])}
	a.LessonFigures, err = s.Progress.LessonFigures(ctx, courseID, lessonID, a.Since)
	return a, err
}

// Stats counts what a curriculum holds and how far its learners are.
type Stats struct {
	Totals    Totals         `json:"totals" doc:"Of the published version."`
	Draft     Totals         `json:"draft_totals"`
	Version   int64          `json:"version"`
	Versions  int64          `json:"versions" doc:"How many were published."`
	Revision  int64          `json:"revision" doc:"How many edits were made."`
	Learners  CourseFigures  `json:"learners"`
	BySection []SectionStats `json:"by_section"`
}

// SectionStats counts what a section of the published version holds.
type SectionStats struct {
	ID              string `json:"id"`
	Title           string `json:"title"`
	Lessons         int64  `json:"lessons"`
	DurationSeconds int64  `json:"duration_seconds"`
}

// Stats is for teachers of the course.
func (s *Service) Stats(ctx context.Context, who access.Caller, courseID string) (st Stats, err error) {
	if err := s.mayEdit(ctx, who, courseID); err != nil {
		return st, err
	}
	r, err := read(ctx, s.DB.Reader(), courseID)
	if err != nil {
		return st, err
	}
	st = Stats{Totals: r.PublishedOutline.V.totals(), Draft: r.Outline.V.totals(), Version: r.PublishedVersion, Revision: r.Revision, BySection: []SectionStats{}}
	for one := range r.PublishedOutline.V.all() {
		counted := SectionStats{ID: one.ID, Title: one.Title, Lessons: int64(len(one.Lessons))}
		for _, l := range one.Lessons {
			counted.DurationSeconds += l.DurationSeconds
		}
		st.BySection = append(st.BySection, counted)
	}
	if st.Versions, err = newestVersion(ctx, s.DB.Reader(), courseID); err != nil {
		return st, err
	}
	st.Learners, err = s.Progress.CourseFigures(ctx, courseID)
	return st, err
}

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
	r, err := read(ctx, s.DB.Reader(), courseID)
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
	CourseID    string `json:"course_id"`
	Title       string `json:"title"`
	Version     int64  `json:"version"`
	IsPublished bool   `json:"isPublished"`
	Totals      Totals `json:"totals"`
}

// Summary is of the published version, for whoever may see the course.
func (s *Service) Summary(ctx context.Context, who access.Caller, courseID string) (Summary, error) {
	shown, err := s.Get(ctx, who, courseID, false)
	return Summary{courseID, shown.Title, shown.Version, shown.IsPublished, shown.Totals}, err
}

// Compatibility says how a curriculum fits the type of its course, and what an exchange format cannot hold of it.
type Compatibility struct {
	CourseType string  `json:"course_type" enum:"blended,live,free"`
	Fits       bool    `json:"fits"`
	Issues     []Issue `json:"issues"`
}

// Compatibility is for teachers of the course.
func (s *Service) Compatibility(ctx context.Context, who access.Caller, courseID string) (c Compatibility, err error) {
	if err := s.mayEdit(ctx, who, courseID); err != nil {
		return c, err
	}
	about, err := courseByID(ctx, s.DB.Reader(), courseID)
	if err != nil {
		return c, err
	}
	r, err := read(ctx, s.DB.Reader(), courseID)
	if err != nil {
		return c, err
	}
	c = Compatibility{CourseType: about.CourseType, Issues: misfits(about.CourseType, r.Outline.V)}
	c.Fits = len(c.Issues) == 0
	return c, nil
}

// misfits is what one would not expect in a course of a type.
func misfits(courseType string, o Outline) []Issue {
	issues := []Issue{}
	held := o.totals().ByType
	switch {
	case courseType == "live" && held["live_session"] == 0:
		issues = append(issues, Issue{Severity: "warning", Code: "no_live_session", Message: "A live course has live sessions; there is none yet."})
	case courseType == "blended" && held["live_session"] == o.totals().Lessons:
		issues = append(issues, Issue{Severity: "warning", Code: "only_live", Message: "A blended course has lessons to learn by oneself besides its live sessions."})
	case courseType == "free" && held["live_session"] > 0:
		issues = append(issues, Issue{Severity: "warning", Code: "live_in_free", Message: "A free course is learned at any time; its live sessions have a date."})
	}
	return issues
}
