-- +goose Up
-- The physical rooms of the school. What they share with accounts that host meetings is in resources: the name, and their calendar.
CREATE TABLE classrooms (
  id         TEXT NOT NULL PRIMARY KEY REFERENCES resources (id) ON DELETE CASCADE,
  name_key   TEXT NOT NULL, -- the folded name, by which they are listed
  capacity   BIGINT NOT NULL CHECK (capacity BETWEEN 1 AND 10000),
  place      TEXT NOT NULL, -- how to find it
  active     BOOLEAN NOT NULL, -- it can be chosen
  version    BIGINT NOT NULL,
  updated_at TIMESTAMPTZ NOT NULL
);
CREATE INDEX classrooms_name ON classrooms (name_key, id);

ALTER TABLE batches ADD COLUMN room_id TEXT REFERENCES classrooms (id) ON DELETE SET NULL; -- of new sessions
CREATE INDEX batches_room ON batches (room_id);
ALTER TABLE batch_sessions ADD COLUMN room_id TEXT REFERENCES classrooms (id) ON DELETE SET NULL; -- where it takes place; NULL: in none
CREATE INDEX batch_sessions_room ON batch_sessions (room_id, starts_at);
