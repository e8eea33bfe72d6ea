package onlinemeeting

import (
	"context"
	"slices"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/db"
	"lectern/internal/platform/rest"
	"lectern/internal/teaching/meetingaccess"
)

// most bounds the people of a meeting that are listed, and the meetings of a student.
const most = 500

// selectMeetings selects meetings m as the caller knows them.
func selectMeetings(q bun.IDB, who access.Caller, model any) *bun.SelectQuery {
	return q.NewSelect().Model(model).Join("LEFT JOIN users AS u ON u.id = m.instructor_id").Join("LEFT JOIN courses AS c ON c.id = m.course_id").ColumnExpr("?TableColumns").
		ColumnExpr("coalesce(u.full_name, '') AS instructor_name, coalesce(c.title, '') AS course_title").
		ColumnExpr(`(SELECT count(*) FROM online_meeting_people AS p WHERE p.meeting_id = m.id AND NOT (m.for_course AND EXISTS (SELECT 1 FROM enrolled_students AS e WHERE e.course_id = m.course_id AND e.user_id = p.user_id)))
			+ (CASE WHEN m.for_course THEN (SELECT count(*) FROM enrolled_students AS e WHERE e.course_id = m.course_id) ELSE 0 END) AS invited`).
		ColumnExpr(meetingaccess.Manages+" AS can_manage", meetingaccess.Mine(who)...).
		ColumnExpr("CASE WHEN "+meetingaccess.Manages+" THEN (SELECT count(*) FROM online_meeting_disputes AS d WHERE d.meeting_id = m.id AND d.state = 'open') END AS open_disputes", meetingaccess.Mine(who)...)
}

// find returns a meeting that the caller may see, or errNoMeeting.
func find(ctx context.Context, q bun.IDB, who access.Caller, id string) (m OnlineMeeting, err error) {
	err = selectMeetings(q, who, &m).Where("m.id = ?", id).Where(meetingaccess.Sees, meetingaccess.Theirs(who)...).Scan(ctx)
	return m, db.One(err, errNoMeeting)
}

// lock keeps a meeting as it is until the transaction ends; errNoMeeting.
func lock(ctx context.Context, tx bun.IDB, id string) error {
	var locked string
	return db.One(db.ForUpdate(tx.NewSelect().TableExpr("online_meetings").Column("id").Where("id = ?", id)).Scan(ctx, &locked), errNoMeeting)
}

// byID returns a meeting, whoever asks, or errNoMeeting.
func byID(ctx context.Context, q bun.IDB, id string) (m OnlineMeeting, err error) {
	return m, db.One(withCourses(q, &m).Where("m.id = ?", id).Scan(ctx), errNoMeeting)
}

// withCourses selects meetings m with the titles of their courses.
func withCourses(q bun.IDB, model any) *bun.SelectQuery {
	return q.NewSelect().Model(model).ColumnExpr("?TableColumns, coalesce(c.title, '') AS course_title").Join("LEFT JOIN courses AS c ON c.id = m.course_id")
}

// visible restricts a query to the meetings m that a user holds, has planned or is invited to: all for administrators.
func visible(q bun.IDB, s *bun.SelectQuery, who access.Caller) *bun.SelectQuery {
	if who.HasRole(access.Admin) {
		return s
	}
	return s.Where("m.id IN (?)", q.NewRaw(`SELECT id FROM online_meetings WHERE instructor_id = ? UNION SELECT id FROM online_meetings WHERE created_by = ?
		UNION SELECT meeting_id FROM online_meeting_people WHERE user_id = ?
		UNION SELECT o.id FROM course_instructors AS i JOIN online_meetings AS o ON o.course_id = i.course_id AND o.kind = 'doubt' WHERE i.user_id = ?
		UNION SELECT o.id FROM enrolled_students AS e JOIN online_meetings AS o ON o.course_id = e.course_id AND o.for_course WHERE e.user_id = ?`, who.ID, who.ID, who.ID, who.ID, who.ID))
}

