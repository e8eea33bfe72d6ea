-- +goose Up
-- What is recorded of the sessions of a batch, and what becomes of it. A batch without a row has the defaults of the code.
CREATE TABLE recording_settings (
  batch_id   TEXT NOT NULL PRIMARY KEY REFERENCES batches (id) ON DELETE CASCADE,
  records    BOOLEAN NOT NULL, -- from the beginning of each session
  imports    BOOLEAN NOT NULL, -- into the video library, without being asked
  publishes  BOOLEAN NOT NULL, -- as soon as a video is processed
  trashes    BOOLEAN NOT NULL, -- the file at the provider, once its video is processed
  version    BIGINT NOT NULL,
  updated_at TIMESTAMPTZ NOT NULL
);
ALTER TABLE live_meetings ADD COLUMN is_recorded BOOLEAN NOT NULL DEFAULT FALSE;

-- Files of sessions at meeting providers.
CREATE TABLE recording_files (
  id          TEXT NOT NULL PRIMARY KEY, -- also that of the upload
  session_id  TEXT NOT NULL REFERENCES batch_sessions (id) ON DELETE CASCADE,
  provider    TEXT NOT NULL,
  external_id TEXT NOT NULL,
  instance    TEXT NOT NULL,
  started_at  TIMESTAMPTZ NOT NULL, -- the same for all files of one piece
  kind        TEXT NOT NULL CHECK (kind IN ('video', 'transcript')),
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
CREATE UNIQUE INDEX recording_files_piece ON recording_files (provider, instance, started_at, kind);
CREATE INDEX recording_files_session ON recording_files (session_id, started_at);
CREATE INDEX recording_files_video ON recording_files (video_id);
CREATE INDEX recording_files_owner ON recording_files (owner_id);

-- Recordings as the people of a session see them: a video of the library, or an address elsewhere.
CREATE TABLE recorded_lessons (
  id            TEXT NOT NULL PRIMARY KEY,
  session_id    TEXT NOT NULL REFERENCES batch_sessions (id) ON DELETE CASCADE,
  video_id      TEXT REFERENCES videos (id) ON DELETE CASCADE,
  url           TEXT NOT NULL, -- empty for a video
  title         TEXT NOT NULL,
  recorded_date TEXT NOT NULL, -- YYYY-MM-DD in the time zone of the session
  is_published  BOOLEAN NOT NULL, -- members see it
  announced_at  TIMESTAMPTZ, -- when its people were notified
  created_by    TEXT REFERENCES users (id) ON DELETE SET NULL, -- NULL: a meeting provider
  version       BIGINT NOT NULL,
  created_at    TIMESTAMPTZ NOT NULL,
  CHECK ((video_id IS NULL) = (url <> ''))
);
CREATE UNIQUE INDEX recorded_lessons_once ON recorded_lessons (session_id, video_id);
CREATE INDEX recorded_lessons_video ON recorded_lessons (video_id);
CREATE INDEX recorded_lessons_author ON recorded_lessons (created_by);
