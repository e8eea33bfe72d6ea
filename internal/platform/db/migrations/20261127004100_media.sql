-- +goose Up
-- The media library: pictures for the texts of posts. The objects are named by the id.
CREATE TABLE media (
  id           TEXT NOT NULL PRIMARY KEY,
  version      BIGINT NOT NULL,
  name         TEXT NOT NULL,
  name_key     TEXT NOT NULL, -- folded name and description, for searching
  alt          TEXT NOT NULL, -- what it shows; '' for not described
  credit       TEXT NOT NULL,
  width        BIGINT NOT NULL CHECK (width > 0), -- pixels of the widest size
  height       BIGINT NOT NULL CHECK (height > 0),
  content_hash TEXT NOT NULL, -- SHA-256 of the file as it was uploaded
  uploaded_by  TEXT NOT NULL REFERENCES users (id),
  created_at   TIMESTAMPTZ NOT NULL,
  updated_at   TIMESTAMPTZ NOT NULL
);
CREATE INDEX media_newest ON media (created_at DESC, id DESC);
CREATE INDEX media_own ON media (uploaded_by, created_at DESC, id DESC);
CREATE UNIQUE INDEX media_same ON media (uploaded_by, content_hash);

-- Which posts show a picture, in what readers see or in the draft.
CREATE TABLE media_uses (
  media_id TEXT NOT NULL REFERENCES media (id),
  post_id  TEXT NOT NULL REFERENCES posts (id) ON DELETE CASCADE,
  PRIMARY KEY (media_id, post_id)
);
CREATE INDEX media_uses_post ON media_uses (post_id);
