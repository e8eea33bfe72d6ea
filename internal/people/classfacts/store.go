// Package classfacts reads what notifications say of batches, their sessions, and meetings outside of them.
package classfacts

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/db"
)

// Batch is a batch, as one user knows it.
type Batch struct {
	ID, BatchName, Status, Reason, CourseID, CourseTitle, InstructorID string
	HasSeat                                                            bool // the user asked for
}

// BatchOf returns a batch and whether a user has a seat in it; nil when it no longer exists.
func BatchOf(ctx context.Context, q bun.IDB, id, userID string) (*Batch, error) {
	var b Batch
	err := q.NewSelect().TableExpr("batches AS b").Join("JOIN courses AS c ON c.id = b.course_id").
		ColumnExpr("b.id, b.batch_name, b.status, b.reason, b.course_id, c.title AS course_title, coalesce(b.assigned_instructor, '') AS instructor_id").
		ColumnExpr("EXISTS (SELECT 1 FROM batch_members AS m WHERE m.batch_id = b.id AND m.user_id = ? AND m.status <> 'dropped') AS has_seat", userID).
		Where("b.id = ?", id).Scan(ctx, &b)
	return db.Optional(&b, err)
}

// Members lists who attends a batch, or will when their hold ends.
func Members(ctx context.Context, q bun.IDB, batchID string) (ids []string, err error) {
	err = q.NewSelect().Table("batch_members").Column("user_id").Where("batch_id = ? AND status IN ('active', 'on_hold')", batchID).Scan(ctx, &ids)
	return ids, err
}

// Of which sessions GuestsOf lists the guests.
const (
	OfSession = "g.session_id = ?"
	OfChange  = "g.session_id IN (SELECT m.session_id FROM batch_session_moves AS m WHERE m.change_id = ?)"
	OfBatch   = "g.session_id IN (SELECT s.id FROM batch_sessions AS s WHERE s.batch_id = ? AND s.ends_at > ?)"
)

// GuestsOf lists who attends sessions in place of others that they have missed.
func GuestsOf(ctx context.Context, q bun.IDB, of string, args ...any) (ids []string, err error) {
	return ids, q.NewSelect().TableExpr("admitted_guests AS g").ColumnExpr("DISTINCT g.user_id").Where(of, args...).Scan(ctx, &ids)
}

// WithGuests lists the members of the batch of a session who attend it or will when their hold ends, and its guests.
func WithGuests(ctx context.Context, q bun.IDB, d Session) ([]string, error) {
	members, err := Members(ctx, q, d.BatchID)
	if err != nil {
		return nil, err
	}
	guests, err := GuestsOf(ctx, q, OfSession, d.ID)
	return append(members, guests...), err
}

// Offer is a seat that is offered to a user of a waiting list.
type Offer struct {
	BatchID, UserID       string
	OfferedAt, OfferUntil time.Time
}

// OfferOf returns a seat that is offered to a user of a waiting list; nil when it no longer is.
func OfferOf(ctx context.Context, q bun.IDB, waitingID string) (*Offer, error) {
	var o Offer
	err := q.NewSelect().Table("batch_waiting").Column("batch_id", "user_id", "offered_at", "offer_until").Where("id = ? AND status = 'offered'", waitingID).Scan(ctx, &o)
	return db.Optional(&o, err)
}

// SessionChange is what was done to sessions of a batch at once.
type SessionChange struct {
	Kind, Reason, ChangedBy, SessionID, BatchID, BatchName, CourseID, Timezone, Instructor string

	Sessions           int64
	FromStart, ToStart time.Time // of the first one
}

// SessionChangeOf returns a change; nil when its batch no longer exists.
func SessionChangeOf(ctx context.Context, q bun.IDB, id string) (*SessionChange, error) {
	var c SessionChange
	err := q.NewSelect().TableExpr("batch_session_moves AS m").Join("JOIN batch_sessions AS s ON s.id = m.session_id").Join("JOIN batches AS b ON b.id = s.batch_id").
		ColumnExpr("m.kind, m.reason, m.changed_by, m.session_id, s.batch_id, b.batch_name, b.course_id, b.timezone, coalesce(s.instructor_id, b.assigned_instructor, '') AS instructor, m.from_start, m.to_start").
		ColumnExpr("(SELECT count(*) FROM batch_session_moves AS n WHERE n.change_id = m.change_id) AS sessions").Where("m.change_id = ?", id).OrderExpr("m.from_start").Limit(1).Scan(ctx, &c)
	return db.Optional(&c, err)
}

