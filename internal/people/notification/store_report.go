package notification

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/people/notificationkind"
	"lectern/internal/platform/db"
)

// What notifications read from the tables of other features.

type videoInfo struct {
	Title, FailureCode, FailureReason, OwnerID, CourseID, CourseTitle string
}

// videoOf returns a video; nil when it no longer exists.
func videoOf(ctx context.Context, q bun.IDB, id string) (*videoInfo, error) {
	var v videoInfo
	err := q.NewSelect().TableExpr("videos AS v").Join("JOIN courses AS c ON c.id = v.course_id").
		ColumnExpr("v.title, v.failure_code, v.failure_reason, v.owner_id, v.course_id, c.title AS course_title").Where("v.id = ?", id).Scan(ctx, &v)
	return db.Optional(&v, err)
}

// applicantOf returns who has applied for a role; "" when the application no longer exists.
func applicantOf(ctx context.Context, q bun.IDB, applicationID string) (user string, err error) {
	err = q.NewSelect().Table("role_applications").Column("user_id").Where("id = ?", applicationID).Scan(ctx, &user)
	return user, db.One(err, nil)
}

// courseTitle returns "" when the course no longer exists.
func courseTitle(ctx context.Context, q bun.IDB, id string) (title string, err error) {
	err = q.NewSelect().Table("courses").Column("title").Where("id = ?", id).Scan(ctx, &title)
	return title, db.One(err, nil)
}

// invitedTo returns the title of a course to which the user is invited, "" when they are not, or no longer.
func invitedTo(ctx context.Context, q bun.IDB, userID, courseID string) (title string, err error) {
	err = q.NewRaw(`SELECT c.title FROM enrollments AS e JOIN courses AS c ON c.id = e.course_id
		WHERE e.user_id = ? AND e.course_id = ? AND e.status = 'invited'`, userID, courseID).Scan(ctx, &title)
	return title, db.One(err, nil)
}

// teachersOf lists the teachers of a course.
func teachersOf(ctx context.Context, q bun.IDB, courseID string) (ids []string, err error) {
	err = q.NewSelect().Table("course_instructors").Column("user_id").Where("course_id = ?", courseID).Scan(ctx, &ids)
	return ids, err
}

// studentsOf lists the students of a course.
func studentsOf(ctx context.Context, q bun.IDB, courseID string) (ids []string, err error) {
	err = q.NewSelect().Table("enrolled_students").Column("user_id").Where("course_id = ?", courseID).Scan(ctx, &ids)
	return ids, err
}

// usersWithRole lists the users with a role.
func usersWithRole(ctx context.Context, q bun.IDB, role string) (ids []string, err error) {
	err = q.NewSelect().Table("user_roles").Column("user_id").Where("role = ?", role).Scan(ctx, &ids)
	return ids, err
}

// lessonInfo describes what a user has done in a lesson.
type lessonInfo struct {
	UserID, Course, CourseTitle, Lesson, LessonTitle string
}

const lessonColumns = "x.course_id AS course, c.title AS course_title, x.lesson_id AS lesson, coalesce(p.title, c.title) AS lesson_title"

func joinLesson(q *bun.SelectQuery, table string) *bun.SelectQuery {
	return q.TableExpr("? AS x", bun.Ident(table)).Join("JOIN courses AS c ON c.id = x.course_id").
		Join("LEFT JOIN published_lessons AS p ON p.course_id = x.course_id AND p.lesson_id = x.lesson_id").ColumnExpr(lessonColumns)
}

// submissionOf returns a submission; nil when it no longer exists.
func submissionOf(ctx context.Context, q bun.IDB, id string) (*lessonInfo, error) {
	var r lessonInfo
	err := joinLesson(q.NewSelect(), "submissions").ColumnExpr("x.user_id").Where("x.id = ?", id).Scan(ctx, &r)
	return db.Optional(&r, err)
}

type commentInfo struct {
	lessonInfo                       `bun:",extend"`
	ThreadID, HiddenBy, HiddenReason string
	Gone                             bool // hidden or deleted
}

// commentOf returns a comment; nil when there is none.
func commentOf(ctx context.Context, q bun.IDB, id string) (*commentInfo, error) {
	var r commentInfo
	err := joinLesson(q.NewSelect(), "lesson_comments").ColumnExpr("x.author_id AS user_id, x.thread_id, coalesce(x.hidden_by, '') AS hidden_by, x.hidden_reason").
		ColumnExpr("x.hidden_at IS NOT NULL OR x.deleted_at IS NOT NULL AS gone").Where("x.id = ?", id).
		Scan(ctx, &r)
	return db.Optional(&r, err)
}

