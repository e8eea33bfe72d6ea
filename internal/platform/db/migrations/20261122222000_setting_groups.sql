-- What administrators choose for the whole installation.

-- +goose Up
CREATE TABLE setting_groups (
  name       TEXT NOT NULL PRIMARY KEY, -- settings.Group.Key
  value      JSONB NOT NULL, -- the fields of the group; one that is missing has its default
  version    BIGINT NOT NULL, -- grows with each change, for If-Match
  changed_at TIMESTAMPTZ NOT NULL
);
