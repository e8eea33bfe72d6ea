package onlinemeeting

import (
	"context"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/teaching/classsession"
)

// mostColleagues is how many instructors are considered to take a meeting over.
const mostColleagues = 50

// colleaguesOf returns the other instructors of the course of a meeting, or else of one of the courses of its instructor, by name.
func colleaguesOf(ctx context.Context, q bun.IDB, m OnlineMeeting) (people []classsession.Substitute, err error) {
	people = []classsession.Substitute{}
	s := q.NewSelect().TableExpr("users AS u").Column("u.id", "u.full_name").Where("u.id <> ? AND u.status = 'active'", m.InstructorID).
		Where("EXISTS (SELECT 1 FROM user_roles AS r WHERE r.user_id = u.id AND r.role = ?)", access.Instructor)
	if m.CourseID != nil {
		s.Where("EXISTS (SELECT 1 FROM course_instructors AS i WHERE i.user_id = u.id AND i.course_id = ?)", *m.CourseID)
	} else {
		s.Where(`EXISTS (SELECT 1 FROM course_instructors AS i JOIN course_instructors AS mine ON mine.course_id = i.course_id WHERE i.user_id = u.id AND mine.user_id = ?)`, m.InstructorID)
	}
	return people, s.OrderExpr("u.name_key, u.id").Limit(mostColleagues).Scan(ctx, &people)
}
