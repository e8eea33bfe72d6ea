-- +goose Up
-- Addresses under which users subscribe to their calendar in other programs.
CREATE TABLE calendar_feeds (
  id           TEXT NOT NULL PRIMARY KEY,
  user_id      TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  name         TEXT NOT NULL,
  digest       TEXT NOT NULL UNIQUE, -- SHA-256 of the token in the address
  created_at   TIMESTAMPTZ NOT NULL,
  last_used_at TIMESTAMPTZ -- NULL: not yet; exact to an hour
);
CREATE INDEX calendar_feeds_user ON calendar_feeds (user_id, created_at);
