-- +goose Up
-- Posts are imported from Ghost too. SQLite can't change a CHECK: the tables are made anew.
CREATE TABLE post_imports_new (
  id          TEXT NOT NULL PRIMARY KEY,
  format      TEXT NOT NULL CHECK (format IN ('markdown', 'ghost')),
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
INSERT INTO post_imports_new SELECT id, format, dry_run, publish, state, reason, total, created, updated, unchanged, refused, made_by, created_at, finished_at FROM post_imports;
CREATE TABLE post_import_items_new (
  import_id TEXT NOT NULL REFERENCES post_imports_new (id) ON DELETE CASCADE,
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
INSERT INTO post_import_items_new SELECT import_id, position, file, title, outcome, post_id, code, reason, notes FROM post_import_items;
DROP TABLE post_import_items;
DROP TABLE post_imports;
ALTER TABLE post_imports_new RENAME TO post_imports;
ALTER TABLE post_import_items_new RENAME TO post_import_items;
CREATE UNIQUE INDEX post_imports_running ON post_imports (state) WHERE state = 'running';
CREATE INDEX post_imports_made_by ON post_imports (made_by);
CREATE INDEX post_imports_started ON post_imports (created_at);
