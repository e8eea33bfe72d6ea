-- +goose Up
-- Where a post was imported from, and what it said then.
ALTER TABLE posts ADD COLUMN source TEXT NOT NULL DEFAULT ''; -- '' for none
ALTER TABLE posts ADD COLUMN source_id TEXT NOT NULL DEFAULT '';
ALTER TABLE posts ADD COLUMN source_digest TEXT NOT NULL DEFAULT ''; -- SHA-256 of its file
CREATE UNIQUE INDEX posts_source ON posts (source, source_id) WHERE source <> '';

-- Imports of posts, which are made in the background. The file of one that runs is an object named by the id.
CREATE TABLE post_imports (
  id          TEXT NOT NULL PRIMARY KEY,
  format      TEXT NOT NULL CHECK (format IN ('markdown')),
  dry_run     BOOLEAN NOT NULL,
  publish     BOOLEAN NOT NULL,
  state       TEXT NOT NULL CHECK (state IN ('running', 'done', 'stopped')),
  reason      TEXT NOT NULL,
  total       BIGINT NOT NULL,
  created     BIGINT NOT NULL,
  updated     BIGINT NOT NULL,
  unchanged   BIGINT NOT NULL,
  refused     BIGINT NOT NULL,
  made_by     TEXT NOT NULL REFERENCES users (id),
  created_at  TIMESTAMPTZ NOT NULL,
  finished_at TIMESTAMPTZ
);
CREATE UNIQUE INDEX post_imports_running ON post_imports (state) WHERE state = 'running';
CREATE INDEX post_imports_made_by ON post_imports (made_by);
CREATE INDEX post_imports_started ON post_imports (created_at);

-- The posts of an import, and what has become of them.
CREATE TABLE post_import_items (
  import_id TEXT NOT NULL REFERENCES post_imports (id) ON DELETE CASCADE,
  position  BIGINT NOT NULL,
  file      TEXT NOT NULL, -- its path in the zip file
  title     TEXT NOT NULL,
  outcome   TEXT NOT NULL CHECK (outcome IN ('', 'created', 'updated', 'unchanged', 'refused')), -- '' until its turn
  post_id   TEXT NOT NULL, -- '' for none
  code      TEXT NOT NULL,
  reason    TEXT NOT NULL,
  notes     JSONB NOT NULL,
  PRIMARY KEY (import_id, position)
);
