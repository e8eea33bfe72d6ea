package analytics

import (
	"context"
	"strings"
	"time"

	"lectern/internal/learning/coursework"
	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/rest"
)

// CourseStudent is a student of a course, as its teachers see them.
type CourseStudent struct {
	UserID     string     `json:"userId"`
	FullName   string     `json:"fullName"`
	NameKey    string     `json:"-"`
	EnrolledAt time.Time  `json:"enrolledAt"`
	Enrollment string     `json:"enrollment" enum:"invited,pending_payment,waitlisted,active,suspended,completed,withdrawn,expired" doc:"The status of their enrolment."`
	ChangedAt  time.Time  `json:"enrollmentChangedAt" doc:"When that status or its end was changed last."`
	EndsAt     *time.Time `json:"endsAt" doc:"When the enrolment expires by itself; null for never."`
	LearnerProgress
	AtRisk bool   `bun:"-" json:"atRisk" doc:"Whether they may need a word from their teacher."`
	Risk   string `json:"riskReason" enum:",not_started,inactive,failed" doc:"Empty for none. not_started: nothing begun a week after they were enrolled. inactive: nothing done for two weeks. failed: a lesson is failed. Nobody who has completed the course is at risk."`
}

// Days without activity after which a student is at risk.
const (
	idleStart = 7  // of a student who has not begun
	idleDays  = 14 // of one who has
)

// StudentFilter narrows and sorts the list of students.
type StudentFilter struct {
	Search     string `query:"search" maxLength:"200" msg:"search must be at most 200 characters" doc:"The beginning of a word of the name."`
	Enrollment string `query:"enrollment" enum:"any,invited,pending_payment,waitlisted,active,suspended,completed,withdrawn,expired" msg:"enrollment must be any or the status of an enrolment" doc:"Only those whose enrolment has this status. Absent: who may learn now. any: also who may not yet, or may not any more."`
	Progress   string `query:"progress" enum:"not_started,in_progress,completed" msg:"progress must be not_started, in_progress or completed" doc:"Only those who are this far."`
	AtRisk     bool   `query:"atRisk" doc:"Only those who are."`
	Sort       string `query:"sort" default:"-lastAt" enum:"fullName,-fullName,progressPercentage,-progressPercentage,timeSpent,-timeSpent,lastAt,-lastAt,enrolledAt,-enrolledAt" msg:"sort must be fullName, progressPercentage, timeSpent, lastAt or enrolledAt, or one of them after a - to reverse it"`
}

// CourseAnalytics sums up the progress of the students of a course, in all and by lesson.
type CourseAnalytics struct {
	CourseID   string        `json:"courseId"`
	Title      string        `json:"title"`
	Students   int64         `json:"students" doc:"Whose place is open."`
	Erased     int64         `json:"erasedStudents" doc:"Of them, those whose account is erased: their results are kept for some time, without a name, and are in no list."`
	NotStarted int64         `json:"notStarted"`
	Completed  int64         `json:"completed"`
	AtRisk     int64         `json:"atRisk"`
	Active     int64         `json:"activeThisWeek" doc:"Who did something in the last seven days."`
	Percent    int64         `json:"averagePercentage" doc:"Of all students."`
	TimeSpent  int64         `json:"timeSpent" doc:"Seconds, of all students."`
	Lessons    []ClassLesson `bun:"-" json:"lessons" doc:"All that are published, in their order."`
}

// ClassLesson sums up the progress of the students of a course in a lesson.
type ClassLesson struct {
	LessonID     string `json:"lessonId"`
	Title        string `json:"title"`
	Type         string `json:"type" enum:"video,text,pdf,file,embed,quiz,assignment,live_session"`
	Position     int64  `json:"position" doc:"In the whole course, from 1."`
	Required     bool   `json:"required"`
	Begun        int64  `json:"begun" doc:"How many students have."`
	Completed    int64  `json:"completed"`
	TimeSpent    int64  `json:"timeSpent" doc:"Seconds, of all students."`
	AverageTime  int64  `bun:"-" json:"averageTimeSpent" doc:"Seconds, of those who have begun."`
	AverageScore *int64 `json:"averageScore" doc:"In percent; null where nothing was scored."`
}

