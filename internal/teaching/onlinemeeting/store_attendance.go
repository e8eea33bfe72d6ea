package onlinemeeting

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/db"
	"lectern/internal/teaching/attendance"
	"lectern/internal/teaching/builtinroom"
	"lectern/internal/teaching/participants"
)

// meetingMark is what is said about the attendance of one of the people of a meeting.
type meetingMark struct {
	bun.BaseModel `bun:"table:online_meeting_marks,alias:k"`

	MeetingID string `bun:",pk"`
	UserID    string `bun:",pk"`
	Status    string
	Note      string
	MarkedBy  *string
	MarkedAt  time.Time
}

// expected selects the users u who were to attend a meeting, and those who have entered it without being invited, as long as they do not hold it; also those of whom an imported list says
// so, who were expected when it was imported.
func expected(q bun.IDB, m OnlineMeeting) *bun.SelectQuery {
	s := q.NewSelect().TableExpr("users AS u").ColumnExpr("u.id AS user_id, u.full_name").
		ColumnExpr("EXISTS (SELECT 1 FROM online_meeting_people AS p WHERE p.meeting_id = ? AND p.user_id = u.id) AS is_named", m.ID)
	who := `SELECT user_id FROM online_meeting_people WHERE meeting_id = ? UNION SELECT user_id FROM online_meeting_marks WHERE meeting_id = ?
		UNION SELECT user_id FROM online_meeting_links WHERE meeting_id = ? AND used_at IS NOT NULL AND NOT moderates
		UNION SELECT user_id FROM online_meeting_imports WHERE meeting_id = ? AND user_id IS NOT NULL`
	args := []any{m.ID, m.ID, m.ID, m.ID}
	if m.ForCourse {
		who += " UNION SELECT user_id FROM enrolled_students WHERE course_id = ? AND created_at < ?"
		args = append(args, *m.CourseID, m.EndsAt)
	}
	return s.Where("u.id IN ("+who+")", args...)
}

// inLists returns who can be in a list of the participants of a meeting.
func inLists(ctx context.Context, q bun.IDB, m OnlineMeeting) (people []participants.Expected, err error) {
	return people, q.NewSelect().TableExpr("users AS u").ColumnExpr("u.id AS user_id, u.email_key, u.email_verified_at IS NOT NULL AS has_confirmed, u.id = ? AS holds", m.InstructorID).
		Where("u.id IN (SELECT e.user_id FROM (?) AS e) OR u.id = ?", expected(q, m), m.InstructorID).Scan(ctx, &people)
}

// idsWithLinks returns the ids of those of some meetings of which following a link is all that is known of who was in.
func idsWithLinks(meetings []OnlineMeeting) (ids []string) {
	for _, m := range meetings {
		if m.countsLinks() {
			ids = append(ids, m.ID)
		}
	}
	return ids
}

// areRecorded reports of meetings, by id, whether of anyone it is known that they were in.
func areRecorded(ctx context.Context, q bun.IDB, meetings []OnlineMeeting) (map[string]bool, error) {
	known := map[string]bool{}
	var ids, recorded []string
	for _, m := range meetings {
		ids = append(ids, m.ID)
	}
	err := q.NewSelect().TableExpr("online_meetings AS m").Column("m.id").Where("m.id IN (?)", bun.List(ids)).
		Where(`(EXISTS (SELECT 1 FROM online_meeting_stays AS s WHERE s.meeting_id = m.id)
			OR EXISTS (SELECT 1 FROM online_meeting_imports AS p WHERE p.meeting_id = m.id AND p.user_id IS NOT NULL)
			OR m.id IN (?) AND EXISTS (SELECT 1 FROM online_meeting_links AS l WHERE l.meeting_id = m.id AND l.used_at IS NOT NULL))`, bun.List(idsWithLinks(meetings))).Scan(ctx, &recorded)
	for _, id := range recorded {
		known[id] = true
	}
	return known, err
}

// staysIn returns when users were in meetings.
func staysIn(ctx context.Context, q bun.IDB, meetings []OnlineMeeting, users []string) (map[attendance.Cell][]attendance.Interval, error) {
	ids := make([]string, len(meetings))
	for i, m := range meetings {
		ids[i] = m.ID
	}
	s := q.NewSelect().TableExpr("online_meeting_stays").ColumnExpr("meeting_id AS session_id, user_id, source, joined_at, left_at").Where("meeting_id IN (?) AND user_id IN (?)", bun.List(ids), bun.List(users))
	s.UnionAll(q.NewSelect().TableExpr("online_meeting_imports").ColumnExpr("meeting_id AS session_id, user_id, 'import' AS source, joined_at, left_at").
		Where("meeting_id IN (?) AND user_id IN (?)", bun.List(ids), bun.List(users)))
	if linked := idsWithLinks(meetings); len(linked) > 0 {
		s.UnionAll(q.NewSelect().TableExpr("online_meeting_links").ColumnExpr("meeting_id AS session_id, user_id, 'link' AS source, used_at AS joined_at, NULL AS left_at").
			Where("meeting_id IN (?) AND user_id IN (?) AND used_at IS NOT NULL", bun.List(linked), bun.List(users)))
	}
	var rows []attendance.Interval
	err := q.NewSelect().TableExpr("(?) AS i", s).ColumnExpr("session_id, user_id, source, joined_at, left_at").OrderExpr("joined_at, source").Scan(ctx, &rows)
	of := map[attendance.Cell][]attendance.Interval{}
	for _, i := range rows {
		c := attendance.Cell{SessionID: i.SessionID, UserID: i.UserID}
		of[c] = append(of[c], i)
	}
	return of, err
}

