package transcode

import (
	"context"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/db"
	"lectern/internal/platform/jobs"
	"lectern/internal/platform/objectkey"
	"lectern/internal/platform/seal"
	"lectern/internal/video/pace"
)

// visibility selects the videos that a caller may see.
type visibility struct {
	user string
	all  bool // for administrators
}

func visibilityFor(who access.Caller) visibility {
	return visibility{who.ID, who.HasRole(access.Admin)}
}

// teaches tests whether user ? teaches with video v: they own it, or teach its course.
const teaches = `(v.owner_id = ? OR v.course_id IN (SELECT course_id FROM course_instructors WHERE user_id = ?))`

// visible tests whether user ? may see video v without teaching with it: it is playable, it is not private, and its course is published
// or they are enrolled; or it is the recording of a session or a meeting of theirs.
const visible = `(v.live_generation > 0 AND (` + released + ` AND (c.status = 'Published'
	OR EXISTS (SELECT 1 FROM enrolled_students AS e WHERE e.course_id = v.course_id AND e.user_id = ?)) OR ` + recorded + `))`

// recorded tests whether video v is the recording of a session whose members user ? belongs to, and takes part, or of a meeting that user ? holds or is invited to.
const recorded = `EXISTS (SELECT 1 FROM recorded_lessons AS l LEFT JOIN batch_sessions AS s ON s.id = l.session_id LEFT JOIN online_meetings AS o ON o.id = l.meeting_id
	WHERE l.video_id = v.id AND l.is_published AND (
		EXISTS (SELECT 1 FROM batch_members AS m WHERE m.batch_id = s.batch_id AND m.user_id = ? AND m.status NOT IN ('on_hold', 'dropped'))
		OR o.instructor_id = ? OR EXISTS (SELECT 1 FROM online_meeting_people AS p WHERE p.meeting_id = o.id AND p.user_id = ?)
		OR o.for_course AND EXISTS (SELECT 1 FROM enrolled_students AS e WHERE e.course_id = o.course_id AND e.user_id = ?)))`

// released tests whether video v is more than its teachers': a published lesson or a recording shows it, or they have opened it.
const released = `(v.is_preview OR v.is_shared
	OR EXISTS (SELECT 1 FROM published_lessons AS p WHERE p.video_id = v.id AND p.course_id = v.course_id)
	OR EXISTS (SELECT 1 FROM course_recordings AS r WHERE r.video_id = v.id))`

// publishedLesson and draftLesson are the first lesson that shows video v; the draft is for users who teach with it.
const (
	publishedLesson = `(SELECT p.lesson_id FROM published_lessons AS p WHERE p.video_id = v.id AND p.course_id = v.course_id ORDER BY p.position LIMIT 1)`
	draftLesson     = `(SELECT l.lesson_id FROM lesson_videos AS l WHERE l.video_id = v.id AND l.course_id = v.course_id ORDER BY l.position LIMIT 1)`
	managedLesson   = "coalesce(" + draftLesson + ", " + publishedLesson + ", '')"
)

func (w visibility) managed(s *bun.SelectQuery) *bun.SelectQuery {
	s = s.ColumnExpr(managedLesson + " AS lesson_id")
	if w.all {
		return s
	}
	return s.Where(teaches, w.user, w.user)
}

func (w visibility) visible(s *bun.SelectQuery) *bun.SelectQuery {
	if w.all {
		return s.ColumnExpr("TRUE AS managed").ColumnExpr(managedLesson + " AS lesson_id")
	}
	return s.ColumnExpr(teaches+" AS managed", w.user, w.user).
		ColumnExpr("CASE WHEN "+teaches+" THEN "+managedLesson+" ELSE coalesce("+publishedLesson+", '') END AS lesson_id", w.user, w.user).
		Where("("+teaches+" OR "+visible+")", w.user, w.user, w.user, w.user, w.user, w.user, w.user)
}

// within narrows a list of videos for a caller.
type within func(s *bun.SelectQuery, w visibility) *bun.SelectQuery

func ofCourse(id string) within {
	return func(s *bun.SelectQuery, _ visibility) *bun.SelectQuery { return s.Where("v.course_id = ?", id) }
}

// ofLesson selects the videos that a lesson of their own course shows.
func ofLesson(id string) within {
	const (
		published = "(v.id, v.course_id) IN (SELECT p.video_id, p.course_id FROM published_lessons AS p WHERE p.lesson_id = ?)"
		draft     = "(v.id, v.course_id) IN (SELECT l.video_id, l.course_id FROM lesson_videos AS l WHERE l.lesson_id = ?)"
	)
	return func(s *bun.SelectQuery, w visibility) *bun.SelectQuery {
		if w.all {
			return s.Where("("+published+" OR "+draft+")", id, id)
		}
		return s.Where("("+published+" OR "+teaches+" AND "+draft+")", id, w.user, w.user, id)
	}
}

