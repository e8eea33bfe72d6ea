package analytics

import (
	"context"
	"time"

	"lectern/internal/learning/coursework"
	"lectern/internal/platform/access"
	"lectern/internal/platform/clock"
)

// LearningOverview is the progress of a learner over all their courses.
type LearningOverview struct {
	Timezone  string          `json:"timezone" doc:"IANA name, in which days begin."`
	Streak    LearningStreak  `json:"streak"`
	Weeks     []LearningWeek  `json:"weeks" doc:"This one last."`
	Skills    []SkillProgress `json:"skills" doc:"Where most time went first."`
	TimeSpent int64           `json:"timeSpent" doc:"Seconds, in all."`
	Begun     int64           `json:"coursesInProgress"`
	Completed int64           `json:"coursesCompleted"`
}

// EnhancedCourse is the progress of a learner in a course, with where to continue and a forecast.
type EnhancedCourse struct {
	CourseID string `json:"courseId"`
	Title    string `json:"title"`
	LearnerProgress
	Next     *coursework.NextLesson `json:"nextLesson,omitempty" doc:"Absent where none opens, or all are completed."`
	Forecast CourseForecast         `json:"forecast"`
}

// EnhancedCourseDetail adds streak, weeks, skills and lessons to an EnhancedCourse.
type EnhancedCourseDetail struct {
	EnhancedCourse
	Timezone string           `json:"timezone" doc:"IANA name, in which days begin."`
	Streak   LearningStreak   `json:"streak" doc:"In this course."`
	Weeks    []LearningWeek   `json:"weeks" doc:"This one last."`
	Skills   []SkillProgress  `json:"skills"`
	Lessons  []LessonStanding `json:"lessons" doc:"All that are published, in their order."`
}

// LessonStanding is the progress of a learner in a lesson.
type LessonStanding struct {
	LessonID    string     `json:"lessonId"`
	Title       string     `json:"title"`
	Type        string     `json:"type" enum:"video,text,pdf,file,embed,quiz,assignment,live_session"`
	Position    int64      `json:"position" doc:"In the whole course, from 1."`
	Required    bool       `json:"required"`
	Status      string     `json:"status" enum:"not_started,in_progress,completed,paused,failed,skipped"`
	Percent     int64      `json:"progressPercentage" doc:"0 to 100."`
	Score       *int64     `json:"score" doc:"The best, in percent; null where nothing was scored."`
	TimeSpent   int64      `json:"timeSpent" doc:"Seconds."`
	CompletedAt *time.Time `json:"completedAt"`
}

// maxCourses is how many courses of a user an overview covers.
const maxCourses = 1000

// Overview returns the caller's progress over all courses that are open to them. For signed-in callers.
func (s *Service) Overview(ctx context.Context, who access.Caller, z Weekly) (o LearningOverview, err error) {
	c, err := s.calendarFor(ctx, who, z.Zoned)
	if err != nil {
		return o, err
	}
	mine, _, err := enrolledCourses(ctx, s.deps.DB.Reader(), who.ID, CourseFilter{}, maxCourses, 0)
	if err != nil {
		return o, err
	}
	for _, p := range mine {
		o.TimeSpent += p.TimeSpent
		switch p.Status {
		case inProgress:
			o.Begun++
		case completed:
			o.Completed++
		}
	}
	o.Timezone = c.Zone.String()
	if o.Skills, err = s.skills(ctx, mine); err != nil {
		return o, err
	}
	if o.Weeks, err = s.weeks(ctx, who.ID, "", c, z.Weeks); err != nil {
		return o, err
	}
	o.Streak, err = s.streak(ctx, who.ID, "", c)
	return o, err
}

// Enhanced returns a page of the courses that are open to the caller, each with their progress. For signed-in callers.
func (s *Service) Enhanced(ctx context.Context, who access.Caller, z Zoned, f CourseFilter, limit, offset int64) (items []LearnerCourse, total int64, err error) {
	c, err := s.calendarFor(ctx, who, z)
	if err != nil {
		return nil, 0, err
	}
	mine, total, err := enrolledCourses(ctx, s.deps.DB.Reader(), who.ID, f, limit, offset)
	if err != nil {
		return nil, 0, err
	}
	all, err := coursesByID(ctx, s.deps.DB.Reader(), ids(mine))
	if err != nil {
		return nil, 0, err
	}
	items, err = s.withCourses(ctx, who.ID, mine, all, c)
	return items, total, err
}

func (s *Service) enhance(ctx context.Context, userID string, ps []enrolledCourse, c clock.Calendar) ([]EnhancedCourse, error) {
	now := s.deps.Clock.Now()
	next, err := s.deps.Lessons.NextLessons(ctx, userID, ids(ps))
	if err != nil {
		return nil, err
	}
	done, err := completions(ctx, s.deps.DB.Reader(), userID, ids(ps), c.Start(c.Day(now)-paceDays+1))
	all := make([]EnhancedCourse, 0, len(ps))
	for _, p := range ps {
		e := EnhancedCourse{CourseID: p.CourseID, Title: p.Title, LearnerProgress: p.LearnerProgress, Forecast: forecast(p.LearnerProgress, done[p.CourseID], c, now)}
		if lesson, there := next[p.CourseID]; there {
			e.Next = &lesson
		}
		all = append(all, e)
	}
	return all, err
}

// Course returns the caller's progress in a course. For users who are or were enrolled in it; course.ErrNotFound for others.
func (s *Service) Course(ctx context.Context, who access.Caller, courseID string, z Weekly) (EnhancedCourseDetail, error) {
	c, err := s.calendarFor(ctx, who, z.Zoned)
	if err != nil {
		return EnhancedCourseDetail{}, err
	}
	return s.detail(ctx, who.ID, courseID, c, z.Weeks)
}

func (s *Service) detail(ctx context.Context, userID, courseID string, c clock.Calendar, weeks int64) (d EnhancedCourseDetail, err error) {
	p, err := enrolledCourseByID(ctx, s.deps.DB.Reader(), userID, courseID)
	if err != nil {
		return d, err
	}
	one, err := s.enhance(ctx, userID, []enrolledCourse{p}, c)
	if err != nil {
		return d, err
	}
	d.EnhancedCourse, d.Timezone = one[0], c.Zone.String()
	if d.Skills, err = s.skills(ctx, []enrolledCourse{p}); err != nil {
		return d, err
	}
	if d.Weeks, err = s.weeks(ctx, userID, courseID, c, weeks); err != nil {
		return d, err
	}
	if d.Streak, err = s.streak(ctx, userID, courseID, c); err != nil {
		return d, err
	}
	d.Lessons, err = lessonsOf(ctx, s.deps.DB.Reader(), userID, courseID)
	return d, err
}
