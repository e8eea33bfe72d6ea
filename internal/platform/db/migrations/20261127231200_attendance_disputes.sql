-- +goose Up
-- What learners say against their attendance of a session: once each, and answered once.
CREATE TABLE attendance_disputes (
  session_id  TEXT NOT NULL REFERENCES batch_sessions (id) ON DELETE CASCADE,
  user_id     TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  reason      TEXT NOT NULL,
  contested   TEXT NOT NULL, -- the status that they had then
  state       TEXT NOT NULL CHECK (state IN ('open', 'accepted', 'declined')),
  answer      TEXT NOT NULL, -- empty while it is open
  answered_by TEXT REFERENCES users (id) ON DELETE SET NULL,
  answered_at TIMESTAMPTZ, -- NULL while it is open
  created_at  TIMESTAMPTZ NOT NULL,
  PRIMARY KEY (session_id, user_id),
  CHECK ((state = 'open') = (answered_at IS NULL))
);
CREATE INDEX attendance_disputes_user ON attendance_disputes (user_id);
CREATE INDEX attendance_disputes_answered ON attendance_disputes (answered_by);