// replacing is how far another file for video v is.
const replacing = `coalesce((SELECT CASE WHEN p.generation = 0 THEN 'uploading' ELSE 'processing' END FROM video_replacements AS p WHERE p.video_id = v.id), '')`

func selectVideos(q bun.IDB, dest any) *bun.SelectQuery {
	return q.NewSelect().Model(dest).ColumnExpr("v.*, c.title AS course_title").ColumnExpr(replacing + " AS replacing").Join("JOIN courses AS c ON c.id = v.course_id")
}

func oneVideo(ctx context.Context, s *bun.SelectQuery, v *Video, id string) error {
	err := s.Where("v.id = ?", id).Scan(ctx)
	v.derive()
	return db.One(err, notFound())
}

func videoByID(ctx context.Context, q bun.IDB, id string) (v Video, err error) {
	return v, oneVideo(ctx, selectVideos(q, &v).ColumnExpr(managedLesson+" AS lesson_id"), &v, id)
}

func managedVideo(ctx context.Context, q bun.IDB, w visibility, id string) (v Video, err error) {
	return v, oneVideo(ctx, w.managed(selectVideos(q, &v)), &v, id)
}

// visibleVideo returns a video that the caller may see, with the fields that they may see.
func visibleVideo(ctx context.Context, q bun.IDB, w visibility, id string) (v Video, err error) {
	err = oneVideo(ctx, w.visible(selectVideos(q, &v)), &v, id)
	if !v.Managed {
		v = v.forVisitors()
	}
	return v, err
}

// lockVideo reads a video for an update; every change of a video starts here.
func lockVideo(ctx context.Context, tx bun.IDB, id string) (v Video, err error) {
	return v, oneVideo(ctx, db.ForUpdate(tx.NewSelect().Model(&v)), &v, id)
}

type Filter struct {
	Status   string
	CourseID string
	Search   string // part of the title or the file name
}

func listManaged(ctx context.Context, q bun.IDB, w visibility, f Filter, limit, offset int64) (videos []Video, total int64, err error) {
	s := w.managed(selectVideos(q, &videos))
	if f.Status != "" {
		s = s.Where("v.status = ?", f.Status)
	}
	if f.CourseID != "" {
		s = s.Where("v.course_id = ?", f.CourseID)
	}
	if f.Search != "" {
		pattern := "%" + db.EscapeLike(f.Search) + "%"
		s = s.Where(`(lower(v.title) LIKE lower(?) ESCAPE '\' OR lower(v.original_file_name) LIKE lower(?) ESCAPE '\')`, pattern, pattern)
	}
	return page(ctx, s.Order("v.created_at DESC", "v.id DESC"), &videos, limit, offset)
}

// listVisible is visibleVideo for the videos of a course or a lesson.
func listVisible(ctx context.Context, q bun.IDB, w visibility, in within, limit, offset int64) (videos []Video, total int64, err error) {
	s := in(w.visible(selectVideos(q, &videos)), w)
	videos, total, err = page(ctx, s.Order("v.position", "v.id"), &videos, limit, offset)
	for i, v := range videos {
		if !v.Managed {
			videos[i] = v.forVisitors()
		}
	}
	return videos, total, err
}

func page(ctx context.Context, s *bun.SelectQuery, videos *[]Video, limit, offset int64) ([]Video, int64, error) {
	total, err := s.Limit(limit).Offset(offset).ScanAndCount(ctx)
	for i := range *videos {
		(*videos)[i].derive()
	}
	return *videos, total, err
}

func nextPosition(ctx context.Context, tx bun.IDB, courseID string) (n int64, err error) {
	err = tx.NewSelect().Table("videos").ColumnExpr("coalesce(max(position) + 1, 0)").Where("course_id = ?", courseID).Scan(ctx, &n)
	return n, err
}

func insertVideo(ctx context.Context, tx bun.IDB, v Video) error {
	_, err := tx.NewInsert().Model(&v).Exec(ctx)
	return err
}

func saveVideo(ctx context.Context, tx bun.IDB, v Video) error {
	_, err := tx.NewUpdate().Model(&v).WherePK().Exec(ctx)
	return err
}

func deleteVideo(ctx context.Context, tx bun.IDB, id string) error {
	_, err := tx.NewDelete().Table("videos").Where("id = ?", id).Exec(ctx)
	return err
}

