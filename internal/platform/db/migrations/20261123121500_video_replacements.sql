-- +goose Up
ALTER TABLE videos ADD COLUMN source_key TEXT NOT NULL DEFAULT ''; -- of the file that it is made of
UPDATE videos SET source_key = 'sources/' || id;
ALTER TABLE videos ADD COLUMN is_shared BOOLEAN NOT NULL DEFAULT FALSE; -- the learners of its course may watch it although no lesson shows it
UPDATE videos SET is_shared = TRUE; -- until now they could

-- Another file for a video, until it plays or turns out to be of no use. Its id is that of an upload, and of its object below sources/.
CREATE TABLE video_replacements (
  id                 TEXT NOT NULL PRIMARY KEY,
  video_id           TEXT NOT NULL REFERENCES videos (id) ON DELETE CASCADE,
  original_file_name TEXT NOT NULL, -- display text only, never part of a path
  content_type       TEXT NOT NULL,
  file_size          BIGINT NOT NULL, -- bytes
  generation         BIGINT NOT NULL, -- made of it; 0 while it is being uploaded
  notices            JSONB NOT NULL, -- as videos.notices
  created_at         TIMESTAMPTZ NOT NULL
);
CREATE UNIQUE INDEX video_replacements_video ON video_replacements (video_id);

ALTER TABLE upload_sessions ADD COLUMN replaces_id TEXT NOT NULL DEFAULT ''; -- the video that gets another file; '' for a new video

-- Marks of the parts of a video, written by its teachers.
CREATE TABLE video_chapters (
  video_id   TEXT NOT NULL REFERENCES videos (id) ON DELETE CASCADE,
  start_ms   BIGINT NOT NULL,
  title      TEXT NOT NULL,
  PRIMARY KEY (video_id, start_ms)
);
