package assignment

import (
	"context"
	"time"

	"lectern/internal/platform/access"
	"lectern/internal/platform/db"
	"lectern/internal/platform/ics"
	"lectern/internal/platform/rest"
)

// OwnAssignment is an assignment in a course of a learner, as it stands for them.
type OwnAssignment struct {
	LessonID    string          `json:"lesson_id"`
	Title       string          `json:"title"`
	CourseID    string          `json:"course_id"`
	CourseTitle string          `json:"course_title"`
	DueAt       *time.Time      `json:"due_at" doc:"null for no date."`
	DueIsFinal  bool            `json:"due_is_final" doc:"Nothing can be handed in afterwards."`
	State       string          `json:"state" enum:"due,overdue,closed,submitted,returned,excused" doc:"due: not handed in yet, with or without a date. closed: its date has passed, and nothing can be handed in any more. submitted: handed in, the grade is not returned yet."`
	Late        bool            `json:"late" doc:"Handed in after its date."`
	SubmittedAt *time.Time      `json:"submitted_at"`
	Score       *Score          `bun:"-" json:"score,omitempty" doc:"Of the grade that was returned."`
	Returned    db.JSON[*Grade] `bun:"returned_grade" json:"-"`
}

// OwnFilter narrows the assignments of a learner.
type OwnFilter struct {
	State    string `query:"state" enum:"due,overdue,closed,submitted,returned,excused" msg:"state must be due, overdue, closed, submitted, returned or excused"`
	CourseID string `query:"course_id" maxLength:"36" msg:"This course doesn't exist"`
}

// WaitingSubmission is a submission that waits for its grade, in one of the courses that an instructor teaches.
type WaitingSubmission struct {
	SubmissionRow
	CourseID    string `json:"course_id"`
	CourseTitle string `json:"course_title"`
}

// WaitingFilter narrows the submissions that wait for a grade.
type WaitingFilter struct {
	CourseID string `query:"course_id" maxLength:"36" msg:"This course doesn't exist"`
}

// AssignmentSummary is how many assignments concern the caller.
type AssignmentSummary struct {
	DueIn7Days     int64 `json:"due_7_days" doc:"Not handed in, with a date within the next 7 days."`
	Overdue        int64 `json:"overdue" doc:"Not handed in, and can still be."`
	ReturnedLately int64 `json:"returned_7_days" doc:"Grades that were returned within the last 7 days."`
	ToGrade        int64 `json:"to_grade" doc:"In courses that the caller teaches; at most 100 are counted."`
}

const (
	lately      = 7 * 24 * time.Hour
	mostToGrade = 100
	mostDue     = 500              // in a calendar
	reserved    = 15 * time.Minute // that a calendar shows before an assignment is due
)

// Own lists the assignments in the courses that are open to the caller, by due date, those without one last. For signed-in callers.
func (s *Service) Own(ctx context.Context, who access.Caller, f OwnFilter, limit, offset int64) ([]OwnAssignment, int64, error) {
	return ownAssignments(ctx, s.deps.DB.Reader(), who.ID, f, s.deps.Clock.Now(), limit, offset)
}

// ToGrade lists the submissions that wait for a grade in the courses that the caller teaches, longest waiting first. For instructors and
// administrators.
func (s *Service) ToGrade(ctx context.Context, who access.Caller, f WaitingFilter, limit int64, scroll rest.CursorParam) (rows []WaitingSubmission, n rest.Count, next string, err error) {
	oldest := SubmissionFilter{}
	behind, err := oldest.behind(scroll)
	if err != nil {
		return nil, n, "", err
	}
	if rows, err = waitingSubmissions(ctx, s.deps.DB.Reader(), who.ID, f, behind, limit+1); err != nil {
		return nil, n, "", err
	}
	if int64(len(rows)) > limit {
		rows = rows[:limit]
		next = oldest.cursor(positionOf(rows[limit-1].SubmissionRow))
	}
	total, err := countToGrade(ctx, s.deps.DB.Reader(), who.ID, f, rest.MaxCount)
	return rows, rest.CountUpTo(total), next, err
}

// Summary counts the assignments that concern the caller, as a learner and as an instructor. For signed-in callers.
func (s *Service) Summary(ctx context.Context, who access.Caller) (sum AssignmentSummary, err error) {
	q, now := s.deps.DB.Reader(), s.deps.Clock.Now()
	if sum, err = ownSummary(ctx, q, who.ID, now); err != nil {
		return sum, err
	}
	sum.ToGrade, err = countToGrade(ctx, q, who.ID, WaitingFilter{}, mostToGrade-1)
	return sum, err
}

// DueEvents returns what a learner has to hand in within a time, as events without the address of the site: their UID is the lesson, their
// URL a path. For calendars.
func (s *Service) DueEvents(ctx context.Context, userID string, from, until time.Time) ([]ics.Event, error) {
	due, err := dueAssignments(ctx, s.deps.DB.Reader(), userID, from, until, s.deps.Clock.Now(), mostDue)
	events := make([]ics.Event, 0, len(due))
	for _, d := range due {
		events = append(events, ics.Event{UID: d.LessonID, URL: "/learn/" + d.CourseID + "/" + d.LessonID, Summary: d.Title, Description: d.CourseTitle,
			StartsAt: d.DueAt.Add(-reserved), EndsAt: *d.DueAt, Zone: time.UTC, UpdatedAt: d.UpdatedAt, Sequence: d.Version})
	}
	return events, err
}