// publishedLessons lists the published lessons of its course that show a video.
func publishedLessons(ctx context.Context, q bun.IDB, v Video) (lessons []LessonUse, err error) {
	return lessons, q.NewRaw("SELECT lesson_id, title FROM published_lessons WHERE video_id = ? AND course_id = ? ORDER BY position", v.ID, v.CourseID).Scan(ctx, &lessons)
}

func insertReplacement(ctx context.Context, tx bun.IDB, p Replacement) error {
	_, err := tx.NewInsert().Model(&p).Exec(ctx)
	return err
}

func saveReplacement(ctx context.Context, tx bun.IDB, p Replacement) error {
	_, err := tx.NewUpdate().Model(&p).WherePK().Exec(ctx)
	return err
}

func deleteReplacement(ctx context.Context, tx bun.IDB, videoID string) error {
	_, err := tx.NewDelete().Table("video_replacements").Where("video_id = ?", videoID).Exec(ctx)
	return err
}

// lockReplacement returns a replacement with its video, which is locked; fault.NotFound if another or none is left.
func lockReplacement(ctx context.Context, tx bun.IDB, id string) (p Replacement, v Video, err error) {
	err = tx.NewSelect().Model(&p).Where("id = ?", id).Scan(ctx)
	if err == nil {
		v, err = lockVideo(ctx, tx, p.VideoID)
	}
	if err == nil { // again: only now nobody changes it
		err = tx.NewSelect().Model(&p).Where("id = ?", id).Scan(ctx)
	}
	return p, v, db.One(err, notFound())
}

// replacementBy returns the replacement of which a generation is made; nil if it is made of what the video is.
func replacementBy(ctx context.Context, tx bun.IDB, videoID string, number int64) (*Replacement, error) {
	var p Replacement
	err := tx.NewSelect().Model(&p).Where("video_id = ? AND generation = ?", videoID, number).Scan(ctx)
	return db.Optional(&p, err)
}

// sourcesOf lists the keys of the files that a video holds: its own, and one that may replace it.
func sourcesOf(ctx context.Context, tx bun.IDB, v Video) ([]string, error) {
	var ids []string
	err := tx.NewRaw("SELECT id FROM video_replacements WHERE video_id = ? AND generation > 0", v.ID).Scan(ctx, &ids)
	keys := []string{v.SourceKey}
	for _, id := range ids {
		keys = append(keys, objectkey.Source(id))
	}
	return keys, err
}

func insertGeneration(ctx context.Context, tx bun.IDB, g Generation) error {
	_, err := tx.NewInsert().Model(&g).Exec(ctx)
	return err
}

// generation reads a generation; fault.NotFound when its video was deleted.
func generation(ctx context.Context, q bun.IDB, videoID string, number int64) (g Generation, err error) {
	err = q.NewSelect().Model(&g).Where("video_id = ? AND generation = ?", videoID, number).Scan(ctx)
	return g, db.One(err, notFound())
}

func saveGeneration(ctx context.Context, tx bun.IDB, g Generation) error {
	_, err := tx.NewUpdate().Model(&g).WherePK().Exec(ctx)
	return err
}

// recentPaces returns how fast the latest videos of this installation were processed.
func recentPaces(ctx context.Context, tx bun.IDB) ([]pace.Pace, error) {
	var recent []Generation
	err := tx.NewSelect().Model(&recent).Column("pace").Where("finished_at IS NOT NULL").Order("finished_at DESC").Limit(8).Scan(ctx)
	paces := make([]pace.Pace, len(recent))
	for i, g := range recent {
		paces[i] = g.Pace.V
	}
	return paces, err
}

// dropPlan deletes what an interrupted attempt has planned.
func dropPlan(ctx context.Context, tx bun.IDB, videoID string, number int64) error {
	return deleteOf(ctx, tx, videoID, number, "video_renditions", "video_keys")
}

// olderGenerations lists the generations that a newer one has replaced.
func olderGenerations(ctx context.Context, tx bun.IDB, videoID string, live int64) (numbers []int64, err error) {
	err = tx.NewSelect().Table("video_generations").Column("generation").Where("video_id = ? AND generation < ?", videoID, live).Scan(ctx, &numbers)
	return numbers, err
}

// generationsWithImages lists the generations, from the live one on, that have their pictures.
func generationsWithImages(ctx context.Context, tx bun.IDB, videoID string, live int64) (numbers []int64, err error) {
	err = tx.NewSelect().Table("video_generations").Column("generation").
		Where("video_id = ? AND generation >= ? AND has_images", videoID, live).Scan(ctx, &numbers)
	return numbers, err
}

