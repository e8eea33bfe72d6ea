package progress

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/learning/coursework"
	"lectern/internal/platform/db"
)

// eventRow is an event as it is stored.
type eventRow struct {
	bun.BaseModel `bun:"table:progress_events"`

	UserID     string
	ID         string
	CourseID   string
	LessonID   string
	Kind       string
	Value      int64
	ClientTime time.Time
	ReceivedAt time.Time
}

// insertEvents stores what is new and gives its ids.
func insertEvents(ctx context.Context, tx bun.IDB, rows []eventRow) (fresh []string, err error) {
	if len(rows) == 0 {
		return nil, nil
	}
	err = tx.NewInsert().Model(&rows).On("CONFLICT (user_id, id) DO NOTHING").Returning("id").Scan(ctx, &fresh)
	return fresh, db.One(err, nil)
}

// replaceEvent stores an event in place of the one that has its id.
func replaceEvent(ctx context.Context, tx bun.IDB, e eventRow) error {
	_, err := tx.NewInsert().Model(&e).On("CONFLICT (user_id, id) DO UPDATE").Set("kind = excluded.kind, value = excluded.value").
		Set("course_id = excluded.course_id, lesson_id = excluded.lesson_id, client_time = excluded.client_time, received_at = excluded.received_at").Exec(ctx)
	return err
}

func deleteEvent(ctx context.Context, tx bun.IDB, e eventRow) error {
	_, err := tx.NewDelete().Model(&e).Where("user_id = ? AND id = ?", e.UserID, e.ID).Exec(ctx)
	return err
}

// learnable are those of some lessons in which the user can learn: of courses in which their place is open.
func learnable(ctx context.Context, q bun.IDB, userID string, lessonIDs []string) (courseOf map[string]string, err error) {
	var rows []struct{ ID, CourseID string }
	err = q.NewRaw(`SELECT l.id, l.course_id FROM lessons AS l JOIN enrolled_students AS e ON e.course_id = l.course_id
		WHERE l.id IN (?) AND e.user_id = ?`, bun.In(lessonIDs), userID).Scan(ctx, &rows)
	courseOf = make(map[string]string, len(rows))
	for _, r := range rows {
		courseOf[r.ID] = r.CourseID
	}
	return courseOf, err
}

// hasPlace says that the user is, or was, enrolled in a course.
func hasPlace(ctx context.Context, q bun.IDB, userID, courseID string) (has bool, err error) {
	err = q.NewRaw("SELECT EXISTS (SELECT 1 FROM enrollments WHERE user_id = ? AND course_id = ?)", userID, courseID).Scan(ctx, &has)
	return has, err
}

// hold makes the row of a learner's course, if there is none, and keeps others from counting it until the transaction
// ends: two batches at once must each count what the other has brought.
func hold(ctx context.Context, tx bun.IDB, userID, courseID string, now time.Time) (g CourseProgress, err error) {
	fresh := CourseProgress{UserID: userID, CourseID: courseID, LastAt: now, UpdatedAt: now}
	if _, err := tx.NewInsert().Model(&fresh).On("CONFLICT DO NOTHING").Exec(ctx); err != nil {
		return g, err
	}
	err = db.ForUpdate(tx.NewSelect().Model(&g)).Where("g.user_id = ? AND g.course_id = ?", userID, courseID).Scan(ctx)
	return g, err
}

// lesson is what this package reads of a published one.
type lesson struct {
	LessonID     string
	CourseID     string
	VideoID      string
	Completion   string
	WatchedShare int64
	MinimumScore int64
	DurationMS   int64

	Previewable  bool
	ReleaseAt    *time.Time
	ReleaseDays  int64
	ReleaseAfter string
}

func (l lesson) rule() rule { return rule{l.Completion, l.WatchedShare, l.MinimumScore, l.DurationMS} }

const selectLessons = `SELECT p.lesson_id, p.course_id, p.video_id, p.completion, p.watched_share, p.minimum_score, coalesce(v.duration_ms, 0) AS duration_ms,
	p.previewable, p.release_at, coalesce(p.release_days, 0) AS release_days, coalesce(p.release_after, '') AS release_after
	FROM published_lessons AS p LEFT JOIN videos AS v ON v.id = p.video_id `

// publishedLesson is a lesson as it is published; one that is not (any more) has no rule.
func publishedLesson(ctx context.Context, q bun.IDB, courseID, lessonID string) (l lesson, err error) {
	l = lesson{LessonID: lessonID, CourseID: courseID}
	err = q.NewRaw(selectLessons+"WHERE p.course_id = ? AND p.lesson_id = ?", courseID, lessonID).Scan(ctx, &l)
	return l, db.One(err, nil)
}

