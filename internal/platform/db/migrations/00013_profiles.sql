-- What people say of themselves, their pictures, archives of their data, and their wish to be forgotten.

-- +goose Up
CREATE TABLE profiles (
  user_id    TEXT NOT NULL PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  version    BIGINT NOT NULL, -- grows with each change, so that an edit of an older one is noticed
  about      JSONB NOT NULL, -- profile.About
  avatar_id  TEXT NOT NULL, -- '' for none
  updated_at TIMESTAMPTZ NOT NULL
);

CREATE TABLE data_exports (
  id           TEXT NOT NULL PRIMARY KEY,
  user_id      TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  status       TEXT NOT NULL CHECK (status IN ('preparing', 'ready', 'failed', 'expired')),
  tables_done  BIGINT NOT NULL,
  tables_total BIGINT NOT NULL,
  size_bytes   BIGINT NOT NULL, -- 0 until ready
  created_at   TIMESTAMPTZ NOT NULL,
  ready_at     TIMESTAMPTZ,
  expires_at   TIMESTAMPTZ NOT NULL -- when the archive goes
);
CREATE INDEX data_exports_user ON data_exports (user_id, id DESC);
CREATE UNIQUE INDEX data_exports_one ON data_exports (user_id) WHERE status = 'preparing';
CREATE INDEX data_exports_expiry ON data_exports (expires_at) WHERE status IN ('ready', 'failed');

-- Who is to be forgotten. The row of an account that has been forgotten stays and says so; it names nobody.
CREATE TABLE deletion_requests (
  user_id      TEXT NOT NULL PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  requested_by TEXT NOT NULL REFERENCES users (id),
  requested_at TIMESTAMPTZ NOT NULL,
  erase_at     TIMESTAMPTZ NOT NULL, -- until then it can be taken back
  erased_at    TIMESTAMPTZ
);
CREATE INDEX deletion_requests_due ON deletion_requests (erase_at) WHERE erased_at IS NULL;

-- A new e-mail address counts once its owner has opened the link that was sent to it.
CREATE TABLE email_changes (
  id           TEXT NOT NULL PRIMARY KEY,
  user_id      TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  old_email    TEXT NOT NULL,
  new_email    TEXT NOT NULL,
  created_at   TIMESTAMPTZ NOT NULL,
  expires_at   TIMESTAMPTZ NOT NULL, -- of the link to the new address; once confirmed, of the one to the old that takes it back
  confirmed_at TIMESTAMPTZ,
  ended_at     TIMESTAMPTZ -- taken back, or replaced by another wish
);
CREATE INDEX email_changes_user ON email_changes (user_id);
CREATE INDEX email_changes_expiry ON email_changes (expires_at);

-- +goose Down
DROP TABLE email_changes;
DROP TABLE deletion_requests;
DROP TABLE data_exports;
DROP TABLE profiles;
