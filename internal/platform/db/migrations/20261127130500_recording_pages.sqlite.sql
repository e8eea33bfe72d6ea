-- +goose Up
-- Recordings that are watched at their meeting server. SQLite can't change a CHECK: the table is made anew.
CREATE TABLE recording_files_new (
  id          TEXT NOT NULL PRIMARY KEY, -- also that of the upload
  session_id  TEXT NOT NULL REFERENCES batch_sessions (id) ON DELETE CASCADE,
  provider    TEXT NOT NULL,
  external_id TEXT NOT NULL,
  instance    TEXT NOT NULL,
  started_at  TIMESTAMPTZ NOT NULL, -- the same for all files of one piece
  kind        TEXT NOT NULL CHECK (kind IN ('video', 'transcript', 'playback')),
  size        BIGINT NOT NULL, -- bytes
  address     TEXT NOT NULL,
  state       TEXT NOT NULL CHECK (state IN ('found', 'fetching', 'imported', 'failed')),
  upload_id   TEXT NOT NULL, -- another one after each time that the file was given up
  owner_id    TEXT REFERENCES users (id) ON DELETE SET NULL, -- who uploads it to the library
  video_id    TEXT REFERENCES videos (id) ON DELETE SET NULL,
  tries       BIGINT NOT NULL, -- that have failed in a row
  reason      TEXT NOT NULL, -- why it has failed; empty for no reason
  created_at  TIMESTAMPTZ NOT NULL,
  updated_at  TIMESTAMPTZ NOT NULL
);
INSERT INTO recording_files_new SELECT id, session_id, provider, external_id, instance, started_at, kind, size, address, state, upload_id, owner_id, video_id, tries, reason, created_at, updated_at FROM recording_files;
DROP TABLE recording_files;
ALTER TABLE recording_files_new RENAME TO recording_files;
CREATE UNIQUE INDEX recording_files_piece ON recording_files (provider, instance, started_at, kind);
CREATE INDEX recording_files_session ON recording_files (session_id, started_at);
CREATE INDEX recording_files_video ON recording_files (video_id);
CREATE INDEX recording_files_owner ON recording_files (owner_id);
