package recording

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/db"
	"lectern/internal/teaching/batch"
	"lectern/internal/teaching/meetingaccess"
)

// session is what recordings need of a session.
type session struct {
	BatchID, Date string
}

func sessionOf(ctx context.Context, q bun.IDB, id string) (s session, err error) {
	err = q.NewSelect().Table("batch_sessions").Column("batch_id", "date").Where("id = ?", id).Scan(ctx, &s)
	return s, db.One(err, errNoSession)
}

// lesson is a recording as stored.
type lesson struct {
	bun.BaseModel `bun:"table:recorded_lessons,alias:l"`

	ID string `bun:",pk"`
	Owner
	VideoID      *string
	URL          string
	Title        string
	RecordedDate string
	IsPublished  bool
	AnnouncedAt  *time.Time
	CreatedBy    *string
	Version      int64
	CreatedAt    time.Time
}

func insertLesson(ctx context.Context, tx bun.IDB, l lesson) error {
	done, err := tx.NewInsert().Model(&l).On("CONFLICT DO NOTHING").Exec(ctx)
	if err != nil {
		return err
	}
	if n, err := done.RowsAffected(); n > 0 || err != nil {
		return err
	}
	return errTwice
}

func updateLesson(ctx context.Context, tx bun.IDB, id string, c RecordedLessonChange) error {
	_, err := tx.NewRaw("UPDATE recorded_lessons SET title = ?, is_published = ?, version = version + 1 WHERE id = ?", c.Title, c.IsPublished, id).Exec(ctx)
	return err
}

func deleteLesson(ctx context.Context, tx bun.IDB, id string) error {
	_, err := tx.NewRaw("DELETE FROM recorded_lessons WHERE id = ?", id).Exec(ctx)
	return err
}

// markAnnounced reports whether a recording was not announced before.
func markAnnounced(ctx context.Context, tx bun.IDB, id string, now time.Time) (bool, error) {
	return db.Changed(tx.NewRaw("UPDATE recorded_lessons SET announced_at = ? WHERE id = ? AND announced_at IS NULL", now, id).Exec(ctx))
}

// shownLessons selects recordings with what people see of them. sessions is how those of sessions s are joined: JOIN for them alone.
func shownLessons(q bun.IDB, sessions string) *bun.SelectQuery {
	return q.NewSelect().TableExpr("recorded_lessons AS l").
		ColumnExpr("l.id, l.title, l.recorded_date, l.is_published, l.session_id, l.meeting_id, l.version, coalesce(l.video_id, '') AS video_id").
		ColumnExpr("CASE WHEN l.video_id IS NULL THEN l.url ELSE '/learn/' || v.course_id || '/' || l.video_id END AS url").
		ColumnExpr("CASE WHEN l.video_id IS NULL OR v.live_generation > 0 THEN ? WHEN v.status IN ('failed', 'cancelled') THEN ? ELSE ? END AS state", Ready, Failed, Processing).
		ColumnExpr("coalesce(v.duration_ms, 0) / 1000 AS seconds").
		ColumnExpr("coalesce(u.full_name, '') AS created_by").
		ColumnExpr("coalesce(s.title, nullif(m.title, ''), c.title, '') AS session_title, coalesce(s.starts_at, m.starts_at) AS starts_at, coalesce(s.timezone, m.timezone) AS timezone").
		ColumnExpr("coalesce(b.id, '') AS batch_id, coalesce(b.batch_name, '') AS batch_name, coalesce(c.id, '') AS course_id, coalesce(c.title, '') AS course_title").
		Join(sessions + " batch_sessions AS s ON s.id = l.session_id").Join(sessions + " batches AS b ON b.id = s.batch_id").Join("LEFT JOIN online_meetings AS m ON m.id = l.meeting_id").
		Join("LEFT JOIN videos AS v ON v.id = l.video_id").Join("LEFT JOIN courses AS c ON c.id = coalesce(b.course_id, v.course_id)").Join("LEFT JOIN users AS u ON u.id = l.created_by")
}

// either joins the sessions of recordings, those of meetings among them.
const either = "LEFT JOIN"

// lessonOf returns a recording, or errNoLesson.
func lessonOf(ctx context.Context, q bun.IDB, id string) (l RecordedLesson, err error) {
	err = db.One(shownLessons(q, either).Where("l.id = ?", id).Scan(ctx, &l), errNoLesson)
	return l.tagged(), err
}

// lockLesson is lessonOf that keeps the recording as it is until the transaction ends.
func lockLesson(ctx context.Context, tx bun.IDB, id string) (RecordedLesson, error) {
	var found string
	if err := db.ForUpdate(tx.NewSelect().Table("recorded_lessons").Column("id").Where("id = ?", id)).Scan(ctx, &found); db.One(err, errNoLesson) != nil {
		return RecordedLesson{}, db.One(err, errNoLesson)
	}
	return lessonOf(ctx, tx, id)
}

