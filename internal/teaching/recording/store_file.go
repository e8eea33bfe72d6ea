package recording

import (
	"cmp"
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/db"
	"lectern/internal/teaching/meeting"
)

// States of a file.
const (
	Found    = "found" // at its server; a transcript also while its video is not here
	Fetching = "fetching"
	Imported = "imported"
	GivenUp  = "failed"
)

// file is a file at a meeting server as stored.
type file struct {
	bun.BaseModel `bun:"table:recording_files,alias:f"`

	ID         string `bun:",pk"`
	SessionID  string
	Provider   string
	ExternalID string
	Instance   string
	StartedAt  time.Time
	Kind       string
	Size       int64
	Address    string
	State      string
	UploadID   string
	OwnerID    *string
	VideoID    *string
	Tries      int64
	Reason     string
	TrashedAt  *time.Time // when it was deleted at its server
	CreatedAt  time.Time
	UpdatedAt  time.Time
}

func (f file) recorded() meeting.RecordedFile {
	return meeting.RecordedFile{ID: f.ExternalID, Instance: f.Instance, Kind: f.Kind, StartedAt: f.StartedAt, Size: f.Size, Address: f.Address}
}

func fileOf(ctx context.Context, q bun.IDB, id string) (f file, err error) {
	return f, db.One(q.NewSelect().Model(&f).Where("f.id = ?", id).Scan(ctx), meeting.ErrNoFile)
}

// insertFile stores a file, and reports whether there was none of this kind of the same piece.
func insertFile(ctx context.Context, tx bun.IDB, f file) (bool, error) {
	return db.Changed(tx.NewInsert().Model(&f).On("CONFLICT (provider, instance, started_at, kind) DO NOTHING").Exec(ctx))
}

// saveFile stores what has become of a file.
func saveFile(ctx context.Context, tx bun.IDB, f file, now time.Time) error {
	f.UpdatedAt = now
	_, err := tx.NewUpdate().Model(&f).Column("state", "upload_id", "owner_id", "video_id", "tries", "reason", "updated_at").WherePK().Exec(ctx)
	return err
}

// markTrashed stores that a file was deleted at its server: one that is not here is not fetched any more.
func markTrashed(ctx context.Context, tx bun.IDB, id string, now time.Time) error {
	_, err := tx.NewRaw(`UPDATE recording_files SET trashed_at = ?, updated_at = ?, state = CASE WHEN state = ? THEN state ELSE ? END, reason = CASE WHEN state = ? THEN reason ELSE ? END
		WHERE id = ?`, now, now, Imported, GivenUp, Imported, gone, id).Exec(ctx)
	return err
}

// uploadOf returns a file as an upload: by who has begun it, or the instructor of its batch, or the first one of its course; errNoInstructor.
func uploadOf(ctx context.Context, q bun.IDB, f file) (u Upload, err error) {
	var of struct {
		CourseID, BatchName, Date, Title, Instructor, Other string
		Before                                              int64
	}
	err = q.NewRaw(`SELECT b.course_id, b.batch_name, s.date, s.title, coalesce(b.assigned_instructor, '') AS instructor,
			coalesce((SELECT min(i.user_id) FROM course_instructors AS i WHERE i.course_id = b.course_id), '') AS other,
			(SELECT count(*) FROM recording_files AS e WHERE e.session_id = s.id AND e.kind = ? AND e.started_at < ?) AS "before"
		FROM batch_sessions AS s JOIN batches AS b ON b.id = s.batch_id WHERE s.id = ?`, f.Kind, f.StartedAt, f.SessionID).Scan(ctx, &of)
	if db.One(err, meeting.ErrNoFile) != nil {
		return u, db.One(err, meeting.ErrNoFile)
	}
	owner := cmp.Or(of.Instructor, of.Other)
	if f.OwnerID != nil {
		owner = *f.OwnerID
	}
	title := titleOf(of.BatchName, of.Date, of.Title, of.Before+1)
	u = Upload{ID: f.UploadID, OwnerID: owner, CourseID: of.CourseID, Title: title, FileName: title + ".mp4", Size: f.Size}
	if owner == "" {
		return u, errNoInstructor
	}
	return u, nil
}

// filesOf returns the files of a session as instructors see them, without those that were deleted at their server before they were here.
func filesOf(ctx context.Context, q bun.IDB, sessionID string) (list []RecordedFile, err error) {
	list = []RecordedFile{}
	return list, q.NewSelect().TableExpr("recording_files AS f").ColumnExpr("f.id, f.kind, f.size, f.started_at, f.state, f.reason, coalesce(f.video_id, '') AS video_id, f.provider = ? AND f.trashed_at IS NULL AS can_trash", meeting.Zoom).
		Where("f.session_id = ? AND (f.trashed_at IS NULL OR f.state = ?)", sessionID, Imported).OrderExpr("f.started_at, f.kind DESC, f.id").Scan(ctx, &list)
}

