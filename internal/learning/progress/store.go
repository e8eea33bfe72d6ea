package progress

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/learning/course"
	"lectern/internal/learning/coursework"
	"lectern/internal/platform/db"
)

// eventRow is a stored event.
type eventRow struct {
	bun.BaseModel `bun:"table:progress_events"`

	UserID     string
	ID         string
	CourseID   string
	LessonID   string
	Kind       string
	Value      int64
	Device     string // '' for what the server records itself
	Clamped    bool   // ClientTime was moved into the time in which the user could learn
	ClientTime time.Time
	ReceivedAt time.Time
}

// insertEvents stores the new events among the rows and returns their ids.
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

// learnable is a lesson in which a user may learn.
type learnable struct {
	ID, CourseID string
	EnrolledAt   time.Time
}

// learnableOf returns those of some lessons that were published and are in courses open to the user at an instant, by their ids.
func learnableOf(ctx context.Context, q bun.IDB, userID string, lessonIDs []string, now time.Time) (map[string]learnable, error) {
	var rows []learnable
	open := course.LearnableAt(now)
	err := q.NewRaw(`SELECT l.id, l.course_id, e.created_at AS enrolled_at FROM lessons AS l
		JOIN enrolled_students AS e ON e.course_id = l.course_id JOIN courses AS c ON c.id = l.course_id
		WHERE l.id IN (?) AND l.published_at IS NOT NULL AND e.user_id = ? AND `+open.SQL, append([]any{bun.List(lessonIDs), userID}, open.Args...)...).Scan(ctx, &rows)
	by := make(map[string]learnable, len(rows))
	for _, r := range rows {
		by[r.ID] = r
	}
	return by, err
}

// wasEnrolled reports whether the user is or was enrolled in a course.
func wasEnrolled(ctx context.Context, q bun.IDB, userID, courseID string) (has bool, err error) {
	err = q.NewRaw("SELECT EXISTS (SELECT 1 FROM enrollments WHERE user_id = ? AND course_id = ?)", userID, courseID).Scan(ctx, &has)
	return has, err
}

// lockCourse creates the row of a learner's course, if there is none, and locks it until the transaction ends: concurrent
// batches must each count the events of the other.
func lockCourse(ctx context.Context, tx bun.IDB, userID, courseID string, now time.Time) (g CourseProgress, err error) {
	fresh := CourseProgress{UserID: userID, CourseID: courseID, LastAt: &now, UpdatedAt: now}
	if _, err := tx.NewInsert().Model(&fresh).On("CONFLICT DO NOTHING").Exec(ctx); err != nil {
		return g, err
	}
	err = db.ForUpdate(tx.NewSelect().Model(&g)).Where("g.user_id = ? AND g.course_id = ?", userID, courseID).Scan(ctx)
	return g, err
}

// lesson is a published lesson, as far as this package reads it.
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

// publishedLesson returns a published lesson; one that is not published, or no longer, has no rule.
func publishedLesson(ctx context.Context, q bun.IDB, courseID, lessonID string) (l lesson, err error) {
	l = lesson{LessonID: lessonID, CourseID: courseID}
	err = q.NewRaw(selectLessons+"WHERE p.course_id = ? AND p.lesson_id = ?", courseID, lessonID).Scan(ctx, &l)
	return l, db.One(err, nil)
}

// lessonsWith returns the published lessons that show a video, in courses open to the user at an instant.
func lessonsWith(ctx context.Context, q bun.IDB, userID, videoID string, now time.Time) (ls []lesson, err error) {
	open := course.LearnableAt(now)
	return ls, q.NewRaw(selectLessons+`JOIN enrolled_students AS e ON e.course_id = p.course_id JOIN courses AS c ON c.id = p.course_id
		WHERE p.video_id = ? AND e.user_id = ? AND `+open.SQL+` ORDER BY p.course_id, p.lesson_id`, append([]any{videoID, userID}, open.Args...)...).Scan(ctx, &ls)
}

