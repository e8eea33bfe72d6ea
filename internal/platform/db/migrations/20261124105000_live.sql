-- +goose Up
-- Where batches meet: a room for a batch, and others for single sessions.
CREATE TABLE live_rooms (
  batch_id   TEXT NOT NULL REFERENCES batches (id) ON DELETE CASCADE,
  session_id TEXT REFERENCES batch_sessions (id) ON DELETE CASCADE, -- NULL for all sessions of the batch
  provider   TEXT NOT NULL CHECK (provider IN ('none', 'link', 'built_in')),
  url        TEXT NOT NULL, -- of a link; otherwise empty
  version    BIGINT NOT NULL,
  updated_at TIMESTAMPTZ NOT NULL,
  CHECK ((provider = 'link') = (url <> ''))
);
CREATE UNIQUE INDEX live_rooms_batch ON live_rooms (batch_id) WHERE session_id IS NULL;
CREATE UNIQUE INDEX live_rooms_session ON live_rooms (session_id) WHERE session_id IS NOT NULL;
CREATE INDEX live_rooms_of_batch ON live_rooms (batch_id);

-- One-use links into a room.
CREATE TABLE join_links (
  digest     TEXT NOT NULL PRIMARY KEY, -- SHA-256 of the token
  session_id TEXT NOT NULL REFERENCES batch_sessions (id) ON DELETE CASCADE,
  user_id    TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  expires_at TIMESTAMPTZ NOT NULL,
  used_at    TIMESTAMPTZ
);
CREATE INDEX join_links_session ON join_links (session_id);
CREATE INDEX join_links_user ON join_links (user_id);
CREATE INDEX join_links_expiry ON join_links (expires_at);

-- When people were in a session.
CREATE TABLE attendance_intervals (
  id         TEXT NOT NULL PRIMARY KEY,
  session_id TEXT NOT NULL REFERENCES batch_sessions (id) ON DELETE CASCADE,
  user_id    TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  source     TEXT NOT NULL CHECK (source IN ('link', 'room')),
  joined_at  TIMESTAMPTZ NOT NULL,
  left_at    TIMESTAMPTZ, -- the last sign of life in the built-in room; NULL for a link, behind which nothing is known
  closed     BOOLEAN NOT NULL, -- they have left, and do not just not answer
  CHECK ((source = 'link') = (left_at IS NULL))
);
CREATE INDEX attendance_intervals_session ON attendance_intervals (session_id, user_id, joined_at);
CREATE INDEX attendance_intervals_user ON attendance_intervals (user_id);

-- What instructors say about attendance; it wins over what is computed.
CREATE TABLE attendance_marks (
  session_id TEXT NOT NULL REFERENCES batch_sessions (id) ON DELETE CASCADE,
  user_id    TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  status     TEXT NOT NULL CHECK (status IN ('present', 'late', 'left_early', 'partial', 'absent', 'excused', 'made_up')),
  note       TEXT NOT NULL,
  marked_by  TEXT REFERENCES users (id) ON DELETE SET NULL,
  marked_at  TIMESTAMPTZ NOT NULL,
  PRIMARY KEY (session_id, user_id)
);
CREATE INDEX attendance_marks_user ON attendance_marks (user_id);
CREATE INDEX attendance_marks_by ON attendance_marks (marked_by);

CREATE TABLE attendance_sheets (
  session_id TEXT NOT NULL PRIMARY KEY REFERENCES batch_sessions (id) ON DELETE CASCADE,
  version    BIGINT NOT NULL -- grows with every change of marks
);
