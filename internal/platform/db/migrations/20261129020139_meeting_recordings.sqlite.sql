-- +goose Up
-- Recordings of meetings outside of batches. One of session_id and meeting_id is set. SQLite can't let a column be NULL that was not: the tables are made anew.
CREATE TABLE recording_files_new (
  id          TEXT NOT NULL PRIMARY KEY, -- also that of the upload
  session_id  TEXT REFERENCES batch_sessions (id) ON DELETE CASCADE,
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
  updated_at  TIMESTAMPTZ NOT NULL,
  trashed_at  TIMESTAMPTZ, -- when it was deleted at its server
  meeting_id  TEXT REFERENCES online_meetings (id) ON DELETE CASCADE,
  course_id   TEXT REFERENCES courses (id) ON DELETE SET NULL, -- chosen for those of a meeting without a course
  CHECK ((session_id IS NULL) <> (meeting_id IS NULL))
);
INSERT INTO recording_files_new SELECT id, session_id, provider, external_id, instance, started_at, kind, size, address, state, upload_id, owner_id, video_id, tries, reason, created_at, updated_at, trashed_at, NULL, NULL FROM recording_files;
DROP TABLE recording_files;
ALTER TABLE recording_files_new RENAME TO recording_files;
CREATE UNIQUE INDEX recording_files_piece ON recording_files (provider, instance, started_at, kind);
CREATE INDEX recording_files_session ON recording_files (session_id, started_at);
CREATE INDEX recording_files_meeting ON recording_files (meeting_id, started_at);
CREATE INDEX recording_files_video ON recording_files (video_id);
CREATE INDEX recording_files_owner ON recording_files (owner_id);
CREATE INDEX recording_files_course ON recording_files (course_id);

CREATE TABLE recorded_lessons_new (
  id            TEXT NOT NULL PRIMARY KEY,
  session_id    TEXT REFERENCES batch_sessions (id) ON DELETE CASCADE,
  video_id      TEXT REFERENCES videos (id) ON DELETE CASCADE,
  url           TEXT NOT NULL, -- empty for a video
  title         TEXT NOT NULL,
  recorded_date TEXT NOT NULL, -- YYYY-MM-DD in the time zone of the session or meeting
  is_published  BOOLEAN NOT NULL, -- its people see it
  announced_at  TIMESTAMPTZ, -- when its people were notified
  created_by    TEXT REFERENCES users (id) ON DELETE SET NULL, -- NULL: a meeting provider
  version       BIGINT NOT NULL,
  created_at    TIMESTAMPTZ NOT NULL,
  meeting_id    TEXT REFERENCES online_meetings (id) ON DELETE CASCADE,
  CHECK ((video_id IS NULL) = (url <> '')),
  CHECK ((session_id IS NULL) <> (meeting_id IS NULL))
);
INSERT INTO recorded_lessons_new SELECT id, session_id, video_id, url, title, recorded_date, is_published, announced_at, created_by, version, created_at, NULL FROM recorded_lessons;
DROP TABLE recorded_lessons;
ALTER TABLE recorded_lessons_new RENAME TO recorded_lessons;
CREATE UNIQUE INDEX recorded_lessons_once ON recorded_lessons (session_id, video_id);
CREATE UNIQUE INDEX recorded_lessons_once_of_meeting ON recorded_lessons (meeting_id, video_id);
CREATE INDEX recorded_lessons_video ON recorded_lessons (video_id);
CREATE INDEX recorded_lessons_author ON recorded_lessons (created_by);