// Session is a session of a batch.
type Session struct {
	ID, Title, BatchID, BatchName, CourseID, CourseTitle, Timezone, Instructor string

	Classroom                   string // with how to find it; empty for none
	StartsAt, EndsAt, UpdatedAt time.Time
	Sequence                    int64
	TakesPlace                  bool // neither it nor its batch is cancelled
}

// selectSessions selects sessions s of batches b into Session.
func selectSessions(q bun.IDB) *bun.SelectQuery {
	return q.NewSelect().TableExpr("batch_sessions AS s").Join("JOIN batches AS b ON b.id = s.batch_id").Join("JOIN courses AS c ON c.id = b.course_id").
		Join("LEFT JOIN classrooms AS cr ON cr.id = s.room_id").Join("LEFT JOIN resources AS r ON r.id = s.room_id").
		ColumnExpr("coalesce(r.name, '') || CASE WHEN cr.place <> '' THEN ', ' || cr.place ELSE '' END AS classroom").
		ColumnExpr("s.id, s.title, s.batch_id, b.batch_name, b.course_id, c.title AS course_title, s.timezone, coalesce(s.instructor_id, b.assigned_instructor, '') AS instructor").
		ColumnExpr("s.starts_at, s.ends_at, s.updated_at, s.sequence, s.status = 'scheduled' AND b.status <> 'Cancelled' AS takes_place")
}

// SessionOf returns a session; nil when it no longer exists.
func SessionOf(ctx context.Context, q bun.IDB, id string) (*Session, error) {
	var d Session
	return db.Optional(&d, selectSessions(q).Where("s.id = ?", id).Scan(ctx, &d))
}

// NextSession returns the first session of a batch that takes place after now, or with sessionID this one if it does; nil for none.
func NextSession(ctx context.Context, q bun.IDB, batchID, sessionID string, now time.Time) (*Session, error) {
	s := selectSessions(q).Where("s.batch_id = ? AND s.ends_at > ? AND s.status = 'scheduled' AND b.status NOT IN ('Completed', 'Cancelled')", batchID, now)
	if sessionID != "" {
		s.Where("s.id = ?", sessionID)
	}
	var d Session
	return db.Optional(&d, s.OrderExpr("s.starts_at, s.id").Limit(1).Scan(ctx, &d))
}

// ActiveMembers lists who attends a batch now.
func ActiveMembers(ctx context.Context, q bun.IDB, batchID string) (ids []string, err error) {
	return ids, q.NewSelect().Table("batch_members").Column("user_id").Where("batch_id = ? AND status = 'active'", batchID).Scan(ctx, &ids)
}

// HasNoMeeting reports whether the meeting at Zoom of a session, of a meeting outside of batches or of a demo class can't be made.
func HasNoMeeting(ctx context.Context, q bun.IDB, ownerID string) (bool, error) {
	return q.NewSelect().Table("live_meetings").Where("owner_id = ? AND state = 'failed'", ownerID).Exists(ctx)
}

// Recording is what was recorded of a session, or of a meeting outside of batches: one of both is set.
type Recording struct {
	Session *Session
	Meeting *Meeting
	Viewers []string // the ids of who can watch it: active members of the batch, or the people of the meeting with its instructor
	AddedBy string   // the id of a user; "" for what a meeting server has recorded
}

// RecordingOf returns a recording that is published; nil for another.
func RecordingOf(ctx context.Context, q bun.IDB, lessonID string) (*Recording, error) {
	var r Recording
	var sessionID, meetingID string
	err := q.NewRaw("SELECT coalesce(session_id, ''), coalesce(meeting_id, ''), coalesce(created_by, '') FROM recorded_lessons WHERE id = ? AND is_published", lessonID).Scan(ctx, &sessionID, &meetingID, &r.AddedBy)
	switch {
	case err != nil:
		return nil, db.One(err, nil)
	case meetingID != "":
		r.Meeting, r.Viewers, err = MeetingWithPeople(ctx, q, meetingID)
	default:
		if r.Session, err = SessionOf(ctx, q, sessionID); err == nil && r.Session != nil {
			r.Viewers, err = ActiveMembers(ctx, q, r.Session.BatchID)
		}
	}
	if err != nil || r.Session == nil && r.Meeting == nil {
		return nil, err
	}
	return &r, nil
}

