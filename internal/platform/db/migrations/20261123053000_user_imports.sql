-- Imports of users by a sheet, which are made in the background.

-- +goose Up
CREATE TABLE user_imports (
  id           TEXT NOT NULL PRIMARY KEY,
  admin_id     TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE, -- who started it
  dry_run      BOOLEAN NOT NULL,
  updates      BOOLEAN NOT NULL, -- whether existing accounts are changed
  missing_role TEXT NOT NULL, -- users with this role alone who are not in the sheet are deactivated; '' for nobody
  state        TEXT NOT NULL CHECK (state IN ('running', 'done', 'cancelled', 'stopped')),
  reason       TEXT NOT NULL, -- why it was stopped
  sheet_rows   BIGINT NOT NULL, -- rows of the sheet that hold anything
  total        BIGINT NOT NULL, -- rows of user_import_rows
  created      BIGINT NOT NULL,
  updated      BIGINT NOT NULL,
  deactivated  BIGINT NOT NULL,
  existing     BIGINT NOT NULL,
  refused      BIGINT NOT NULL,
  created_at   TIMESTAMPTZ NOT NULL,
  finished_at  TIMESTAMPTZ
);
CREATE INDEX user_imports_created ON user_imports (created_at, id);
CREATE INDEX user_imports_admin ON user_imports (admin_id);

-- The rows of a sheet and then the users who are not in it, and what became of each.
CREATE TABLE user_import_rows (
  import_id TEXT NOT NULL REFERENCES user_imports (id) ON DELETE CASCADE,
  position  BIGINT NOT NULL,
  line      BIGINT NOT NULL, -- of the sheet; 0 for a user who is not in it
  user_id   TEXT REFERENCES users (id) ON DELETE CASCADE, -- null until there is an account
  email_key TEXT NOT NULL, -- of the cells, by which they are erased with an account
  cells     JSONB NOT NULL, -- what the row says; null once that is done, except of who would be created by a dry run
  outcome   TEXT NOT NULL CHECK (outcome IN ('', 'created', 'updated', 'deactivated', 'existing', 'refused')), -- '' until it is its turn
  columns   TEXT NOT NULL, -- what is different, of an account that is updated
  faults    JSONB NOT NULL, -- why it was refused
  PRIMARY KEY (import_id, position)
);
CREATE INDEX user_import_rows_outcome ON user_import_rows (import_id, outcome, position);
CREATE INDEX user_import_rows_user ON user_import_rows (user_id);
CREATE INDEX user_import_rows_email ON user_import_rows (email_key);