type reviewInfo struct {
	UserID, CourseID, CourseTitle, HiddenReason, AnsweredBy string
}

// reviewOf returns a review of a course; nil when it no longer exists.
func reviewOf(ctx context.Context, q bun.IDB, id string) (*reviewInfo, error) {
	var r reviewInfo
	err := q.NewSelect().TableExpr("course_reviews AS r").Join("JOIN courses AS c ON c.id = r.course_id").
		ColumnExpr("r.user_id, r.course_id, c.title AS course_title, r.hidden_reason, coalesce(r.answered_by, '') AS answered_by").Where("r.id = ?", id).Scan(ctx, &r)
	return db.Optional(&r, err)
}

type blogCommentInfo struct {
	AuthorID, AnswersAuthor, PostAuthor, PostTitle, PostSlug, Reason string
}

// blogCommentOf returns a comment on a post of the blog; nil when it or the post can no longer be read.
func blogCommentOf(ctx context.Context, q bun.IDB, id string) (*blogCommentInfo, error) {
	var c blogCommentInfo
	err := q.NewSelect().TableExpr("blog_comments AS c").Join("JOIN posts AS p ON p.id = c.post_id").Join("JOIN post_contents AS t ON t.id = p.live_id").
		Join("JOIN post_slugs AS g ON g.post_id = p.id AND g.is_current").Join("LEFT JOIN blog_comments AS a ON a.id = coalesce(nullif(c.answers_id, ''), c.thread_id)").
		ColumnExpr("c.author_id, coalesce(a.author_id, '') AS answers_author, p.created_by AS post_author, t.title AS post_title, g.slug AS post_slug, c.reason").
		Where("c.id = ? AND c.status <> 'deleted'", id).Scan(ctx, &c)
	return db.Optional(&c, err)
}

type batchInfo struct {
	ID, BatchName, Status, Reason, CourseID, CourseTitle, InstructorID string
	HasSeat                                                            bool // the user asked for
}

// batchOf returns a batch and whether a user has a seat in it; nil when it no longer exists.
func batchOf(ctx context.Context, q bun.IDB, id, userID string) (*batchInfo, error) {
	var b batchInfo
	err := q.NewSelect().TableExpr("batches AS b").Join("JOIN courses AS c ON c.id = b.course_id").
		ColumnExpr("b.id, b.batch_name, b.status, b.reason, b.course_id, c.title AS course_title, coalesce(b.assigned_instructor, '') AS instructor_id").
		ColumnExpr("EXISTS (SELECT 1 FROM batch_members AS m WHERE m.batch_id = b.id AND m.user_id = ? AND m.status <> 'dropped') AS has_seat", userID).
		Where("b.id = ?", id).Scan(ctx, &b)
	return db.Optional(&b, err)
}

// batchMembers lists who attends a batch, or will when their hold ends.
func batchMembers(ctx context.Context, q bun.IDB, batchID string) (ids []string, err error) {
	err = q.NewSelect().Table("batch_members").Column("user_id").Where("batch_id = ? AND status IN ('active', 'on_hold')", batchID).Scan(ctx, &ids)
	return ids, err
}

// Of which sessions guestsOf lists the guests.
const (
	ofSession = "g.session_id = ?"
	ofChange  = "g.session_id IN (SELECT m.session_id FROM batch_session_moves AS m WHERE m.change_id = ?)"
	ofBatch   = "g.session_id IN (SELECT s.id FROM batch_sessions AS s WHERE s.batch_id = ? AND s.ends_at > ?)"
)

// guestsOf lists who attends sessions in place of others that they have missed.
func guestsOf(ctx context.Context, q bun.IDB, of string, args ...any) (ids []string, err error) {
	return ids, q.NewSelect().TableExpr("admitted_guests AS g").ColumnExpr("DISTINCT g.user_id").Where(of, args...).Scan(ctx, &ids)
}

// withGuests lists the members of the batch of a session who attend it or will when their hold ends, and its guests.
func withGuests(ctx context.Context, q bun.IDB, d sessionInfo) ([]string, error) {
	members, err := batchMembers(ctx, q, d.BatchID)
	if err != nil {
		return nil, err
	}
	guests, err := guestsOf(ctx, q, ofSession, d.ID)
	return append(members, guests...), err
}

type offerInfo struct {
	BatchID, UserID       string
	OfferedAt, OfferUntil time.Time
}

