-- Indexes for what would otherwise be read whole or sorted for every page.

-- +goose Up
CREATE INDEX role_applications_newest ON role_applications (created_at DESC, id DESC);
CREATE INDEX role_applications_person ON role_applications (user_id, created_at DESC, id DESC);
CREATE INDEX audit_log_behalf ON audit_log (behalf_id, at, id);
CREATE INDEX invitations_open ON invitations (created_at DESC, id DESC) WHERE ended_at IS NULL;
CREATE INDEX watch_viewers_user ON watch_viewers (user_id, video_id);
CREATE INDEX courses_author ON courses (created_by, created_at DESC, id DESC);
DROP INDEX courses_category;
CREATE INDEX courses_category ON courses (status, category, created_at DESC, id DESC);
DROP INDEX sessions_user;
CREATE INDEX sessions_user ON sessions (user_id, rotated_at DESC);
-- SQLite does not see that a video of a given lesson has one, and so never used the partial index.
DROP INDEX videos_lesson;
CREATE INDEX videos_lesson ON videos (lesson_id, position, id);
DROP INDEX published_lessons_video;
CREATE INDEX published_lessons_video ON published_lessons (video_id);

-- +goose Down
DROP INDEX published_lessons_video;
CREATE INDEX published_lessons_video ON published_lessons (video_id) WHERE video_id <> '';
DROP INDEX videos_lesson;
CREATE INDEX videos_lesson ON videos (lesson_id) WHERE lesson_id <> '';
DROP INDEX courses_author;
DROP INDEX sessions_user;
CREATE INDEX sessions_user ON sessions (user_id);
DROP INDEX courses_category;
CREATE INDEX courses_category ON courses (status, category);
DROP INDEX watch_viewers_user;
DROP INDEX invitations_open;
DROP INDEX audit_log_behalf;
DROP INDEX role_applications_person;
DROP INDEX role_applications_newest;
