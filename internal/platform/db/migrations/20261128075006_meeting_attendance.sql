-- +goose Up

-- When users were in meetings outside of batches. It replaces who is in their built-in rooms now.
DROP TABLE online_meeting_presence;
CREATE TABLE online_meeting_stays (
  id           TEXT NOT NULL PRIMARY KEY,
  meeting_id   TEXT NOT NULL REFERENCES online_meetings (id) ON DELETE CASCADE,
  user_id      TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  source       TEXT NOT NULL CHECK (source IN ('room', 'server')),
  joined_at    TIMESTAMPTZ NOT NULL,
  left_at      TIMESTAMPTZ NOT NULL, -- the last time at which they were known to be in
  closed       BOOLEAN NOT NULL, -- they have left, and do not just not answer
  external_key TEXT -- of the provider that reports it; NULL for others
);
CREATE INDEX online_meeting_stays_meeting ON online_meeting_stays (meeting_id, user_id, joined_at);
CREATE INDEX online_meeting_stays_user ON online_meeting_stays (user_id);
CREATE UNIQUE INDEX online_meeting_stays_key ON online_meeting_stays (meeting_id, external_key);

-- What instructors say about the attendance of a meeting; it wins over what is computed.
CREATE TABLE online_meeting_marks (
  meeting_id TEXT NOT NULL REFERENCES online_meetings (id) ON DELETE CASCADE,
  user_id    TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  status     TEXT NOT NULL CHECK (status IN ('present', 'late', 'left_early', 'partial', 'absent', 'excused')),
  note       TEXT NOT NULL,
  marked_by  TEXT REFERENCES users (id) ON DELETE SET NULL,
  marked_at  TIMESTAMPTZ NOT NULL,
  PRIMARY KEY (meeting_id, user_id)
);
CREATE INDEX online_meeting_marks_user ON online_meeting_marks (user_id);
CREATE INDEX online_meeting_marks_by ON online_meeting_marks (marked_by);

-- How often the attendance of a meeting was marked.
CREATE TABLE online_meeting_sheets (
  meeting_id TEXT NOT NULL PRIMARY KEY REFERENCES online_meetings (id) ON DELETE CASCADE,
  version    BIGINT NOT NULL
);