// facts returns all events of a user in a lesson, with the ranges of its video that they have watched.
func facts(ctx context.Context, q bun.IDB, userID string, l lesson) (fs []fact, err error) {
	err = q.NewRaw("SELECT id, kind, value, coalesce(device, '') AS device, client_time FROM progress_events WHERE user_id = ? AND lesson_id = ?", userID, l.LessonID).Scan(ctx, &fs)
	if err != nil || l.VideoID == "" {
		return fs, err
	}
	var watched []fact // what was watched before the enrollment counts from then on
	err = q.NewRaw(`SELECT w.id, w.kind, w.from_ms, w.to_ms, CASE WHEN w.client_time < e.created_at THEN e.created_at ELSE w.client_time END AS client_time
		FROM watch_events AS w LEFT JOIN enrollments AS e ON e.user_id = w.user_id AND e.course_id = ?
		WHERE w.user_id = ? AND w.video_id = ? AND w.kind = 'watched'`, l.CourseID, userID, l.VideoID).Scan(ctx, &watched)
	return append(fs, watched...), err
}

// timeElsewhere returns what the user's devices have reported as time spent in other lessons while time was spent in this one, of
// which facts are the events.
func timeElsewhere(ctx context.Context, q bun.IDB, userID, lessonID string, facts []fact) (fs []fact, err error) {
	var from, to time.Time
	for _, f := range facts {
		if f.Kind != timeSpent {
			continue
		}
		if from.IsZero() || f.ClientTime.Before(from) {
			from = f.ClientTime
		}
		if f.ClientTime.After(to) {
			to = f.ClientTime
		}
	}
	if from.IsZero() {
		return nil, nil
	}
	return fs, q.NewRaw(`SELECT id, kind, value, device, client_time FROM progress_events
		WHERE user_id = ? AND kind = 'time' AND client_time > ? AND client_time < ? AND lesson_id <> ? AND device <> ''`,
		userID, from.Add(-maxTimeEvent*time.Second), to.Add(maxTimeEvent*time.Second), lessonID).Scan(ctx, &fs)
}

// lessonsSharingTime returns the lessons for which the device of a time event has reported some of the same time.
func lessonsSharingTime(ctx context.Context, q bun.IDB, e eventRow) (lessons []pair, err error) {
	var near []eventRow
	from := e.ClientTime.Add(-time.Duration(e.Value) * time.Second)
	err = q.NewSelect().Model(&near).Where("user_id = ? AND kind = 'time' AND client_time > ? AND client_time < ? AND device = ?",
		e.UserID, from, e.ClientTime.Add(maxTimeEvent*time.Second), e.Device).Scan(ctx)
	for _, n := range near {
		if n.ClientTime.Add(-time.Duration(n.Value) * time.Second).Before(e.ClientTime) {
			lessons = append(lessons, pair{n.UserID, n.CourseID, n.LessonID})
		}
	}
	return lessons, err
}

// coursesBegun returns the courses in which a user has progress.
func coursesBegun(ctx context.Context, q bun.IDB, userID string) (ids []string, err error) {
	return ids, q.NewRaw("SELECT course_id FROM course_progress WHERE user_id = ?", userID).Scan(ctx, &ids)
}

func putLesson(ctx context.Context, tx bun.IDB, p LessonProgress) error {
	_, err := tx.NewInsert().Model(&p).On("CONFLICT (user_id, lesson_id) DO UPDATE").
		Set("course_id = excluded.course_id, status = excluded.status, percent = excluded.percent, score = excluded.score, time_spent = excluded.time_spent").
		Set("started_at = excluded.started_at, completed_at = excluded.completed_at, last_at = excluded.last_at, updated_at = excluded.updated_at").Exec(ctx)
	return err
}

// counted sums up the lessons of a course for a learner.
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

