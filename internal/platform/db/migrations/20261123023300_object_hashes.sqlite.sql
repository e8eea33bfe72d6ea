-- The size and hash of each object that was stored whole, for lectern doctor. Sealed segments have none: their tags say whether they are
-- what was stored. Objects from before are not recorded; lectern doctor names them, and with --repair records them as they are.

-- +goose Up
CREATE TABLE object_hashes (
  key       TEXT NOT NULL PRIMARY KEY,
  size      BIGINT NOT NULL,
  sha256    TEXT NOT NULL, -- '' where only the size is known: the files of videos arrive in parts
  stored_at TIMESTAMPTZ NOT NULL
);
