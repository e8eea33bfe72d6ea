-- +goose Up
-- What sessions were before they were changed at once, by which the change can be undone for some minutes.
CREATE TABLE batch_session_changes (
  id         TEXT NOT NULL PRIMARY KEY, -- the change_id of its batch_session_moves
  batch_id   TEXT NOT NULL REFERENCES batches (id) ON DELETE CASCADE,
  session_id TEXT NOT NULL, -- the one that the request named
  former     JSONB NOT NULL, -- list of the sessions, as they were
  changed_at TIMESTAMPTZ NOT NULL,
  undone_at  TIMESTAMPTZ
);
CREATE INDEX batch_session_changes_batch ON batch_session_changes (batch_id);
CREATE INDEX batch_session_changes_age ON batch_session_changes (changed_at);