// deleteGeneration deletes all rows of a generation.
func deleteGeneration(ctx context.Context, tx bun.IDB, videoID string, number int64) error {
	return deleteOf(ctx, tx, videoID, number, "video_pieces", "video_renditions", "video_keys", "video_generations")
}

// deleteRenditions deletes what was made in a generation. Its number stays taken.
func deleteRenditions(ctx context.Context, tx bun.IDB, videoID string, number int64) error {
	return deleteOf(ctx, tx, videoID, number, "video_pieces", "video_renditions", "video_keys")
}

func deleteOf(ctx context.Context, tx bun.IDB, videoID string, number int64, tables ...string) error {
	for _, table := range tables {
		if _, err := tx.NewDelete().Table(table).Where("video_id = ? AND generation = ?", videoID, number).Exec(ctx); err != nil {
			return err
		}
	}
	return nil
}

func insertRenditions(ctx context.Context, tx bun.IDB, r []Rendition) error {
	_, err := tx.NewInsert().Model(&r).Exec(ctx)
	return err
}

func renditions(ctx context.Context, q bun.IDB, videoID string, number int64) (r []Rendition, err error) {
	err = q.NewSelect().Model(&r).Where("video_id = ? AND generation = ?", videoID, number).Order("rank").Scan(ctx)
	return r, err
}

func rendition(ctx context.Context, q bun.IDB, videoID string, number int64, name string) (r Rendition, err error) {
	err = q.NewSelect().Model(&r).Where("video_id = ? AND generation = ? AND name = ?", videoID, number, name).Scan(ctx)
	return r, db.One(err, notFound())
}

// piecesOf lists the pieces of a rendition in order.
func piecesOf(ctx context.Context, q bun.IDB, r Rendition) (made []Piece, err error) {
	err = q.NewSelect().Model(&made).Where("video_id = ? AND generation = ? AND rendition = ?", r.VideoID, r.Generation, r.Name).Order("piece").Scan(ctx)
	return made, err
}

func saveRendition(ctx context.Context, tx bun.IDB, r Rendition) error {
	_, err := tx.NewUpdate().Model(&r).WherePK().Exec(ctx)
	return err
}

func insertPiece(ctx context.Context, tx bun.IDB, p Piece) error {
	_, err := tx.NewInsert().Model(&p).Exec(ctx)
	return err
}

type keyRow struct {
	bun.BaseModel `bun:"table:video_keys"`

	VideoID       string `bun:",pk"`
	Generation    int64  `bun:",pk"`
	Epoch         int64  `bun:",pk"`
	Wrapped       string
	MasterVersion int64
}

func insertKeys(ctx context.Context, tx bun.IDB, rows []keyRow) error {
	_, err := tx.NewInsert().Model(&rows).Exec(ctx)
	return err
}

func wrappedKeys(ctx context.Context, q bun.IDB, videoID string, number int64) (map[int64]seal.WrappedKey, error) {
	var rows []keyRow
	err := q.NewSelect().Model(&rows).Where("video_id = ? AND generation = ?", videoID, number).Scan(ctx)
	keys := map[int64]seal.WrappedKey{}
	for _, r := range rows {
		keys[r.Epoch] = seal.WrappedKey{Text: r.Wrapped, Master: r.MasterVersion}
	}
	return keys, err
}

func insertLog(ctx context.Context, tx bun.IDB, l LogEntry) error {
	_, err := tx.NewInsert().Model(&l).Exec(ctx)
	return err
}

func listLogs(ctx context.Context, q bun.IDB, videoID string, limit, offset int64) (entries []LogEntry, total int64, err error) {
	total, err = q.NewSelect().Model(&entries).Where("video_id = ?", videoID).Order("id DESC").Limit(limit).Offset(offset).ScanAndCount(ctx)
	return entries, total, err
}

// runningJobs returns the running attempts for a video; those that were claimed together follow each other.
func runningJobs(ctx context.Context, q bun.IDB, videoID string) (running []jobs.Job, err error) {
	err = q.NewSelect().Model(&running).Where("ref = ? AND state = 'running'", videoID).Order("claimed_at", "batch").Scan(ctx)
	return running, err
}

func lastError(ctx context.Context, q bun.IDB, videoID string) (text string, err error) {
	err = q.NewSelect().Table("jobs").Column("last_error").Where("ref = ? AND state = 'waiting' AND last_error <> ''", videoID).
		Order("due_at").Limit(1).Scan(ctx, &text)
	return text, db.One(err, nil)
}
