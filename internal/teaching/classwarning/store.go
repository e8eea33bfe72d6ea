package classwarning

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/busy"
	"lectern/internal/platform/timetable"
)

// holidaysOf returns the holidays that a plan follows, within its days.
func holidaysOf(ctx context.Context, q bun.IDB, p Plan) (timetable.Holidays, error) {
	first, last := p.Sessions[0].Date, p.Sessions[0].Date
	for _, s := range p.Sessions {
		first, last = min(first, s.Date), max(last, s.Date)
	}
	var found []struct{ Date, Name string }
	query := q.NewSelect().TableExpr("holidays AS h").Column("h.date", "h.name").Where("h.date BETWEEN ? AND ?", first, last).OrderExpr("h.date, h.name")
	if p.HolidayCalendar != "" {
		query.Where("h.calendar = ?", p.HolidayCalendar)
	} else {
		query.Where(`(h.calendar IN (SELECT r.holiday_calendar FROM batch_series AS r WHERE r.batch_id = ?)
			OR h.calendar = ? AND NOT EXISTS (SELECT 1 FROM batch_series AS r WHERE r.batch_id = ?))`, p.Batch.ID, timetable.SchoolHolidays, p.Batch.ID)
	}
	err := query.Scan(ctx, &found)
	holidays := timetable.Holidays{}
	for _, h := range found {
		holidays[h.Date] = h.Name
	}
	return holidays, err
}

// learnersOf selects the ids of the learners of a plan.
func learnersOf(q bun.IDB, who access.Caller, p Plan) *bun.SelectQuery {
	members := q.NewSelect().TableExpr("batch_members AS m").ColumnExpr("m.user_id").Where("m.batch_id = ? AND m.status IN ('active', 'on_hold')", p.Batch.ID)
	if len(p.LearnerIDs) == 0 {
		return members
	}
	taught := q.NewSelect().TableExpr("enrolled_students AS e").ColumnExpr("e.user_id").Where("e.user_id IN (?)", bun.List(p.LearnerIDs)).
		Where("(? OR EXISTS (SELECT 1 FROM course_instructors AS i WHERE i.course_id = e.course_id AND i.user_id = ?))", who.HasRole(access.Admin), who.ID)
	return members.Union(taught)
}

// other is another session of learners of a plan: of a batch of which they are members, or one that a guest attends.
type other struct {
	ID, BatchID, GuestID string
	StartsAt, EndsAt     time.Time
}

// otherSessions lists the sessions of learners of a plan that are not of its batch, while it lasts.
func otherSessions(ctx context.Context, q bun.IDB, who access.Caller, p Plan) (others []other, err error) {
	from, until := p.span()
	inRange := func(s *bun.SelectQuery) *bun.SelectQuery {
		return s.Where("s.status = 'scheduled' AND s.batch_id <> ?", p.Batch.ID).
			Where("s.starts_at > ? AND s.starts_at < ? AND s.ends_at > ?", from.Add(-busy.Longest).UTC(), until.UTC(), from.UTC())
	}
	batches := q.NewSelect().TableExpr("batch_members AS o").ColumnExpr("o.batch_id").Where("o.status IN ('active', 'on_hold') AND o.user_id IN (?)", learnersOf(q, who, p))
	ofMembers := inRange(q.NewSelect().TableExpr("batch_sessions AS s").ColumnExpr("s.id, s.batch_id, '' AS guest_id, s.starts_at, s.ends_at")).Where("s.batch_id IN (?)", batches)
	ofGuests := inRange(q.NewSelect().TableExpr("session_guests AS g").Join("JOIN batch_sessions AS s ON s.id = g.session_id").
		ColumnExpr("s.id, s.batch_id, g.user_id AS guest_id, s.starts_at, s.ends_at")).Where("g.user_id IN (?)", learnersOf(q, who, p))
	return others, ofMembers.UnionAll(ofGuests).Scan(ctx, &others)
}

// attendee is a learner of a plan with one of the batches of which they are a member, "" for a guest.
type attendee struct {
	BusyLearner
	BatchID string
}

// attending lists the learners of a plan who attend some other sessions, by name.
func attending(ctx context.Context, q bun.IDB, who access.Caller, p Plan, others []other) (people []attendee, err error) {
	batches, guests := []string{""}, []string{""}
	for _, o := range others {
		if o.GuestID != "" {
			guests = append(guests, o.GuestID)
		} else {
			batches = append(batches, o.BatchID)
		}
	}
	return people, q.NewSelect().TableExpr("users AS u").Join("LEFT JOIN batch_members AS o ON o.user_id = u.id AND o.status IN ('active', 'on_hold') AND o.batch_id IN (?)", bun.List(batches)).
		ColumnExpr("u.id, u.full_name, COALESCE(o.batch_id, '') AS batch_id").Where("u.id IN (?)", learnersOf(q, who, p)).
		Where("(o.batch_id IS NOT NULL OR u.id IN (?))", bun.List(guests)).OrderExpr("u.name_key, u.id, o.batch_id").Scan(ctx, &people)
}

// addNames adds the names of instructors to warnings.
func addNames(ctx context.Context, q bun.IDB, warnings []ScheduleWarning) error {
	var ids []string
	for _, w := range warnings {
		if w.InstructorID != "" {
			ids = append(ids, w.InstructorID)
		}
	}
	if len(ids) == 0 {
		return nil
	}
	var people []BusyLearner
	err := q.NewSelect().TableExpr("users AS u").ColumnExpr("u.id, u.full_name").Where("u.id IN (?)", bun.List(ids)).Scan(ctx, &people)
	for i, w := range warnings {
		for _, p := range people {
			if p.ID == w.InstructorID {
				warnings[i].InstructorName = p.FullName
			}
		}
	}
	return err
}