// MeetingWithPeople returns a meeting outside of batches with the ids of its learners and its instructor; nil when it no longer exists.
func MeetingWithPeople(ctx context.Context, q bun.IDB, id string) (m *Meeting, ids []string, err error) {
	if m, err = MeetingOf(ctx, q, id); err != nil || m == nil {
		return nil, nil, err
	}
	if ids, err = MeetingPeople(ctx, q, id); m.InstructorID != "" {
		ids = append(ids, m.InstructorID)
	}
	return m, ids, err
}

// Meeting is a meeting outside of batches.
type Meeting struct {
	ID, Kind, Title, InstructorID, CourseID, Timezone string // of a course that it belongs to, or ""

	StartsAt, EndsAt, UpdatedAt time.Time
	Sequence                    int64
	TakesPlace                  bool
}

// MeetingOf returns a meeting outside of batches; nil when it no longer exists.
func MeetingOf(ctx context.Context, q bun.IDB, id string) (*Meeting, error) {
	var m Meeting
	err := q.NewSelect().TableExpr("online_meetings AS m").Join("LEFT JOIN courses AS c ON c.id = m.course_id").
		ColumnExpr("m.id, m.kind, CASE WHEN m.kind = 'doubt' THEN 'Q&A: ' || coalesce(nullif(m.title, ''), c.title) ELSE m.title END AS title, coalesce(m.instructor_id, '') AS instructor_id, coalesce(m.course_id, '') AS course_id").
		ColumnExpr("m.timezone, m.starts_at, m.ends_at, m.updated_at, m.sequence, m.status = 'scheduled' AS takes_place").Where("m.id = ?", id).Scan(ctx, &m)
	return db.Optional(&m, err)
}

// Demo is a demo class, for its instructor.
type Demo struct {
	InstructorID     string
	Timezone         string // of the hours of its instructor
	StartsAt, EndsAt time.Time
	TakesPlace       bool
}

// DemoOf returns a demo class; nil for none.
func DemoOf(ctx context.Context, q bun.IDB, bookingID string) (*Demo, error) {
	var d Demo
	err := q.NewSelect().TableExpr("demo_bookings AS d").Join("LEFT JOIN instructor_rules AS r ON r.instructor_id = d.instructor_id").
		ColumnExpr("d.instructor_id, coalesce(r.timezone, 'UTC') AS timezone, d.starts_at, d.ends_at, d.status = 'confirmed' AS takes_place").Where("d.id = ?", bookingID).Scan(ctx, &d)
	return db.Optional(&d, err)
}

// MeetingPeople lists the learners who are invited to a meeting outside of batches.
func MeetingPeople(ctx context.Context, q bun.IDB, id string) (ids []string, err error) {
	return ids, q.NewRaw(`SELECT user_id FROM online_meeting_people WHERE meeting_id = ? UNION
		SELECT e.user_id FROM enrolled_students AS e JOIN online_meetings AS m ON m.course_id = e.course_id WHERE m.id = ? AND m.for_course`, id, id).Scan(ctx, &ids)
}

// Dispute is what a learner says against their attendance of a session, or of a meeting outside of batches.
type Dispute struct {
	Session *Session // nil for that of a meeting
	Meeting *Meeting // nil for that of a session

	Instructor, CourseID string // of the session or the meeting; "" for none
	State, Answer        string
}

// DisputeOf returns the dispute of a learner, of a session or with the kind "meeting" of a meeting; nil for none, and if what it is about no longer exists.
func DisputeOf(ctx context.Context, q bun.IDB, kind, ownerID, userID string) (*Dispute, error) {
	var d Dispute
	table, owner := bun.Ident("attendance_disputes"), bun.Ident("session_id")
	if kind == "meeting" {
		table, owner = "online_meeting_disputes", "meeting_id"
	}
	err := q.NewSelect().TableExpr("?", table).Column("answer", "state").Where("? = ? AND user_id = ?", owner, ownerID, userID).Scan(ctx, &d.Answer, &d.State)
	if err != nil {
		return nil, db.One(err, nil)
	}
	if kind == "meeting" {
		if d.Meeting, err = MeetingOf(ctx, q, ownerID); err != nil || d.Meeting == nil {
			return nil, err
		}
		d.Instructor, d.CourseID = d.Meeting.InstructorID, d.Meeting.CourseID
		return &d, nil
	}
	if d.Session, err = SessionOf(ctx, q, ownerID); err != nil || d.Session == nil {
		return nil, err
	}
	d.Instructor, d.CourseID = d.Session.Instructor, d.Session.CourseID
	return &d, nil
}