// lessonsOf returns the recordings of an owner in the order in which they were made.
func lessonsOf(ctx context.Context, q bun.IDB, o Owner, all bool) (list []RecordedLesson, err error) {
	list = []RecordedLesson{}
	condition, id := o.rows("l")
	s := shownLessons(q, either).Where(condition, id)
	if !all {
		s.Where("l.is_published AND (v.id IS NULL OR v.live_generation > 0 OR v.status NOT IN ('failed', 'cancelled'))")
	}
	err = s.OrderExpr("l.recorded_date, l.created_at, l.id").Scan(ctx, &list)
	for i := range list {
		list[i] = list[i].tagged()
	}
	return list, err
}

// canWatch selects sessions s of whose batch a user is a member who takes part.
const canWatch = "s.batch_id IN (SELECT m.batch_id FROM batch_members AS m WHERE m.user_id = ? AND m.status IN ('" + batch.MemberActive + "', '" + batch.MemberCompleted + "'))"

// lessonsFor returns a page of what a user can watch of the batches in which they take part; for a caller who teaches, of the batches that they teach.
func lessonsFor(ctx context.Context, q bun.IDB, who access.Caller, userID string, limit, offset int64) (list []RecordedLesson, total int64, err error) {
	list = []RecordedLesson{}
	s := shownLessons(q, "JOIN").Where("l.is_published AND (v.id IS NULL OR v.live_generation > 0)").Where(canWatch, userID)
	if who.ID != userID {
		batch.WhereTaught(s, who)
	}
	total, err = s.OrderExpr("s.starts_at DESC, l.created_at DESC, l.id").Limit(limit).Offset(offset).ScanAndCount(ctx, &list)
	for i := range list {
		list[i] = list[i].tagged()
	}
	return list, total, err
}

// maySeeStudent reports whether the caller is the user, an administrator, or teaches one of their batches.
func maySeeStudent(ctx context.Context, q bun.IDB, who access.Caller, userID string) (bool, error) {
	if who.ID == userID {
		return true, nil
	}
	s := q.NewSelect().TableExpr("batches AS b").Where("EXISTS (SELECT 1 FROM batch_members AS m WHERE m.batch_id = b.id AND m.user_id = ?)", userID)
	if who.HasRole(access.Admin) {
		s = q.NewSelect().Table("users").Where("id = ?", userID)
	} else {
		batch.WhereTaught(s, who)
	}
	return s.Exists(ctx)
}

// IsShownTo reports whether a video is a published recording of a session whose members a user belongs to, and takes part, or of a meeting that they hold or are invited to.
func IsShownTo(ctx context.Context, q bun.IDB, videoID, userID string) (bool, error) {
	return q.NewSelect().TableExpr("recorded_lessons AS l").Join("LEFT JOIN batch_sessions AS s ON s.id = l.session_id").Join("LEFT JOIN online_meetings AS m ON m.id = l.meeting_id").
		Where("l.video_id = ? AND l.is_published", videoID).Where("("+canWatch+" OR m.instructor_id = ? OR "+meetingaccess.IsInvited+")", userID, userID, userID, userID).Exists(ctx)
}

// titleOfVideo returns the title of a video of a course, or errNoVideo.
func titleOfVideo(ctx context.Context, q bun.IDB, id, courseID string) (title string, err error) {
	err = q.NewSelect().Table("videos").Column("title").Where("id = ? AND course_id = ?", id, courseID).Scan(ctx, &title)
	return title, db.One(err, errNoVideo)
}

// settingsOf returns the settings of a batch; the defaults for no batch.
func settingsOf(ctx context.Context, q bun.IDB, batchID string) (s RecordingSettings, err error) {
	s = defaults
	err = q.NewSelect().Table("recording_settings").Column("records", "imports", "publishes", "trashes", "version").Where("batch_id = ?", batchID).Scan(ctx, &s)
	return s, db.One(err, nil)
}

func putSettings(ctx context.Context, tx bun.IDB, batchID string, s RecordingSettings, now time.Time) error {
	_, err := tx.NewRaw(`INSERT INTO recording_settings (batch_id, records, imports, publishes, trashes, version, updated_at) VALUES (?, ?, ?, ?, ?, ?, ?)
		ON CONFLICT (batch_id) DO UPDATE SET records = excluded.records, imports = excluded.imports, publishes = excluded.publishes, trashes = excluded.trashes,
			version = excluded.version, updated_at = excluded.updated_at`, batchID, s.Records, s.Imports, s.Publishes, s.Trashes, s.Version, now).Exec(ctx)
	return err
}
