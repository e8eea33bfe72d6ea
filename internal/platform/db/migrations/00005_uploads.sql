-- Upload sessions. The parts belong to the video, not to the session, so that a successor of an expired session owns
-- all that was received before it.

-- +goose Up
CREATE TABLE upload_sessions (
  id                 TEXT NOT NULL PRIMARY KEY, -- uploadId
  video_id           TEXT NOT NULL,
  user_id            TEXT NOT NULL REFERENCES users (id),
  course_id          TEXT NOT NULL REFERENCES courses (id),
  object_key         TEXT NOT NULL,
  storage_ref        TEXT NOT NULL, -- the storage's own name for the unfinished object; '' once nothing of it is left
  original_file_name TEXT NOT NULL,
  content_type       TEXT NOT NULL,
  file_size          BIGINT NOT NULL, -- bytes, as declared
  chunk_size         BIGINT NOT NULL, -- bytes
  total_chunks       BIGINT NOT NULL,
  reserved_bytes     BIGINT NOT NULL, -- source plus estimated ladder
  metadata           JSONB NOT NULL,
  status             TEXT NOT NULL CHECK (status IN ('initialized', 'uploading', 'completing', 'completed', 'failed', 'aborted', 'expired')),
  successor_id       TEXT NOT NULL, -- '' or the session that took over
  refreshes          BIGINT NOT NULL,
  job_id             TEXT NOT NULL, -- processingJobId once completed
  estimate_seconds   BIGINT NOT NULL, -- of the processing, once completed
  expires_at         TIMESTAMPTZ NOT NULL,
  created_at         TIMESTAMPTZ NOT NULL,
  updated_at         TIMESTAMPTZ NOT NULL,
  completed_at       TIMESTAMPTZ
);
CREATE INDEX upload_sessions_open ON upload_sessions (expires_at) WHERE status IN ('initialized', 'uploading', 'expired');
CREATE INDEX upload_sessions_leftover ON upload_sessions (updated_at) WHERE status IN ('failed', 'aborted') AND storage_ref <> '';
CREATE INDEX upload_sessions_user ON upload_sessions (user_id) WHERE status IN ('initialized', 'uploading');
CREATE INDEX upload_sessions_video ON upload_sessions (video_id);

CREATE TABLE upload_parts (
  video_id    TEXT NOT NULL,
  part_number BIGINT NOT NULL, -- from 1
  size        BIGINT NOT NULL, -- bytes
  crc32c      BIGINT NOT NULL,
  etag        TEXT NOT NULL, -- what the client is told
  storage_tag TEXT NOT NULL, -- what the storage told
  attempt     TEXT NOT NULL, -- the request that brought it, UUIDv7: an older one never replaces a newer one
  received_at TIMESTAMPTZ NOT NULL,
  PRIMARY KEY (video_id, part_number)
);

-- +goose Down
DROP TABLE upload_parts;
DROP TABLE upload_sessions;
