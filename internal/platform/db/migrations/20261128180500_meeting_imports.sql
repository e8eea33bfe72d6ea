-- +goose Up
-- What lists of participants from meeting providers say of meetings outside of batches, which those who may change the meeting import.
CREATE TABLE online_meeting_imports (
  id           TEXT NOT NULL PRIMARY KEY,
  meeting_id   TEXT NOT NULL REFERENCES online_meetings (id) ON DELETE CASCADE,
  external_key TEXT NOT NULL, -- of the person in lists: the email address, or the name if there is none
  name         TEXT NOT NULL,
  user_id      TEXT REFERENCES users (id) ON DELETE CASCADE, -- NULL: nobody has said who that is
  joined_at    TIMESTAMPTZ NOT NULL,
  left_at      TIMESTAMPTZ NOT NULL,
  imported_by  TEXT NOT NULL REFERENCES users (id),
  imported_at  TIMESTAMPTZ NOT NULL,
  CHECK (joined_at <= left_at)
);
CREATE UNIQUE INDEX online_meeting_imports_once ON online_meeting_imports (meeting_id, external_key, joined_at);
CREATE INDEX online_meeting_imports_user ON online_meeting_imports (user_id);
CREATE INDEX online_meeting_imports_by ON online_meeting_imports (imported_by);
CREATE INDEX online_meeting_imports_age ON online_meeting_imports (imported_at);