// count is the only place that defines what a percentage of a course refers to: the required lessons of the published version.
func count(ctx context.Context, q bun.IDB, userID, courseID string) (c counted, err error) {
	err = q.NewRaw(`SELECT
		(SELECT published_version FROM curricula WHERE course_id = ?) AS version,
		(SELECT count(*) FROM published_lessons AS p WHERE p.course_id = ? AND p.required) AS required,
		coalesce(sum(CASE WHEN l.required AND w.completed_at IS NOT NULL THEN 1 ELSE 0 END), 0) AS completed,
		coalesce(sum(w.time_spent), 0) AS time_spent, min(w.started_at) AS started_at, max(w.last_at) AS last_at,
		max(CASE WHEN l.required THEN w.completed_at END) AS completed_at,
		(SELECT n.lesson_id FROM lesson_progress AS n JOIN published_lessons AS o ON o.course_id = n.course_id AND o.lesson_id = n.lesson_id
			WHERE n.user_id = ? AND n.course_id = ? AND n.started_at IS NOT NULL ORDER BY n.last_at DESC, n.lesson_id LIMIT 1) AS last_lesson
		FROM lesson_progress AS w LEFT JOIN published_lessons AS l ON l.course_id = w.course_id AND l.lesson_id = w.lesson_id
		WHERE w.user_id = ? AND w.course_id = ?`, courseID, courseID, userID, courseID, userID, courseID).Scan(ctx, &c)
	return c, err
}

// percent is nil where no lesson is required.
func (c counted) percent() *int64 {
	if c.Required == 0 {
		return nil
	}
	return new(c.Completed * wholePercent / c.Required)
}

func putCourse(ctx context.Context, tx bun.IDB, g CourseProgress) error {
	_, err := tx.NewUpdate().Model(&g).WherePK().Exec(ctx)
	return err
}

// completion records that a learner has completed a course.
type completion struct {
	bun.BaseModel `bun:"table:course_completions,alias:d"`

	UserID      string `bun:",pk"`
	CourseID    string `bun:",pk"`
	Version     int64
	CompletedAt time.Time
}

// completionOf returns the completion of a course by a learner, nil if there is none.
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

// courseProgress returns the progress of a learner; one who has not begun has completed none of the required lessons.
func courseProgress(ctx context.Context, q bun.IDB, userID, courseID string) (g CourseProgress, err error) {
	err = q.NewSelect().Model(&g).Where("g.user_id = ? AND g.course_id = ?", userID, courseID).Scan(ctx)
	if found, err := db.Found(err); found || err != nil {
		return g, err
	}
	c, err := count(ctx, q, userID, courseID)
	return CourseProgress{UserID: userID, CourseID: courseID, Required: c.Required, Percent: c.percent()}, err
}

func lessonsOf(ctx context.Context, q bun.IDB, userID, courseID string) (ps []LessonProgress, err error) {
	ps = []LessonProgress{}
	return ps, q.NewSelect().Model(&ps).Where("p.user_id = ? AND p.course_id = ? AND p.started_at IS NOT NULL", userID, courseID).OrderExpr("p.lesson_id").Scan(ctx)
}

func completedLessons(ctx context.Context, q bun.IDB, userID, courseID string) (ids []string, err error) {
	return ids, q.NewRaw("SELECT lesson_id FROM lesson_progress WHERE user_id = ? AND course_id = ? AND completed_at IS NOT NULL", userID, courseID).Scan(ctx, &ids)
}

// Learner is a student of a course with their progress, for its teachers.
type Learner struct {
	CourseProgress
	UserID   string `json:"userId"`
	FullName string `json:"fullName"`
}

// learners returns a page of the students of a course with their progress. One who has not begun has no row: none of the required
// lessons is completed.
func learners(ctx context.Context, q bun.IDB, courseID string, limit, offset int64) (ls []Learner, total int64, err error) {
	var required int64
	if err := q.NewRaw("SELECT count(*) FROM published_lessons WHERE course_id = ? AND required", courseID).Scan(ctx, &required); err != nil {
		return nil, 0, err
	}
	total, err = q.NewSelect().TableExpr("enrolled_students AS e").Join("JOIN users AS u ON u.id = e.user_id").
		Join("LEFT JOIN course_progress AS g ON g.user_id = e.user_id AND g.course_id = e.course_id").
		ColumnExpr("e.user_id, e.course_id, u.full_name, coalesce(g.completed, 0) AS completed, coalesce(g.required, ?) AS required", required).
		ColumnExpr("CASE WHEN g.user_id IS NULL AND ? > 0 THEN 0 ELSE g.percent END AS percent", required).
		ColumnExpr("coalesce(g.time_spent, 0) AS time_spent, coalesce(g.last_lesson, '') AS last_lesson, g.started_at, g.completed_at, g.last_at").
		Where("e.course_id = ?", courseID).OrderExpr("g.started_at IS NULL, g.last_at DESC, e.user_id").Limit(limit).Offset(offset).ScanAndCount(ctx, &ls)
	return ls, total, err
}