// offerOf returns a seat that is offered to a user of a waiting list; nil when it no longer is.
func offerOf(ctx context.Context, q bun.IDB, waitingID string) (*offerInfo, error) {
	var o offerInfo
	err := q.NewSelect().Table("batch_waiting").Column("batch_id", "user_id", "offered_at", "offer_until").Where("id = ? AND status = 'offered'", waitingID).Scan(ctx, &o)
	return db.Optional(&o, err)
}

// sessionChange is what was done to sessions of a batch at once.
type sessionChange struct {
	Kind, Reason, ChangedBy, SessionID, BatchID, BatchName, CourseID, Timezone, Instructor string

	Sessions           int64
	FromStart, ToStart time.Time // of the first one
}

// sessionChangeOf returns a change; nil when its batch no longer exists.
func sessionChangeOf(ctx context.Context, q bun.IDB, id string) (*sessionChange, error) {
	var c sessionChange
	err := q.NewSelect().TableExpr("batch_session_moves AS m").Join("JOIN batch_sessions AS s ON s.id = m.session_id").Join("JOIN batches AS b ON b.id = s.batch_id").
		ColumnExpr("m.kind, m.reason, m.changed_by, m.session_id, s.batch_id, b.batch_name, b.course_id, b.timezone, coalesce(s.instructor_id, b.assigned_instructor, '') AS instructor, m.from_start, m.to_start").
		ColumnExpr("(SELECT count(*) FROM batch_session_moves AS n WHERE n.change_id = m.change_id) AS sessions").Where("m.change_id = ?", id).OrderExpr("m.from_start").Limit(1).Scan(ctx, &c)
	return db.Optional(&c, err)
}

// sessionInfo is a session of a batch.
type sessionInfo struct {
	ID, Title, BatchID, BatchName, CourseID, CourseTitle, Timezone, Instructor string

	Classroom                   string // with how to find it; empty for none
	StartsAt, EndsAt, UpdatedAt time.Time
	Sequence                    int64
	TakesPlace                  bool // neither it nor its batch is cancelled
}

// selectSessions selects sessions s of batches b into sessionInfo.
func selectSessions(q bun.IDB) *bun.SelectQuery {
	return q.NewSelect().TableExpr("batch_sessions AS s").Join("JOIN batches AS b ON b.id = s.batch_id").Join("JOIN courses AS c ON c.id = b.course_id").
		Join("LEFT JOIN classrooms AS cr ON cr.id = s.room_id").Join("LEFT JOIN resources AS r ON r.id = s.room_id").
		ColumnExpr("coalesce(r.name, '') || CASE WHEN cr.place <> '' THEN ', ' || cr.place ELSE '' END AS classroom").
		ColumnExpr("s.id, s.title, s.batch_id, b.batch_name, b.course_id, c.title AS course_title, s.timezone, coalesce(s.instructor_id, b.assigned_instructor, '') AS instructor").
		ColumnExpr("s.starts_at, s.ends_at, s.updated_at, s.sequence, s.status = 'scheduled' AND b.status <> 'Cancelled' AS takes_place")
}

// sessionOf returns a session; nil when it no longer exists.
func sessionOf(ctx context.Context, q bun.IDB, id string) (*sessionInfo, error) {
	var d sessionInfo
	return db.Optional(&d, selectSessions(q).Where("s.id = ?", id).Scan(ctx, &d))
}

// nextSession returns the first session of a batch that takes place after now, or with sessionID this one if it does; nil for none.
func nextSession(ctx context.Context, q bun.IDB, batchID, sessionID string, now time.Time) (*sessionInfo, error) {
	s := selectSessions(q).Where("s.batch_id = ? AND s.ends_at > ? AND s.status = 'scheduled' AND b.status NOT IN ('Completed', 'Cancelled')", batchID, now)
	if sessionID != "" {
		s.Where("s.id = ?", sessionID)
	}
	var d sessionInfo
	return db.Optional(&d, s.OrderExpr("s.starts_at, s.id").Limit(1).Scan(ctx, &d))
}

// activeMembers lists who attends a batch now.
func activeMembers(ctx context.Context, q bun.IDB, batchID string) (ids []string, err error) {
	return ids, q.NewSelect().Table("batch_members").Column("user_id").Where("batch_id = ? AND status = 'active'", batchID).Scan(ctx, &ids)
}

// readersOf returns those of the users who have read a notification.
func readersOf(ctx context.Context, q bun.IDB, kind notificationkind.Kind, dedupKey string, users []string) (ids []string, err error) {
	return ids, q.NewSelect().Table("notifications").Column("user_id").
		Where("user_id IN (?) AND dedup_key = ? AND kind = ? AND read_at IS NOT NULL", bun.List(users), dedupKey, kind).Scan(ctx, &ids)
}

