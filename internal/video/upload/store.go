package upload

import (
	"context"
	"fmt"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/db"
)

func insertSession(ctx context.Context, tx bun.IDB, s Session) error {
	if _, err := tx.NewInsert().Model(&s).Exec(ctx); err != nil {
		return fmt.Errorf("insert upload session: %w", err)
	}
	return nil
}

// findSession returns fault.NotFound for an unknown id.
func findSession(ctx context.Context, q bun.IDB, id string) (s Session, err error) {
	return s, oneSession(ctx, q.NewSelect().Model(&s).Where("id = ?", id))
}

// lockSession is findSession that locks the row for update.
func lockSession(ctx context.Context, tx bun.IDB, id string) (s Session, err error) {
	return s, oneSession(ctx, db.ForUpdate(tx.NewSelect().Model(&s).Where("id = ?", id)))
}

// lockLatest locks a session and its successors, and returns the last, which is the valid one.
func lockLatest(ctx context.Context, tx bun.IDB, id string) (Session, error) {
	s, err := lockSession(ctx, tx, id)
	for err == nil && s.SuccessorID != "" {
		s, err = lockSession(ctx, tx, s.SuccessorID)
	}
	return s, err
}

func oneSession(ctx context.Context, q *bun.SelectQuery) error {
	err := q.Scan(ctx)
	return db.One(err, errSessionNotFound())
}

// findReopened returns the newest session for such a file that its client had completed and that was reopened because the file
// could not be assembled; fault.NotFound if there is none. Only completing leaves an estimate in a running session.
func findReopened(ctx context.Context, q bun.IDB, n Session) (s Session, err error) {
	return s, oneSession(ctx, q.NewSelect().Model(&s).
		Where("user_id = ? AND course_id = ? AND replaces_id = ? AND original_file_name = ? AND file_size = ?", n.UserID, n.CourseID, n.ReplacesID, n.OriginalFileName, n.FileSize).
		Where("status IN ('uploading', 'expired') AND successor_id = '' AND estimate_seconds > 0").Order("created_at DESC").Limit(1))
}

func saveSession(ctx context.Context, tx bun.IDB, s Session) error {
	_, err := tx.NewUpdate().Model(&s).WherePK().Exec(ctx)
	return err
}

// extendExpiry moves the expiry of a session that has not ended, expired or not, and reports whether that was so.
func extendExpiry(ctx context.Context, tx bun.IDB, id string, expires, now time.Time) (bool, error) {
	return db.Changed(tx.NewRaw(`UPDATE upload_sessions SET status = 'uploading', expires_at = CASE WHEN expires_at < ? THEN ? ELSE expires_at END, updated_at = ?
		WHERE id = ? AND status IN ('initialized', 'uploading')`, expires, expires, now, id).Exec(ctx))
}

// lockSessionOpening serializes the opening of sessions until the transaction ends, so that its counts stay true. SQLite has
// one writer anyway.
func lockSessionOpening(ctx context.Context, tx bun.IDB) error {
	if !db.IsPostgres(tx) {
		return nil
	}
	_, err := tx.NewRaw("SELECT pg_advisory_xact_lock(hashtext('open upload ' || current_schema()))").Exec(ctx)
	return err
}

// isUnderWay selects the sessions that wait for parts or to be assembled.
const isUnderWay = "(status IN ('initialized', 'uploading', 'completing') AND (status = 'completing' OR expires_at > ?))"

// sumOpen is how many uploads of a user are under way, and the bytes of their files.
func sumOpen(ctx context.Context, q bun.IDB, user string, now time.Time) (uploads, bytes int64, err error) {
	return uploads, bytes, q.NewRaw("SELECT count(*), coalesce(CAST(sum(file_size) AS BIGINT), 0) FROM upload_sessions WHERE user_id = ? AND "+isUnderWay,
		user, now).Scan(ctx, &uploads, &bytes)
}

// sumPromised is how many bytes the renditions of the uploads under way will take.
func sumPromised(ctx context.Context, q bun.IDB, now time.Time) (n int64, err error) {
	return n, q.NewRaw("SELECT coalesce(CAST(sum(reserved_bytes - file_size) AS BIGINT), 0) FROM upload_sessions WHERE "+isUnderWay, now).Scan(ctx, &n)
}

// sumSilent is how many bytes are reserved for the uploads of a user that have sent nothing.
func sumSilent(ctx context.Context, q bun.IDB, user string) (n int64, err error) {
	return n, q.NewRaw(`SELECT coalesce(CAST(sum(reserved_bytes) AS BIGINT), 0) FROM upload_sessions
		WHERE user_id = ? AND status = 'initialized' AND storage_ref <> ''`, user).Scan(ctx, &n)
}

