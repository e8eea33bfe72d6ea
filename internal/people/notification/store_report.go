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

// readersOf returns those of the users who have read a notification.
func readersOf(ctx context.Context, q bun.IDB, kind notificationkind.Kind, dedupKey string, users []string) (ids []string, err error) {
	return ids, q.NewSelect().Table("notifications").Column("user_id").
		Where("user_id IN (?) AND dedup_key = ? AND kind = ? AND read_at IS NOT NULL", bun.List(users), dedupKey, kind).Scan(ctx, &ids)
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
