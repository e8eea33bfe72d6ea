package testapp

import "lectern/internal/platform/db"

// Video inserts a completed video of a minute, shared with the learners of its course, and returns its id. The user owns it; it has no files.
func (u User) Video(course string) string {
	u.app.t.Helper()
	id, now := db.NewID(), u.app.Clock.Now()
	u.app.Exec(`INSERT INTO videos (id, course_id, owner_id, title, description, position, is_preview, original_file_name, content_type, file_size,
		status, generation, live_generation, failure_code, failure_reason, duration_ms, width, height, poster, is_shared, created_at, updated_at)
		VALUES (?, ?, ?, 'Bees', '', 1, FALSE, 'bees.mp4', 'video/mp4', 1, 'completed', 1, 1, '', '', 60000, 854, 480, 0, TRUE, ?, ?)`,
		id, course, u.ID, now, now)
	return id
}
