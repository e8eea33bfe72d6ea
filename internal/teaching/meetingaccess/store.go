package meetingaccess

import (
	"context"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/db"
)

const (
	// IsInvited tests whether a user is invited to a meeting m. It takes the id of the user twice.
	IsInvited = `(EXISTS (SELECT 1 FROM online_meeting_people AS p WHERE p.meeting_id = m.id AND p.user_id = ?)
		OR m.for_course AND EXISTS (SELECT 1 FROM enrolled_students AS e WHERE e.course_id = m.course_id AND e.user_id = ?))`
	// Manages tests whether a user may change a meeting m: an administrator, who holds or has planned it, or who teaches the course of a Q&A session. It takes Mine.
	Manages = "(? OR m.instructor_id = ? OR m.created_by = ? OR m.kind = 'doubt' AND EXISTS (SELECT 1 FROM course_instructors AS t WHERE t.course_id = m.course_id AND t.user_id = ?))"
	// Sees tests whether a user may see a meeting m. It takes Theirs.
	Sees = "(" + Manages + " OR " + IsInvited + ")"
)

// Find reports whether the caller, who may see a meeting, may also change it. ErrNoMeeting for others.
func Find(ctx context.Context, q bun.IDB, who access.Caller, id string) (manages bool, err error) {
	err = q.NewSelect().TableExpr("online_meetings AS m").ColumnExpr(Manages, Mine(who)...).Where("m.id = ?", id).Where(Sees, Theirs(who)...).Scan(ctx, &manages)
	return manages, db.One(err, ErrNoMeeting)
}