// idleSessions have had room reserved since before, and have sent nothing.
func idleSessions(ctx context.Context, q bun.IDB, before time.Time, limit int64) (sessions []Session, err error) {
	return sessions, q.NewSelect().Model(&sessions).
		Where("status = 'initialized' AND storage_ref <> '' AND updated_at <= ?", before).Order("updated_at").Limit(limit).Scan(ctx)
}

// releaseReservation records that nothing is reserved for an upload, unless it has begun to send.
func releaseReservation(ctx context.Context, tx bun.IDB, s Session, now time.Time) (bool, error) {
	return db.Changed(tx.NewRaw(`UPDATE upload_sessions SET storage_ref = '', reserved_bytes = file_size, updated_at = ?
		WHERE id = ? AND status = 'initialized' AND storage_ref = ?`, now, s.ID, s.StorageRef).Exec(ctx))
}

// abandonedSessions are those that have no successor since they expired.
func abandonedSessions(ctx context.Context, q bun.IDB, before time.Time, limit int64) (ids []string, err error) {
	return ids, q.NewRaw(`SELECT id FROM upload_sessions WHERE status IN ('initialized', 'uploading', 'expired') AND successor_id = ''
		AND expires_at <= ? ORDER BY expires_at LIMIT ?`, before, limit).Scan(ctx, &ids)
}

// sessionsWithLeftovers have ended and still have bytes in storage.
func sessionsWithLeftovers(ctx context.Context, q bun.IDB, limit int64) (sessions []Session, err error) {
	return sessions, q.NewSelect().Model(&sessions).Where("status IN ('failed', 'aborted') AND storage_ref <> ''").
		Order("updated_at").Limit(limit).Scan(ctx)
}

// clearStorage records that nothing of a video's unfinished object is left.
func clearStorage(ctx context.Context, tx bun.IDB, videoID string, now time.Time) error {
	if _, err := tx.NewRaw("DELETE FROM upload_parts WHERE video_id = ?", videoID).Exec(ctx); err != nil {
		return err
	}
	_, err := tx.NewRaw("UPDATE upload_sessions SET storage_ref = '', updated_at = ? WHERE video_id = ?", now, videoID).Exec(ctx)
	return err
}

func partsOf(ctx context.Context, q bun.IDB, videoID string) (parts []receivedPart, err error) {
	return parts, q.NewSelect().Model(&parts).Where("video_id = ?", videoID).Order("part_number").Scan(ctx)
}

// findPart returns nil if the part has not been received.
func findPart(ctx context.Context, q bun.IDB, videoID string, number int64) (*receivedPart, error) {
	var p receivedPart
	err := q.NewSelect().Model(&p).Where("video_id = ? AND part_number = ?", videoID, number).Scan(ctx)
	return db.Optional(&p, err)
}

func savePart(ctx context.Context, tx bun.IDB, p receivedPart) error {
	return upsert(ctx, tx.NewInsert().Model(&p))
}

func upsert(ctx context.Context, q *bun.InsertQuery) error {
	_, err := q.On("CONFLICT (video_id, part_number) DO UPDATE").
		Set("size = excluded.size, crc32c = excluded.crc32c, etag = excluded.etag, storage_tag = excluded.storage_tag").
		Set("attempt = excluded.attempt, received_at = excluded.received_at").Exec(ctx)
	return err
}

// addParts records parts that were sent straight to the storage, which holds the last attempt at each.
func addParts(ctx context.Context, tx bun.IDB, parts []receivedPart) error {
	if len(parts) == 0 {
		return nil
	}
	return upsert(ctx, tx.NewInsert().Model(&parts))
}

func deleteParts(ctx context.Context, tx bun.IDB, videoID string, numbers []int64) error {
	_, err := tx.NewDelete().Table("upload_parts").Where("video_id = ? AND part_number IN (?)", videoID, bun.In(numbers)).Exec(ctx)
	return err
}

// sessionsWithStorage are those that own something in storage.
func sessionsWithStorage(ctx context.Context, q bun.IDB) (sessions []Session, err error) {
	return sessions, q.NewSelect().Model(&sessions).
		Where("storage_ref <> '' AND status NOT IN ('failed', 'aborted') AND successor_id = ''").Order("id").Scan(ctx)
}

// filesOf are the keys of the files that videos have or will have, each with its video, and whether it is complete.
func filesOf(ctx context.Context, q bun.IDB) (map[string]videoFile, error) {
	var rows []struct {
		Key, ID  string
		Uploaded bool
	}
	err := q.NewRaw(`SELECT source_key AS key, id, uploaded_at IS NOT NULL AND refused_at IS NULL AS uploaded FROM videos
		UNION ALL SELECT 'sources/' || id, video_id, generation > 0 FROM video_replacements`).Scan(ctx, &rows)
	files := make(map[string]videoFile, len(rows))
	for _, r := range rows {
		files[r.Key] = videoFile{r.ID, r.Uploaded}
	}
	return files, err
}