// unfetched returns the files of a session that are not here and that no job fetches, without those that were deleted at their server, and keeps them as they are.
func unfetched(ctx context.Context, tx bun.IDB, sessionID string) (files []file, err error) {
	s := tx.NewSelect().Model(&files).Where("f.session_id = ? AND f.state <> ? AND f.trashed_at IS NULL", sessionID, Imported).
		Where("NOT EXISTS (SELECT 1 FROM jobs AS j WHERE j.ref = f.id AND j.kind = ? AND j.state IN ('waiting', 'running'))", fetchJob).OrderExpr("f.started_at, f.id")
	return files, db.ForUpdate(s).Scan(ctx)
}

// waitingTranscripts returns the transcripts of a piece whose video is here now.
func waitingTranscripts(ctx context.Context, q bun.IDB, video file) (ids []string, err error) {
	return ids, q.NewSelect().Table("recording_files").Column("id").Where("provider = ? AND instance = ? AND started_at = ? AND kind = ? AND state = ?",
		video.Provider, video.Instance, video.StartedAt, meeting.Transcript, Found).Scan(ctx, &ids)
}

// videoOfPiece returns the video of the piece of a transcript, and the language of its course; "" while it is not here.
func videoOfPiece(ctx context.Context, q bun.IDB, transcript file) (videoID, language string, err error) {
	err = q.NewRaw(`SELECT v.id, c.language FROM recording_files AS f JOIN videos AS v ON v.id = f.video_id JOIN courses AS c ON c.id = v.course_id
		WHERE f.provider = ? AND f.instance = ? AND f.started_at = ? AND f.kind = ?`, transcript.Provider, transcript.Instance, transcript.StartedAt, meeting.Video).Scan(ctx, &videoID, &language)
	return videoID, language, db.One(err, nil)
}

// lessonsWith returns the recordings that are a video.
func lessonsWith(ctx context.Context, q bun.IDB, videoID string) (ids []string, err error) {
	return ids, q.NewSelect().Table("recorded_lessons").Column("id").Where("video_id = ?", videoID).Order("id").Scan(ctx, &ids)
}

// filesToTrash returns the files of which a video was made, where its batch wants them deleted at their server.
func filesToTrash(ctx context.Context, q bun.IDB, videoID string) (ids []string, err error) {
	return ids, q.NewRaw(`SELECT f.id FROM recording_files AS f JOIN batch_sessions AS s ON s.id = f.session_id JOIN recording_settings AS rs ON rs.batch_id = s.batch_id
		WHERE f.video_id = ? AND f.state = ? AND f.trashed_at IS NULL AND rs.trashes ORDER BY f.id`, videoID, Imported).Scan(ctx, &ids)
}

// unheardSessions returns the sessions that were to be recorded and ended within a range, of which there is no video or no transcript from Zoom, or nothing from BigBlueButton.
func unheardSessions(ctx context.Context, q bun.IDB, from, until time.Time) (ids []string, err error) {
	if ids, err = unheardAtZoom(ctx, q, from, until); err != nil {
		return nil, err
	}
	var others []string
	err = q.NewRaw(`SELECT s.id FROM batch_sessions AS s JOIN recording_settings AS rs ON rs.batch_id = s.batch_id AND rs.records
			LEFT JOIN live_rooms AS own ON own.session_id = s.id AND own.provider <> 'none' LEFT JOIN live_rooms AS r ON r.batch_id = s.batch_id AND r.session_id IS NULL
		WHERE s.starts_at > ? AND s.starts_at < ? AND s.ends_at > ? AND s.ends_at <= ? AND coalesce(own.provider, r.provider) = ?
			AND NOT EXISTS (SELECT 1 FROM recording_files AS f WHERE f.session_id = s.id) ORDER BY s.starts_at, s.id`,
		from.Add(-longestSession), until, from, until, meeting.BigBlueButton).Scan(ctx, &others)
	return append(ids, others...), err
}

func unheardAtZoom(ctx context.Context, q bun.IDB, from, until time.Time) (ids []string, err error) {
	return ids, q.NewRaw(`SELECT lm.owner_id FROM live_meetings AS lm JOIN batch_sessions AS s ON s.id = lm.owner_id
		WHERE lm.is_recorded AND lm.state IN ('ready', 'updating') AND lm.starts_at > ? AND lm.ends_at > ? AND lm.ends_at <= ?
			AND (SELECT count(DISTINCT f.kind) FROM recording_files AS f WHERE f.session_id = lm.owner_id) < 2 ORDER BY lm.ends_at, lm.id`,
		from.Add(-longestSession), from, until).Scan(ctx, &ids)
}

// longestSession bounds the range of sessions, so that an index finds them.
const longestSession = 26 * time.Hour

// settingsOfSession returns the settings of the batch of a session, or errNoSession.
func settingsOfSession(ctx context.Context, q bun.IDB, sessionID string) (RecordingSettings, error) {
	of, err := sessionOf(ctx, q, sessionID)
	if err != nil {
		return RecordingSettings{}, err
	}
	return settingsOf(ctx, q, of.BatchID)
}
