-- +goose Up
-- Rooms on meeting servers. SQLite can't change a CHECK: the tables, which are small, are made anew.
CREATE TABLE live_rooms_new (
  batch_id   TEXT NOT NULL REFERENCES batches (id) ON DELETE CASCADE,
  session_id TEXT REFERENCES batch_sessions (id) ON DELETE CASCADE, -- NULL for all sessions of the batch
  provider   TEXT NOT NULL CHECK (provider IN ('none', 'link', 'built_in', 'bigbluebutton', 'jitsi')),
  url        TEXT NOT NULL, -- of a link; otherwise empty
  version    BIGINT NOT NULL,
  updated_at TIMESTAMPTZ NOT NULL,
  CHECK ((provider = 'link') = (url <> ''))
);
INSERT INTO live_rooms_new SELECT batch_id, session_id, provider, url, version, updated_at FROM live_rooms;
DROP TABLE live_rooms;
ALTER TABLE live_rooms_new RENAME TO live_rooms;
CREATE UNIQUE INDEX live_rooms_batch ON live_rooms (batch_id) WHERE session_id IS NULL;
CREATE UNIQUE INDEX live_rooms_session ON live_rooms (session_id) WHERE session_id IS NOT NULL;
CREATE INDEX live_rooms_of_batch ON live_rooms (batch_id);

CREATE TABLE attendance_intervals_new (
  id         TEXT NOT NULL PRIMARY KEY,
  session_id TEXT NOT NULL REFERENCES batch_sessions (id) ON DELETE CASCADE,
  user_id    TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  source     TEXT NOT NULL CHECK (source IN ('link', 'room', 'server')),
  joined_at  TIMESTAMPTZ NOT NULL,
  left_at    TIMESTAMPTZ, -- the last sign of life; NULL for a link, behind which nothing is known
  closed     BOOLEAN NOT NULL, -- they have left, and do not just not answer
  CHECK ((source = 'link') = (left_at IS NULL))
);
INSERT INTO attendance_intervals_new SELECT id, session_id, user_id, source, joined_at, left_at, closed FROM attendance_intervals;
DROP TABLE attendance_intervals;
ALTER TABLE attendance_intervals_new RENAME TO attendance_intervals;
CREATE INDEX attendance_intervals_session ON attendance_intervals (session_id, user_id, joined_at);
CREATE INDEX attendance_intervals_user ON attendance_intervals (user_id);
