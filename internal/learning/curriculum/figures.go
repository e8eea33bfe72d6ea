package curriculum

import (
	"context"
	"time"

	"lectern/internal/learning/coursework"
	"lectern/internal/learning/outline"
	"lectern/internal/platform/access"
)

// LessonAnalytics is the activity in a lesson with its period.
type LessonAnalytics struct {
	LessonID string    `json:"lesson_id"`
	Period   string    `json:"period" enum:"day,week,month,quarter,year"`
	Since    time.Time `json:"since"`
	coursework.LessonFigures
}

// days is the length of each period.
var days = map[string]int{"day": 1, "week": 7, "month": 30, "quarter": 91, "year": 365}

// step is how finely activity is kept: periods begin with one.
const step = 15 * time.Minute

// Analytics returns recent activity in a lesson, for teachers of the course.
func (s *Service) Analytics(ctx context.Context, who access.Caller, courseID, lessonID, period string) (a LessonAnalytics, err error) {
	if err := coursework.RequireEditor(ctx, s.deps.Courses, who, courseID); err != nil {
		return a, err
	}
	r, err := outline.Read(ctx, s.deps.DB.Reader(), courseID)
	if err != nil {
		return a, err
	}
	if _, _, err := r.PublishedOutline.V.FindLesson(lessonID); err != nil {
		if _, _, err := r.Outline.V.FindLesson(lessonID); err != nil {
			return a, err
		}
	}
	since := s.deps.Clock.Now().AddDate(0, 0, -days[period]).Truncate(step)
	a = LessonAnalytics{LessonID: lessonID, Period: period, Since: since}
	a.LessonFigures, err = s.deps.Progress.LessonFigures(ctx, courseID, lessonID, a.Since)
	return a, err
}

// Stats counts the parts of a curriculum and sums up its learners' progress.
type Stats struct {
	Totals    outline.Totals           `json:"totals" doc:"Of the published version."`
	Draft     outline.Totals           `json:"draft_totals"`
	Version   int64                    `json:"version"`
	Versions  int64                    `json:"versions" doc:"How many were published."`
	Revision  int64                    `json:"revision" doc:"How many edits were made."`
	Learners  coursework.CourseFigures `json:"learners"`
	BySection []SectionStats           `json:"by_section"`
}

// SectionStats counts the parts of a section of the published version.
type SectionStats struct {
	ID              string `json:"id"`
	Title           string `json:"title"`
	Lessons         int64  `json:"lessons"`
	DurationSeconds int64  `json:"duration_seconds"`
}

// Stats counts draft and published version, for teachers of the course.
func (s *Service) Stats(ctx context.Context, who access.Caller, courseID string) (st Stats, err error) {
	if err := coursework.RequireEditor(ctx, s.deps.Courses, who, courseID); err != nil {
		return st, err
	}
	r, err := outline.Read(ctx, s.deps.DB.Reader(), courseID)
	if err != nil {
		return st, err
	}
	st = Stats{Totals: r.PublishedOutline.V.Totals(), Draft: r.Outline.V.Totals(), Version: r.PublishedVersion, Revision: r.Revision, BySection: []SectionStats{}}
	for one := range r.PublishedOutline.V.AllSections() {
		counted := SectionStats{ID: one.ID, Title: one.Title, Lessons: int64(len(one.Lessons))}
		for _, l := range one.Lessons {
			counted.DurationSeconds += l.DurationSeconds
		}
		st.BySection = append(st.BySection, counted)
	}
	if st.Versions, err = newestVersion(ctx, s.deps.DB.Reader(), courseID); err != nil {
		return st, err
	}
	st.Learners, err = s.deps.Progress.CourseFigures(ctx, courseID)
	return st, err
}

// Compatibility says how a curriculum suits its course type, and what an exchange format cannot hold of it.
type Compatibility struct {
	CourseType string          `json:"course_type" enum:"blended,live,free"`
	Fits       bool            `json:"fits"`
	Issues     []outline.Issue `json:"issues"`
}

// Compatibility checks the draft, for teachers of the course.
func (s *Service) Compatibility(ctx context.Context, who access.Caller, courseID string) (c Compatibility, err error) {
	if err := coursework.RequireEditor(ctx, s.deps.Courses, who, courseID); err != nil {
		return c, err
	}
	about, err := coursework.CourseByID(ctx, s.deps.DB.Reader(), courseID)
	if err != nil {
		return c, err
	}
	r, err := outline.Read(ctx, s.deps.DB.Reader(), courseID)
	if err != nil {
		return c, err
	}
	c = Compatibility{CourseType: about.CourseType, Issues: misfits(about.CourseType, r.Outline.V)}
	c.Fits = len(c.Issues) == 0
	return c, nil
}

// misfits warns of what is unusual for the type of a course.
func misfits(courseType string, o outline.Outline) []outline.Issue {
	issues := []outline.Issue{}
	held := o.Totals().ByType
	switch {
	case courseType == "live" && held["live_session"] == 0:
		issues = append(issues, outline.Issue{Severity: "warning", Code: "no_live_session", Message: "A live course needs live sessions, and there are none yet. Add one."})
	case courseType == "blended" && held["live_session"] == o.Totals().Lessons:
		issues = append(issues, outline.Issue{Severity: "warning", Code: "only_live", Message: "A blended course needs lessons to study alone as well as live sessions. Add some."})
	case courseType == "free" && held["live_session"] > 0:
		issues = append(issues, outline.Issue{Severity: "warning", Code: "live_in_free", Message: "A self-paced course can be taken at any time, but its live sessions have a date."})
	}
	return issues
}
