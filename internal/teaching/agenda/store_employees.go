package agenda

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/busy"
	"lectern/internal/platform/timetable"
)

// theirPeople are the ids of the people of the active companies that a user manages.
const theirPeople = `(SELECT own.user_id FROM company_people AS mine JOIN companies AS co ON co.id = mine.company_id AND co.status = 'active'
	JOIN company_people AS own ON own.company_id = co.id AND own.state = 'active' WHERE mine.user_id = ? AND mine.state = 'active' AND mine.role = 'manager')`

// sessionsOfEmployees returns the sessions of batches to which people of the caller's companies belong, that are not over, by time.
func sessionsOfEmployees(ctx context.Context, q bun.IDB, who access.Caller, now time.Time, limit int64) (entries []Entry, err error) {
	entries = []Entry{}
	return entries, selectEntries(q, who, &entries, now).Where("s.starts_at > ? AND s.ends_at > ? AND s.status = 'scheduled' AND b.status <> 'Cancelled'", now.Add(-timetable.Longest), now).
		Where("(b.id IN (SELECT m.batch_id FROM batch_members AS m WHERE m.status IN ('active', 'on_hold') AND m.user_id IN "+theirPeople+`)
			OR s.id IN (SELECT g.session_id FROM admitted_guests AS g WHERE g.user_id IN `+theirPeople+"))", who.ID, who.ID).Limit(limit).Scan(ctx)
}

// meetingsOfEmployees returns the meetings outside of batches to which such people are invited, that are not over, by time.
func meetingsOfEmployees(ctx context.Context, q bun.IDB, who access.Caller, now time.Time, limit int64) (entries []Entry, err error) {
	return entries, selectMeetings(q, who, now).Where("m.starts_at > ? AND m.ends_at > ? AND m.status = 'scheduled'", now.Add(-timetable.Longest), now).
		Where("(m.id IN (SELECT p.meeting_id FROM online_meeting_people AS p WHERE p.user_id IN "+theirPeople+`)
			OR m.for_course AND m.course_id IN (SELECT e.course_id FROM enrolled_students AS e WHERE e.user_id IN `+theirPeople+"))", who.ID, who.ID).Limit(limit).Scan(ctx, &entries)
}

// expected is a person who is expected at a session or a meeting, and how many there are.
type expected struct {
	Ref, ID, FullName string
	Total             int64
}

// employeesExpected returns the first people of the caller's companies at each entry, by its id.
func employeesExpected(ctx context.Context, q bun.IDB, who access.Caller, entries []Entry) (map[string][]expected, error) {
	sessions, meetings := []string{""}, []string{""}
	for _, e := range entries {
		if e.Kind == string(busy.Session) {
			sessions = append(sessions, e.ID)
		} else {
			meetings = append(meetings, e.ID)
		}
	}
	at := q.NewSelect().TableExpr(`(
		SELECT s.id AS ref, m.user_id FROM batch_sessions AS s JOIN batch_members AS m ON m.batch_id = s.batch_id AND m.status IN ('active', 'on_hold') WHERE s.id IN (?)
		UNION SELECT g.session_id, g.user_id FROM admitted_guests AS g WHERE g.session_id IN (?)
		UNION SELECT p.meeting_id, p.user_id FROM online_meeting_people AS p WHERE p.meeting_id IN (?)
		UNION SELECT o.id, e.user_id FROM online_meetings AS o JOIN enrolled_students AS e ON e.course_id = o.course_id WHERE o.for_course AND o.id IN (?)
	) AS a`, bun.List(sessions), bun.List(sessions), bun.List(meetings), bun.List(meetings)).Join("JOIN users AS u ON u.id = a.user_id").
		ColumnExpr("a.ref, u.id, u.full_name, count(*) OVER (PARTITION BY a.ref) AS total, row_number() OVER (PARTITION BY a.ref ORDER BY u.full_name, u.id) AS place").
		Where("a.user_id IN "+theirPeople, who.ID)
	var rows []expected
	err := q.NewSelect().TableExpr("(?) AS r", at).ColumnExpr("r.ref, r.id, r.full_name, r.total").Where("r.place <= ?", mostPeople).OrderExpr("r.ref, r.place").Scan(ctx, &rows)
	people := map[string][]expected{}
	for _, row := range rows {
		people[row.Ref] = append(people[row.Ref], row)
	}
	return people, err
}