func list(ctx context.Context, q bun.IDB, who access.Caller, n listInput, now time.Time) (meetings []OnlineMeeting, total rest.Count, err error) {
	meetings = []OnlineMeeting{}
	narrow := func(s *bun.SelectQuery) *bun.SelectQuery {
		if n.Past {
			return visible(q, s, who).Where("m.ends_at <= ?", now)
		}
		return visible(q, s, who).Where("m.ends_at > ?", now)
	}
	order := "m.starts_at, m.id"
	if n.Past {
		order = "m.starts_at DESC, m.id DESC"
	}
	limit, offset := n.LimitOffset()
	if err := narrow(selectMeetings(q, who, &meetings)).OrderExpr(order).Limit(limit).Offset(offset).Scan(ctx); err != nil {
		return nil, total, err
	}
	some := narrow(q.NewSelect().TableExpr("online_meetings AS m").ColumnExpr("1")).Limit(rest.MaxCount + 1)
	counted, err := q.NewSelect().TableExpr("(?) AS counted", some).Count(ctx)
	return meetings, rest.CountUpTo(counted), err
}

func ofStudent(ctx context.Context, q bun.IDB, who access.Caller, student string, now, until time.Time) (meetings []OnlineMeeting, err error) {
	meetings = []OnlineMeeting{}
	s := selectMeetings(q, who, &meetings).Where("m.ends_at > ? AND m.starts_at < ? AND m.status = ?", now, until, scheduled).Where(meetingaccess.IsInvited, student, student)
	if student != who.ID { // those who teach a student see what they may know of
		s.Where(meetingaccess.Sees, meetingaccess.Theirs(who)...)
	}
	return meetings, s.OrderExpr("m.starts_at, m.id").Limit(most).Scan(ctx)
}

// put stores a meeting, new or not.
func put(ctx context.Context, tx bun.IDB, m OnlineMeeting) error {
	q := tx.NewInsert().Model(&m).On("CONFLICT (id) DO UPDATE")
	for _, column := range []string{"title", "description", "course_id", "for_course", "instructor_id", "date", "start_time", "end_time", "timezone", "starts_at", "ends_at", "provider", "url", "choices", "status", "sequence", "planned_at", "reminded", "updated_at"} {
		q.Set("? = excluded.?", bun.Ident(column), bun.Ident(column))
	}
	_, err := q.Exec(ctx)
	return err
}

// replacePeople stores who is invited by name, and returns who was not before.
func replacePeople(ctx context.Context, tx bun.IDB, meetingID string, ids []string) (added []string, err error) {
	var before []string
	if err := tx.NewSelect().TableExpr("online_meeting_people").Column("user_id").Where("meeting_id = ?", meetingID).Scan(ctx, &before); err != nil {
		return nil, err
	}
	var removed []string
	for _, id := range before {
		if !slices.Contains(ids, id) {
			removed = append(removed, id)
		}
	}
	if len(removed) > 0 {
		if _, err := tx.NewRaw("DELETE FROM online_meeting_people WHERE meeting_id = ? AND user_id IN (?)", meetingID, bun.List(removed)).Exec(ctx); err != nil {
			return nil, err
		}
	}
	var rows []invitedRow
	for _, id := range ids {
		if !slices.Contains(before, id) {
			rows, added = append(rows, invitedRow{MeetingID: meetingID, UserID: id}), append(added, id)
		}
	}
	if len(rows) == 0 {
		return nil, nil
	}
	_, err = tx.NewInsert().Model(&rows).Exec(ctx)
	return added, err
}

// invitedRow is who is invited by name.
type invitedRow struct {
	bun.BaseModel `bun:"table:online_meeting_people,alias:p"`

	MeetingID string
	UserID    string
}

// peopleOf returns who is invited to a meeting by name or has entered it, by name.
func peopleOf(ctx context.Context, q bun.IDB, meetingID string) (people []InvitedPerson, err error) {
	people = []InvitedPerson{}
	return people, q.NewRaw(`SELECT u.id AS user_id, u.full_name, p.user_id IS NOT NULL AS is_named, l.joined_at
		FROM users AS u LEFT JOIN online_meeting_people AS p ON p.user_id = u.id AND p.meeting_id = ?
			LEFT JOIN (SELECT user_id, min(used_at) AS joined_at FROM online_meeting_links WHERE meeting_id = ? AND used_at IS NOT NULL GROUP BY user_id) AS l ON l.user_id = u.id
		WHERE u.id IN (SELECT user_id FROM online_meeting_people WHERE meeting_id = ? UNION SELECT user_id FROM online_meeting_links WHERE meeting_id = ? AND used_at IS NOT NULL)
		ORDER BY u.name_key, u.id LIMIT ?`, meetingID, meetingID, meetingID, meetingID, most).Scan(ctx, &people)
}