// marksOf returns the marks of users in meetings.
func marksOf(ctx context.Context, q bun.IDB, meetings, users []string) (map[attendance.Cell]*meetingMark, error) {
	var rows []meetingMark
	err := q.NewSelect().Model(&rows).Where("k.meeting_id IN (?) AND k.user_id IN (?)", bun.List(meetings), bun.List(users)).Scan(ctx)
	of := map[attendance.Cell]*meetingMark{}
	for i, m := range rows {
		of[attendance.Cell{SessionID: m.MeetingID, UserID: m.UserID}] = &rows[i]
	}
	return of, err
}

// sheetVersion returns how often the attendance of a meeting was marked.
func sheetVersion(ctx context.Context, q bun.IDB, meetingID string) (version int64, err error) {
	err = q.NewSelect().Table("online_meeting_sheets").Column("version").Where("meeting_id = ?", meetingID).Scan(ctx, &version)
	return version, db.One(err, nil)
}

// putMarks stores marks, or removes them where what is computed counts again, as the next version of the attendance of a meeting.
func putMarks(ctx context.Context, tx bun.IDB, meetingID, by string, marks []NewMeetingMark, now time.Time) error {
	var rows []meetingMark
	var removed []string
	for _, m := range marks {
		if m.Status == asComputed {
			removed = append(removed, m.UserID)
			continue
		}
		rows = append(rows, meetingMark{MeetingID: meetingID, UserID: m.UserID, Status: m.Status, Note: m.Note, MarkedBy: &by, MarkedAt: now})
	}
	if len(removed) > 0 {
		if _, err := tx.NewRaw("DELETE FROM online_meeting_marks WHERE meeting_id = ? AND user_id IN (?)", meetingID, bun.List(removed)).Exec(ctx); err != nil {
			return err
		}
	}
	if len(rows) > 0 {
		if _, err := tx.NewInsert().Model(&rows).On("CONFLICT (meeting_id, user_id) DO UPDATE").
			Set("status = excluded.status, note = excluded.note, marked_by = excluded.marked_by, marked_at = excluded.marked_at").Exec(ctx); err != nil {
			return err
		}
	}
	_, err := tx.NewRaw(`INSERT INTO online_meeting_sheets (meeting_id, version) VALUES (?, 1)
		ON CONFLICT (meeting_id) DO UPDATE SET version = online_meeting_sheets.version + 1`, meetingID).Exec(ctx)
	return err
}

// openOn returns the meetings on a server that are open now.
func openOn(ctx context.Context, q bun.IDB, provider string, now time.Time) (open []OnlineMeeting, err error) {
	return open, q.NewSelect().Model(&open).Where("m.starts_at > ? AND m.starts_at < ? AND m.ends_at > ? AND m.status = ? AND m.provider = ?",
		now.Add(-longest), now.Add(time.Hour), now.Add(-closesAfter), scheduled, provider).OrderExpr("m.starts_at, m.id").Scan(ctx)
}

// knownUsers returns those of some ids that are users.
func knownUsers(ctx context.Context, q bun.IDB, ids []string) (known []string, err error) {
	return known, q.NewSelect().TableExpr("users").Column("id").Where("id IN (?)", bun.List(ids)).Order("id").Scan(ctx, &known)
}

// present returns who is in the built-in room of a meeting: who holds it first.
func present(ctx context.Context, q bun.IDB, meetingID string, alive time.Time) (in []builtinroom.Person, err error) {
	in = []builtinroom.Person{}
	return in, q.NewRaw(`SELECT u.id AS user_id, u.full_name, min(s.joined_at) AS since, coalesce(m.instructor_id = u.id, FALSE) AS teaches
		FROM online_meeting_stays AS s JOIN users AS u ON u.id = s.user_id JOIN online_meetings AS m ON m.id = s.meeting_id
		WHERE s.meeting_id = ? AND s.source = 'room' AND NOT s.closed AND s.left_at >= ?
		GROUP BY u.id, u.full_name, u.name_key, m.instructor_id ORDER BY 4 DESC, u.name_key, u.id`, meetingID, alive).Scan(ctx, &in)
}
