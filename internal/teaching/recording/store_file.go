package recording

import (
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

	ID string `bun:",pk"`
	Owner
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

// filesOf returns the files of an owner as those see them who may change it, without those that were deleted at their server before they were here.
func filesOf(ctx context.Context, q bun.IDB, o Owner) (list []RecordedFile, err error) {
	list = []RecordedFile{}
	condition, id := o.rows("f")
	return list, q.NewSelect().TableExpr("recording_files AS f").ColumnExpr("f.id, f.kind, f.size, f.started_at, f.state, f.reason, coalesce(f.video_id, '') AS video_id, f.provider = ? AND f.trashed_at IS NULL AS can_trash", meeting.Zoom).
		ColumnExpr("f.state <> ? AND EXISTS (SELECT 1 FROM online_meetings AS m WHERE m.id = f.meeting_id AND m.course_id IS NULL) AND NOT EXISTS (SELECT 1 FROM recording_files AS e WHERE e.meeting_id = f.meeting_id AND e.course_id IS NOT NULL) AS needs_course", Imported).
		Where(condition, id).Where("(f.trashed_at IS NULL OR f.state = ?)", Imported).OrderExpr("f.started_at, f.kind DESC, f.id").Scan(ctx, &list)
}

// unfetched returns the files of an owner that are not here and that no job fetches, without those that were deleted at their server, and keeps them as they are.
func unfetched(ctx context.Context, tx bun.IDB, o Owner) (files []file, err error) {
	condition, id := o.rows("f")
	s := tx.NewSelect().Model(&files).Where(condition, id).Where("f.state <> ? AND f.trashed_at IS NULL", Imported).
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

// unheard returns what may have been recorded, has ended not long ago, and is not known: sessions that were to be recorded of which there is no video or no transcript from Zoom,
// or nothing from BigBlueButton, and meetings outside of batches at Zoom.
func unheard(ctx context.Context, q bun.IDB, now time.Time) (owners []Owner, err error) {
	from, until := now.Add(-pollFor), now.Add(-pollEvery)
	if owners, err = unheardAtZoom(ctx, q, from, until, now.Add(-pollMeetingsFor)); err != nil {
		return nil, err
	}
	var others []Owner
	err = q.NewRaw(`SELECT s.id AS session_id, NULL AS meeting_id FROM batch_sessions AS s JOIN recording_settings AS rs ON rs.batch_id = s.batch_id AND rs.records
			LEFT JOIN live_rooms AS own ON own.session_id = s.id AND own.provider <> 'none' LEFT JOIN live_rooms AS r ON r.batch_id = s.batch_id AND r.session_id IS NULL
		WHERE s.starts_at > ? AND s.starts_at < ? AND s.ends_at > ? AND s.ends_at <= ? AND coalesce(own.provider, r.provider) = ?
			AND NOT EXISTS (SELECT 1 FROM recording_files AS f WHERE f.session_id = s.id) ORDER BY s.starts_at, s.id`,
		from.Add(-longestSession), until, from, until, meeting.BigBlueButton).Scan(ctx, &others)
	return append(owners, others...), err
}

func unheardAtZoom(ctx context.Context, q bun.IDB, from, until, meetingsFrom time.Time) (owners []Owner, err error) {
	return owners, q.NewRaw(`SELECT s.id AS session_id, m.id AS meeting_id FROM live_meetings AS lm LEFT JOIN batch_sessions AS s ON s.id = lm.owner_id LEFT JOIN online_meetings AS m ON m.id = lm.owner_id
		WHERE lm.state IN ('ready', 'updating') AND lm.starts_at > ? AND lm.ends_at > ? AND lm.ends_at <= ?
			AND (s.id IS NOT NULL AND lm.is_recorded AND (SELECT count(DISTINCT f.kind) FROM recording_files AS f WHERE f.session_id = s.id) < 2
				OR m.id IS NOT NULL AND lm.ends_at > ? AND (SELECT count(DISTINCT f.kind) FROM recording_files AS f WHERE f.meeting_id = m.id) < 2) ORDER BY lm.ends_at, lm.id`,
		from.Add(-longestSession), from, until, meetingsFrom).Scan(ctx, &owners)
}

// longestSession bounds the range of sessions, so that an index finds them.
const longestSession = 26 * time.Hour
