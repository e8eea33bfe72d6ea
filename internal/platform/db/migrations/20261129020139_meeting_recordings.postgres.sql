-- +goose Up
-- Recordings of meetings outside of batches. One of session_id and meeting_id is set.
ALTER TABLE recording_files ALTER COLUMN session_id DROP NOT NULL;
ALTER TABLE recording_files ADD COLUMN meeting_id TEXT REFERENCES online_meetings (id) ON DELETE CASCADE;
ALTER TABLE recording_files ADD COLUMN course_id TEXT REFERENCES courses (id) ON DELETE SET NULL; -- chosen for those of a meeting without a course
ALTER TABLE recording_files ADD CHECK ((session_id IS NULL) <> (meeting_id IS NULL));
CREATE INDEX recording_files_meeting ON recording_files (meeting_id, started_at);
CREATE INDEX recording_files_course ON recording_files (course_id);

ALTER TABLE recorded_lessons ALTER COLUMN session_id DROP NOT NULL;
ALTER TABLE recorded_lessons ADD COLUMN meeting_id TEXT REFERENCES online_meetings (id) ON DELETE CASCADE;
ALTER TABLE recorded_lessons ADD CHECK ((session_id IS NULL) <> (meeting_id IS NULL));
CREATE UNIQUE INDEX recorded_lessons_once_of_meeting ON recorded_lessons (meeting_id, video_id);
