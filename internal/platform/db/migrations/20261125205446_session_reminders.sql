-- +goose Up
-- Of which sessions people were reminded, so that they are once for each time at which a session begins.
CREATE TABLE session_reminders (
  session_id TEXT NOT NULL REFERENCES batch_sessions (id) ON DELETE CASCADE,
  starts_at  TIMESTAMPTZ NOT NULL,
  minutes    BIGINT NOT NULL, -- before it
  PRIMARY KEY (session_id, starts_at, minutes)
);
CREATE INDEX session_reminders_start ON session_reminders (starts_at);
