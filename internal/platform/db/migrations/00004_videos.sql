-- Videos: what transcode writes and playback reads. A generation is one whole set of derived objects under a path of
-- its own; retry and invalidate make a new one beside the old and switch when it can play.

-- +goose Up
CREATE TABLE videos (
  id                 TEXT NOT NULL PRIMARY KEY,
  course_id          TEXT NOT NULL REFERENCES courses (id),
  lesson_id          TEXT NOT NULL, -- '' until a lesson takes it
  owner_id           TEXT NOT NULL REFERENCES users (id),
  title              TEXT NOT NULL,
  description        TEXT NOT NULL,
  position           BIGINT NOT NULL, -- place among the videos of its course
  is_preview         BOOLEAN NOT NULL, -- anybody may watch
  original_file_name TEXT NOT NULL, -- display text only, never part of a path
  content_type       TEXT NOT NULL,
  file_size          BIGINT NOT NULL, -- bytes
  status             TEXT NOT NULL CHECK (status IN ('pending', 'uploading', 'processing', 'completed', 'failed', 'cancelled')),
  generation         BIGINT NOT NULL, -- the newest, perhaps still being made
  live_generation    BIGINT NOT NULL, -- the one that plays; 0 for none
  failure_code       TEXT NOT NULL,
  failure_reason     TEXT NOT NULL, -- a sentence for the teacher
  duration_ms        BIGINT NOT NULL, -- 0 until probed
  width              BIGINT NOT NULL,
  height             BIGINT NOT NULL,
  poster             BIGINT NOT NULL, -- which of the ten thumbnails
  created_at         TIMESTAMPTZ NOT NULL,
  updated_at         TIMESTAMPTZ NOT NULL,
  uploaded_at        TIMESTAMPTZ,
  refused_at         TIMESTAMPTZ, -- when the upload was found to be no film, and removed
  completed_at       TIMESTAMPTZ
);
CREATE INDEX videos_course ON videos (course_id, position, id);
CREATE INDEX videos_lesson ON videos (lesson_id) WHERE lesson_id <> '';
CREATE INDEX videos_owner ON videos (owner_id, created_at DESC, id DESC);
CREATE INDEX videos_newest ON videos (created_at DESC, id DESC);

-- One set of derived objects of a video.
CREATE TABLE video_generations (
  video_id     TEXT NOT NULL REFERENCES videos (id) ON DELETE CASCADE,
  generation   BIGINT NOT NULL,
  source_key     TEXT NOT NULL, -- what is encoded: the upload, or a copy of its streams with an index
  plan           JSONB NOT NULL, -- media.Plan; 'null' until probed
  playable       BOOLEAN NOT NULL, -- a rung and its sound are whole
  has_images     BOOLEAN NOT NULL, -- thumbnails, storyboard and poster are in place
  images_settled BOOLEAN NOT NULL, -- they are, or they could not be made
  images_fence   BIGINT NOT NULL, -- which attempt's pictures are served; 0 until there are any
  thumbnails_at  JSONB NOT NULL, -- seconds from the start, one for each
  started_at     TIMESTAMPTZ NOT NULL,
  first_at       TIMESTAMPTZ, -- when it became playable
  finished_at    TIMESTAMPTZ,
  PRIMARY KEY (video_id, generation)
);

CREATE TABLE video_renditions (
  video_id       TEXT NOT NULL REFERENCES videos (id) ON DELETE CASCADE,
  generation     BIGINT NOT NULL,
  name           TEXT NOT NULL, -- 1080p … 240p, audio
  rank           BIGINT NOT NULL, -- 0 is the lowest rung, -1 the sound
  status         TEXT NOT NULL CHECK (status IN ('pending', 'processing', 'completed', 'failed')),
  failure_reason TEXT NOT NULL,
  pieces_total   BIGINT NOT NULL,
  pieces_done    BIGINT NOT NULL,
  frames_total   BIGINT NOT NULL,
  frames_done    BIGINT NOT NULL, -- of finished pieces
  codec          TEXT NOT NULL, -- RFC 6381: avc1.64001e, mp4a.40.2
  init_hash      TEXT NOT NULL, -- SHA-256 of the clear init, the same from every piece
  init_fence     BIGINT NOT NULL, -- which attempt's init is served
  init_size      BIGINT NOT NULL, -- bytes as it lies, sealed
  peak_bandwidth BIGINT NOT NULL, -- bit/s over one segment of 3 s or more
  bytes          BIGINT NOT NULL,
  media_ms       BIGINT NOT NULL, -- what bytes play, so that bytes*8/media_ms is the mean
  PRIMARY KEY (video_id, generation, name)
);

-- A piece of a rendition that is done. The fence is that of the job that made it and part of the objects' keys.
CREATE TABLE video_pieces (
  video_id      TEXT NOT NULL REFERENCES videos (id) ON DELETE CASCADE,
  generation    BIGINT NOT NULL,
  rendition     TEXT NOT NULL,
  piece         BIGINT NOT NULL,
  first_segment BIGINT NOT NULL, -- from 1
  fence         BIGINT NOT NULL,
  sizes         JSONB NOT NULL, -- bytes of each segment as it lies, sealed
  done_at       TIMESTAMPTZ NOT NULL,
  PRIMARY KEY (video_id, generation, rendition, piece)
);

-- Data keys, wrapped by a master key that is not in the database. Epoch n covers segments 600n+1 … 600n+600.
CREATE TABLE video_keys (
  video_id       TEXT NOT NULL REFERENCES videos (id) ON DELETE CASCADE,
  generation     BIGINT NOT NULL,
  epoch          BIGINT NOT NULL,
  wrapped        TEXT NOT NULL, -- base64
  master_version BIGINT NOT NULL,
  PRIMARY KEY (video_id, generation, epoch)
);

CREATE TABLE video_logs (
  id         TEXT NOT NULL PRIMARY KEY,
  video_id   TEXT NOT NULL REFERENCES videos (id) ON DELETE CASCADE,
  generation BIGINT NOT NULL,
  level      TEXT NOT NULL CHECK (level IN ('info', 'warning', 'error')),
  step       TEXT NOT NULL, -- upload, probe, piece, audio, images, publish
  message    TEXT NOT NULL,
  detail     TEXT NOT NULL, -- the tool's last words
  created_at TIMESTAMPTZ NOT NULL
);
CREATE INDEX video_logs_video ON video_logs (video_id, id);

-- +goose Down
DROP TABLE video_logs;
DROP TABLE video_keys;
DROP TABLE video_pieces;
DROP TABLE video_renditions;
DROP TABLE video_generations;
DROP TABLE videos;
