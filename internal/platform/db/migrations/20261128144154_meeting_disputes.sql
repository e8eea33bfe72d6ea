-- +goose Up
-- What people say against their attendance of a meeting outside of batches: once each, and answered once.
CREATE TABLE online_meeting_disputes (
  meeting_id  TEXT NOT NULL REFERENCES online_meetings (id) ON DELETE CASCADE,
  user_id     TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  reason      TEXT NOT NULL,
  contested   TEXT NOT NULL, -- the status that they had then
  state       TEXT NOT NULL CHECK (state IN ('open', 'accepted', 'declined')),
  answer      TEXT NOT NULL, -- empty while it is open
  answered_by TEXT REFERENCES users (id) ON DELETE SET NULL,
  answered_at TIMESTAMPTZ, -- NULL while it is open
  created_at  TIMESTAMPTZ NOT NULL,
  PRIMARY KEY (meeting_id, user_id),
  CHECK ((state = 'open') = (answered_at IS NULL))
);
CREATE INDEX online_meeting_disputes_user ON online_meeting_disputes (user_id);
CREATE INDEX online_meeting_disputes_answered ON online_meeting_disputes (answered_by);
CREATE INDEX online_meeting_disputes_open ON online_meeting_disputes (created_at, meeting_id, user_id) WHERE state = 'open';
