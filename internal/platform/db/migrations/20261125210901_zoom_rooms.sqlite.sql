-- +goose Up
-- Rooms at Zoom. SQLite can't change a CHECK: the table, which is small, is made anew.
CREATE TABLE live_rooms_new (
  batch_id   TEXT NOT NULL REFERENCES batches (id) ON DELETE CASCADE,
  session_id TEXT REFERENCES batch_sessions (id) ON DELETE CASCADE, -- NULL for all sessions of the batch
  provider   TEXT NOT NULL CHECK (provider IN ('none', 'link', 'built_in', 'bigbluebutton', 'jitsi', 'zoom')),
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
