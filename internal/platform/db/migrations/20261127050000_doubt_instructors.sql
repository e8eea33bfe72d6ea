-- +goose Up
-- Who answers the questions: the session takes their time. NULL: nobody, as of sessions that were added before, or whose instructor was deleted.
ALTER TABLE course_doubt_sessions ADD COLUMN instructor_id TEXT REFERENCES users (id) ON DELETE SET NULL;
CREATE INDEX course_doubt_sessions_instructor ON course_doubt_sessions (instructor_id);