// canHold reports whether the caller may plan meetings of a user: instructors their own, administrators those of every instructor.
func canHold(ctx context.Context, q bun.IDB, who access.Caller, instructorID string) (bool, error) {
	if instructorID != who.ID && !who.HasRole(access.Admin) {
		return false, nil
	}
	return q.NewSelect().TableExpr("user_roles AS r").Join("JOIN users AS u ON u.id = r.user_id").
		Where("r.user_id = ? AND r.role IN (?) AND u.status = 'active'", instructorID, bun.List([]access.Role{access.Instructor, access.Admin})).Exists(ctx)
}

// teachesCourse reports whether a user teaches a course.
func teachesCourse(ctx context.Context, q bun.IDB, courseID, userID string) (bool, error) {
	return q.NewSelect().TableExpr("course_instructors").Where("course_id = ? AND user_id = ?", courseID, userID).Exists(ctx)
}

// canUseCourse reports whether the caller may plan meetings of a course.
func canUseCourse(ctx context.Context, q bun.IDB, who access.Caller, courseID string) (bool, error) {
	return q.NewSelect().TableExpr("courses AS c").Where("c.id = ?", courseID).
		Where("(? OR EXISTS (SELECT 1 FROM course_instructors AS i WHERE i.course_id = c.id AND i.user_id = ?))", who.HasRole(access.Admin), who.ID).Exists(ctx)
}

// teachesUser says of a caller that a user u learns in one of their courses.
const teachesUser = "EXISTS (SELECT 1 FROM enrolled_students AS e JOIN course_instructors AS i ON i.course_id = e.course_id WHERE e.user_id = u.id AND i.user_id = ?)"

// countInvitable counts those of some users whom the caller may invite.
func countInvitable(ctx context.Context, q bun.IDB, who access.Caller, ids []string) (int64, error) {
	if len(ids) == 0 {
		return 0, nil
	}
	n, err := q.NewSelect().TableExpr("users AS u").Where("u.id IN (?) AND u.status = 'active'", bun.List(ids)).Where("(? OR "+teachesUser+")", who.HasRole(access.Admin), who.ID).Count(ctx)
	return int64(n), err
}

// knowsStudent reports whether the caller may see the meetings of a student.
func knowsStudent(ctx context.Context, q bun.IDB, who access.Caller, id string) (bool, error) {
	return q.NewSelect().TableExpr("users AS u").Where("u.id = ?", id).Where("(? OR "+teachesUser+")", id == who.ID || who.HasRole(access.Admin), who.ID).Exists(ctx)
}

// beginning returns the meetings that begin within (now, until] and of which people may still be reminded.
func beginning(ctx context.Context, tx bun.IDB, now, until time.Time) (due []OnlineMeeting, err error) {
	return due, tx.NewSelect().Model(&due).Where("m.starts_at > ? AND m.starts_at <= ? AND m.status = ? AND m.reminded > 10", now, until, scheduled).OrderExpr("m.starts_at, m.id").Scan(ctx)
}

func setReminded(ctx context.Context, tx bun.IDB, id string, minutes int64) error {
	_, err := tx.NewRaw("UPDATE online_meetings SET reminded = ? WHERE id = ?", minutes, id).Exec(ctx)
	return err
}

// aheadOf returns the meetings that a user holds and that have not begun.
func aheadOf(ctx context.Context, tx bun.IDB, user string, now time.Time) (ahead []OnlineMeeting, err error) {
	return ahead, tx.NewSelect().Model(&ahead).Where("m.instructor_id = ? AND m.status = ? AND m.starts_at > ?", user, scheduled, now).OrderExpr("m.id").Scan(ctx)
}

// noRoom stands where the address of a room was: a meeting with a link always has one. Nothing can be there (RFC 2606).
const noRoom = "https://erased.invalid/"

// erase deletes to what a user was invited and when they were in, and the addresses of the rooms of the meetings that they held.
func erase(ctx context.Context, tx bun.IDB, user string) error {
	for _, statement := range []string{"DELETE FROM online_meeting_people WHERE user_id = ?", "DELETE FROM online_meeting_links WHERE user_id = ?", "DELETE FROM online_meeting_stays WHERE user_id = ?", "DELETE FROM online_meeting_marks WHERE user_id = ?",
		"DELETE FROM online_meeting_disputes WHERE user_id = ?"} {
		if _, err := tx.NewRaw(statement, user).Exec(ctx); err != nil {
			return err
		}
	}
	_, err := tx.NewRaw("UPDATE online_meetings SET url = ? WHERE instructor_id = ? AND url <> ''", noRoom, user).Exec(ctx)
	return err
}