// lessonFigures sums up what the students of a course did in a lesson since an instant. Of several scores since then the best
// counts. Activity is not kept of accounts that are erased.
func lessonFigures(ctx context.Context, q bun.IDB, courseID, lessonID string, since time.Time) (f coursework.LessonFigures, err error) {
	err = q.NewRaw(`SELECT
		(SELECT count(DISTINCT a.user_id) FROM lesson_activity AS a JOIN enrolled_students AS e ON e.user_id = a.user_id AND e.course_id = ?0
			WHERE a.lesson_id = ?1 AND a.starts_at >= ?2 AND a.acts > 0) AS learners,
		(SELECT coalesce(sum(a.seconds), 0) FROM lesson_activity AS a JOIN enrolled_students AS e ON e.user_id = a.user_id AND e.course_id = ?0
			WHERE a.lesson_id = ?1 AND a.starts_at >= ?2) AS time_spent,
		(SELECT count(*) FROM lesson_progress AS w JOIN enrolled_students AS e ON e.user_id = w.user_id AND e.course_id = ?0
			WHERE w.lesson_id = ?1 AND w.completed_at >= ?2) AS completed,
		CAST(coalesce(round(avg(s.best)), 0) AS BIGINT) AS average_score, count(s.best) AS scored_learners
		FROM (SELECT max(x.value) AS best FROM enrolled_students AS e JOIN progress_events AS x ON x.user_id = e.user_id AND x.lesson_id = ?1
			WHERE e.course_id = ?0 AND x.kind = 'scored' AND x.client_time >= ?2 GROUP BY e.user_id) AS s`, courseID, lessonID, since).Scan(ctx, &f)
	return f, err
}

// courseFigures sums up the students of a course, with those whose account was erased since.
func courseFigures(ctx context.Context, q bun.IDB, courseID string) (f coursework.CourseFigures, err error) {
	err = q.NewRaw(`SELECT count(*) AS learners, coalesce(sum(CASE WHEN s.completed_at IS NOT NULL THEN 1 ELSE 0 END), 0) AS completed,
		CAST(coalesce(round(avg(s.percent)), 0) AS BIGINT) AS average FROM (
			SELECT g.completed_at, g.percent FROM course_progress AS g JOIN enrolled_students AS e ON e.user_id = g.user_id AND e.course_id = g.course_id
				WHERE g.course_id = ?0 AND g.started_at IS NOT NULL
			UNION ALL SELECT r.completed_on, r.percent FROM retained_learners AS r WHERE r.course_id = ?0 AND r.counted AND r.started_on IS NOT NULL
		) AS s`, courseID).Scan(ctx, &f)
	return f, err
}

// pair is a learner and a lesson or course of theirs.
type pair struct{ UserID, CourseID, LessonID string }

// learnerLessons returns a page of the lessons in which learners have events, in a fixed order, after a pair.
func learnerLessons(ctx context.Context, q bun.IDB, after pair, limit int64) (ps []pair, err error) {
	return ps, q.NewRaw(`SELECT DISTINCT user_id, course_id, lesson_id FROM (
			SELECT user_id, course_id, lesson_id FROM progress_events
			UNION SELECT w.user_id, p.course_id, p.lesson_id FROM watch_events AS w JOIN published_lessons AS p ON p.video_id = w.video_id
			JOIN enrollments AS e ON e.user_id = w.user_id AND e.course_id = p.course_id WHERE w.kind = 'watched') AS b
		WHERE user_id > ? OR user_id = ? AND (course_id > ? OR course_id = ? AND lesson_id > ?)
		ORDER BY user_id, course_id, lesson_id LIMIT ?`, after.UserID, after.UserID, after.CourseID, after.CourseID, after.LessonID, limit).Scan(ctx, &ps)
}

// learnersAfter returns a page of the learners of a course.
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