// hasNoMeeting reports whether the meeting of a session at Zoom can't be made.
func hasNoMeeting(ctx context.Context, q bun.IDB, sessionID string) (bool, error) {
	return q.NewSelect().Table("live_meetings").Where("session_id = ? AND state = 'failed'", sessionID).Exists(ctx)
}

// recordedSession returns the session of a recording that its members can watch, and who has added it; "" for another.
func recordedSession(ctx context.Context, q bun.IDB, lessonID string) (sessionID, by string, err error) {
	err = q.NewRaw(`SELECT session_id, coalesce(created_by, '') FROM recorded_lessons WHERE id = ? AND is_published`, lessonID).Scan(ctx, &sessionID, &by)
	return sessionID, by, db.One(err, nil)
}

// meetingInfo is a meeting outside of batches.
type meetingInfo struct {
	ID, Kind, Title, InstructorID, Timezone string

	StartsAt, EndsAt, UpdatedAt time.Time
	Sequence                    int64
	TakesPlace                  bool
}

// meetingOf returns a meeting outside of batches; nil when it no longer exists.
func meetingOf(ctx context.Context, q bun.IDB, id string) (*meetingInfo, error) {
	var m meetingInfo
	err := q.NewSelect().TableExpr("online_meetings AS m").Join("LEFT JOIN courses AS c ON c.id = m.course_id").
		ColumnExpr("m.id, m.kind, CASE WHEN m.kind = 'doubt' THEN 'Q&A: ' || coalesce(nullif(m.title, ''), c.title) ELSE m.title END AS title, coalesce(m.instructor_id, '') AS instructor_id").
		ColumnExpr("m.timezone, m.starts_at, m.ends_at, m.updated_at, m.sequence, m.status = 'scheduled' AS takes_place").Where("m.id = ?", id).Scan(ctx, &m)
	return db.Optional(&m, err)
}

// meetingPeople lists the learners who are invited to a meeting outside of batches.
func meetingPeople(ctx context.Context, q bun.IDB, id string) (ids []string, err error) {
	return ids, q.NewRaw(`SELECT user_id FROM online_meeting_people WHERE meeting_id = ? UNION
		SELECT e.user_id FROM enrolled_students AS e JOIN online_meetings AS m ON m.course_id = e.course_id WHERE m.id = ? AND m.for_course`, id, id).Scan(ctx, &ids)
}

type certificateInfo struct {
	UserID, CourseTitle, Reason string
	CourseID                    *string
	ExpiresAt                   *time.Time
}

// certificateOf returns a certificate; nil when there is none, or its account is gone.
func certificateOf(ctx context.Context, q bun.IDB, id string) (*certificateInfo, error) {
	var c certificateInfo
	err := q.NewSelect().Table("certificates").Column("user_id", "course_title", "course_id", "reason", "expires_at").Where("id = ? AND cause <> 'withdrawn'", id).Scan(ctx, &c)
	return db.Optional(&c, err)
}

type goalInfo struct{ UserID, Title string }

// goalOf returns a goal; nil when there is none.
func goalOf(ctx context.Context, q bun.IDB, id string) (*goalInfo, error) {
	var g goalInfo
	err := q.NewSelect().Table("goals").Column("user_id", "title").Where("id = ?", id).Scan(ctx, &g)
	return db.Optional(&g, err)
}

type goalWeekInfo struct {
	Title         string
	Value, Target int64
}

// goalWeeksOf returns the weekly goals of a user for which they have done something in a week.
func goalWeeksOf(ctx context.Context, q bun.IDB, userID, startsOn string) (ws []goalWeekInfo, err error) {
	return ws, q.NewRaw(`SELECT g.title, w.value, w.target FROM goal_weeks AS w JOIN goals AS g ON g.id = w.goal_id
		WHERE g.user_id = ? AND w.starts_on = ? AND w.value > 0 ORDER BY g.created_at, g.id LIMIT 10`, userID, startsOn).Scan(ctx, &ws)
}

// complaintInfo is what notifications say of a complaint.
type complaintInfo struct {
	Number, Subject    string
	UserID, AssignedTo string // "" for a visitor, and for nobody
}

// complaintOf returns a complaint; nil when there is none.
func complaintOf(ctx context.Context, q bun.IDB, id string) (*complaintInfo, error) {
	var c complaintInfo
	err := q.NewSelect().Table("complaints").Column("number", "subject").ColumnExpr("coalesce(user_id, '') AS user_id, coalesce(assigned_to, '') AS assigned_to").Where("id = ?", id).Scan(ctx, &c)
	return db.Optional(&c, err)
}
