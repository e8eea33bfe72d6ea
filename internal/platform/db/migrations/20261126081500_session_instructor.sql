-- +goose Up
ALTER TABLE batch_sessions ADD COLUMN instructor_id TEXT REFERENCES users (id); -- who teaches it in place of the instructor of the batch; NULL: nobody
CREATE INDEX batch_sessions_instructor ON batch_sessions (instructor_id, starts_at);