// StudentInsight is one student of a course, as its teachers see them.
type StudentInsight struct {
	Student  CourseStudent        `json:"student"`
	Progress EnhancedCourseDetail `json:"progress"`
}

var errNoStudent = fault.New(fault.NotFound, "student_not_found", "This person is not a learner in this course.")

// risks are the instants since when a student without activity is at risk.
type risks struct{ notBegunSince, idleSince time.Time }

func (s *Service) risks() risks {
	now := s.deps.Clock.Now()
	return risks{now.AddDate(0, 0, -idleStart), now.AddDate(0, 0, -idleDays)}
}

func (c *CourseStudent) derive() {
	c.LearnerProgress.derive()
	c.AtRisk = c.Risk != ""
}

// Analytics sums up the progress of the students of a course. For teachers of the course; course.ErrNotFound for others.
func (s *Service) Analytics(ctx context.Context, who access.Caller, courseID string) (a CourseAnalytics, err error) {
	if err := coursework.RequireTeacher(ctx, s.deps.Courses, who, courseID); err != nil {
		return a, err
	}
	q := s.deps.DB.Reader()
	if a, err = summary(ctx, q, courseID, s.risks(), s.deps.Clock.Now().AddDate(0, 0, -7)); err != nil {
		return a, err
	}
	if a.Lessons, err = lessonFigures(ctx, q, courseID); err != nil {
		return a, err
	}
	for i := range a.Lessons {
		if l := &a.Lessons[i]; l.Begun > 0 {
			l.AverageTime = l.TimeSpent / l.Begun
		}
	}
	return a, nil
}

// Students returns a page of the students of a course, their number, and the cursor of the next page. For teachers of
// the course; course.ErrNotFound for others. fault.Invalid for an invalid cursor.
func (s *Service) Students(ctx context.Context, who access.Caller, courseID string, f StudentFilter, page rest.Page, scroll rest.CursorParam) (cs []CourseStudent, n rest.Count, next string, err error) {
	if err := coursework.RequireTeacher(ctx, s.deps.Courses, who, courseID); err != nil {
		return nil, n, "", err
	}
	behind, err := scroll.Decode(2)
	if err != nil {
		return nil, n, "", err
	}
	limit, offset := page.LimitOffset()
	list := studentList{courseID, f, s.risks(), behind}
	if cs, err = list.page(ctx, s.deps.DB.Reader(), limit+1, offset); err != nil {
		return nil, n, "", err
	}
	if n, err = list.count(ctx, s.deps.DB.Reader()); err != nil {
		return nil, n, "", err
	}
	if int64(len(cs)) > limit {
		cs = cs[:limit]
		next = rest.EncodeCursor(list.mark(cs[limit-1])...)
	}
	return cs, n, next, nil
}

// Student returns one student of a course, with the days and weeks of the caller's time zone. For teachers of the
// course; course.ErrNotFound for others, errNoStudent for a user who is not enrolled.
func (s *Service) Student(ctx context.Context, who access.Caller, courseID, userID string, z Weekly) (i StudentInsight, err error) {
	if err := coursework.RequireTeacher(ctx, s.deps.Courses, who, courseID); err != nil {
		return i, err
	}
	c, err := s.calendarFor(ctx, who, z.Zoned)
	if err != nil {
		return i, err
	}
	if i.Student, err = student(ctx, s.deps.DB.Reader(), courseID, userID, s.risks()); err != nil {
		return i, err
	}
	i.Progress, err = s.detail(ctx, userID, courseID, c, z.Weeks)
	return i, err
}

// order returns the sort column, and whether the order is descending.
func (f StudentFilter) order() (column string, down bool) {
	return strings.TrimPrefix(f.Sort, "-"), strings.HasPrefix(f.Sort, "-")
}