// lessonsWith are the published lessons that show a video, of courses in which the user's place is open.
func lessonsWith(ctx context.Context, q bun.IDB, userID, videoID string) (ls []lesson, err error) {
	return ls, q.NewRaw(selectLessons+`JOIN enrolled_students AS e ON e.course_id = p.course_id
		WHERE p.video_id = ? AND e.user_id = ? ORDER BY p.course_id, p.lesson_id`, videoID, userID).Scan(ctx, &ls)
}

// facts are all events of a user in a lesson, with what they have watched of its film.
func facts(ctx context.Context, q bun.IDB, userID string, l lesson) (fs []fact, err error) {
	err = q.NewRaw("SELECT id, kind, value, client_time FROM progress_events WHERE user_id = ? AND lesson_id = ?", userID, l.LessonID).Scan(ctx, &fs)
	if err != nil || l.VideoID == "" {
		return fs, err
	}
	var watched []fact
	err = q.NewRaw(`SELECT id, kind, from_ms, to_ms, client_time FROM watch_events
		WHERE user_id = ? AND video_id = ? AND kind = 'watched'`, userID, l.VideoID).Scan(ctx, &watched)
	return append(fs, watched...), err
}

func putLesson(ctx context.Context, tx bun.IDB, p LessonProgress) error {
	_, err := tx.NewInsert().Model(&p).On("CONFLICT (user_id, lesson_id) DO UPDATE").
		Set("course_id = excluded.course_id, status = excluded.status, percent = excluded.percent, score = excluded.score, time_spent = excluded.time_spent").
		Set("started_at = excluded.started_at, completed_at = excluded.completed_at, last_at = excluded.last_at, updated_at = excluded.updated_at").Exec(ctx)
	return err
}

// counted is what the lessons of a course come to for a learner.
type counted struct {
	Version     int64
	Required    int64
	Completed   int64
	TimeSpent   int64
	StartedAt   *time.Time
	LastAt      *time.Time
	CompletedAt *time.Time // of the required lesson that was completed last
	LastLesson  *string
}

// count is the one place that says what a percentage of a course is of: required lessons of the published version.
func count(ctx context.Context, q bun.IDB, userID, courseID string) (c counted, err error) {
	err = q.NewRaw(`SELECT
		(SELECT published_version FROM curricula WHERE course_id = ?) AS version,
		(SELECT count(*) FROM published_lessons AS p WHERE p.course_id = ? AND p.required) AS required,
		coalesce(sum(CASE WHEN l.required AND w.completed_at IS NOT NULL THEN 1 ELSE 0 END), 0) AS completed,
		coalesce(sum(w.time_spent), 0) AS time_spent, min(w.started_at) AS started_at, max(w.last_at) AS last_at,
		max(CASE WHEN l.required THEN w.completed_at END) AS completed_at,
		(SELECT n.lesson_id FROM lesson_progress AS n WHERE n.user_id = ? AND n.course_id = ? AND n.started_at IS NOT NULL ORDER BY n.last_at DESC, n.lesson_id LIMIT 1) AS last_lesson
		FROM lesson_progress AS w LEFT JOIN published_lessons AS l ON l.course_id = w.course_id AND l.lesson_id = w.lesson_id
		WHERE w.user_id = ? AND w.course_id = ?`, courseID, courseID, userID, courseID, userID, courseID).Scan(ctx, &c)
	return c, err
}

func putCourse(ctx context.Context, tx bun.IDB, g CourseProgress) error {
	_, err := tx.NewUpdate().Model(&g).WherePK().Exec(ctx)
	return err
}

// completion is that somebody has completed a course.
type completion struct {
	bun.BaseModel `bun:"table:course_completions,alias:d"`

	UserID      string `bun:",pk"`
	CourseID    string `bun:",pk"`
	Version     int64
	CompletedAt time.Time
}

// completionOf is nil for somebody who has not completed the course.
func completionOf(ctx context.Context, q bun.IDB, userID, courseID string) (*completion, error) {
	var c completion
	err := q.NewSelect().Model(&c).Where("d.user_id = ? AND d.course_id = ?", userID, courseID).Scan(ctx)
	if found, err := db.Found(err); !found {
		return nil, err
	}
	return &c, nil
}

func putCompletion(ctx context.Context, tx bun.IDB, c completion) error {
	_, err := tx.NewInsert().Model(&c).On("CONFLICT (user_id, course_id) DO UPDATE").Set("completed_at = excluded.completed_at").Exec(ctx)
	return err
}

func courseProgress(ctx context.Context, q bun.IDB, userID, courseID string) (g CourseProgress, err error) {
	g = CourseProgress{UserID: userID, CourseID: courseID}
	err = q.NewSelect().Model(&g).Where("g.user_id = ? AND g.course_id = ?", userID, courseID).Scan(ctx)
	return g, db.One(err, nil)
}

func lessonsOf(ctx context.Context, q bun.IDB, userID, courseID string) (ps []LessonProgress, err error) {
	ps = []LessonProgress{}
	return ps, q.NewSelect().Model(&ps).Where("p.user_id = ? AND p.course_id = ? AND p.started_at IS NOT NULL", userID, courseID).OrderExpr("p.lesson_id").Scan(ctx)
}

func completedLessons(ctx context.Context, q bun.IDB, userID, courseID string) (ids []string, err error) {
	return ids, q.NewRaw("SELECT lesson_id FROM lesson_progress WHERE user_id = ? AND course_id = ? AND completed_at IS NOT NULL", userID, courseID).Scan(ctx, &ids)
}

// Learner is one of a course's, for its teachers.
type Learner struct {
	CourseProgress
	UserID   string `json:"userId"`
	FullName string `json:"fullName"`
}

func learners(ctx context.Context, q bun.IDB, courseID string, limit, offset int64) (ls []Learner, total int64, err error) {
	total, err = q.NewSelect().TableExpr("course_progress AS g").Join("JOIN users AS u ON u.id = g.user_id").ColumnExpr("g.*, u.full_name").
		Where("g.course_id = ?", courseID).OrderExpr("g.last_at DESC, g.user_id").Limit(limit).Offset(offset).ScanAndCount(ctx, &ls)
	return ls, total, err
}

func lessonFigures(ctx context.Context, q bun.IDB, lessonID string, since time.Time) (f coursework.LessonFigures, err error) {
	err = q.NewRaw(`SELECT count(*) AS learners, coalesce(sum(CASE WHEN completed_at >= ? THEN 1 ELSE 0 END), 0) AS completed,
		coalesce(sum(time_spent), 0) AS time_spent, CAST(coalesce(round(avg(score)), 0) AS BIGINT) AS average_score, count(score) AS scored_learners
		FROM lesson_progress WHERE lesson_id = ? AND last_at >= ?`, since, lessonID, since).Scan(ctx, &f)
	return f, err
}

func courseFigures(ctx context.Context, q bun.IDB, courseID string) (f coursework.CourseFigures, err error) {
	err = q.NewRaw(`SELECT count(*) AS learners, coalesce(sum(CASE WHEN completed_at IS NOT NULL THEN 1 ELSE 0 END), 0) AS completed,
		CAST(coalesce(round(avg(percent)), 0) AS BIGINT) AS average FROM course_progress WHERE course_id = ? AND started_at IS NOT NULL`, courseID).Scan(ctx, &f)
	return f, err
}

// pair is a learner and a lesson or course of theirs.
type pair struct{ UserID, CourseID, LessonID string }

// begun is a page of what learners have events in, in one order, after a pair.
func begun(ctx context.Context, q bun.IDB, after pair, limit int64) (ps []pair, err error) {
	return ps, q.NewRaw(`SELECT DISTINCT user_id, course_id, lesson_id FROM (
			SELECT user_id, course_id, lesson_id FROM progress_events
			UNION SELECT w.user_id, p.course_id, p.lesson_id FROM watch_events AS w JOIN published_lessons AS p ON p.video_id = w.video_id
			JOIN enrollments AS e ON e.user_id = w.user_id AND e.course_id = p.course_id WHERE w.kind = 'watched') AS b
		WHERE user_id > ? OR user_id = ? AND (course_id > ? OR course_id = ? AND lesson_id > ?)
		ORDER BY user_id, course_id, lesson_id LIMIT ?`, after.UserID, after.UserID, after.CourseID, after.CourseID, after.LessonID, limit).Scan(ctx, &ps)
}

// learnersAfter is a page of the learners of a course.
func learnersAfter(ctx context.Context, q bun.IDB, courseID, after string, limit int64) (ids []string, err error) {
	return ids, q.NewRaw("SELECT user_id FROM course_progress WHERE course_id = ? AND user_id > ? ORDER BY user_id LIMIT ?", courseID, after, limit).Scan(ctx, &ids)
}

func erase(ctx context.Context, tx bun.IDB, userID string) error {
	for _, table := range []string{"progress_events", "lesson_activity", "lesson_progress", "course_progress", "course_completions"} {
		if _, err := tx.NewRaw("DELETE FROM ? WHERE user_id = ?", bun.Ident(table), userID).Exec(ctx); err != nil {
			return err
		}
	}
	return nil
}
