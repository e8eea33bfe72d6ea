-- Links that are sent by mail.

-- +goose Up
ALTER TABLE users ADD COLUMN email_verified_at TIMESTAMPTZ; -- null: nobody has shown that the address is theirs

-- A link holds its id and a MAC over it under a key outside the database: like that of a session its token is not stored,
-- not even hashed.
CREATE TABLE account_links (
  id         TEXT NOT NULL PRIMARY KEY, -- of the job that sends it, so that a second try sends the same
  user_id    TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  purpose    TEXT NOT NULL CHECK (purpose IN ('verify', 'reset', 'unlock')),
  created_at TIMESTAMPTZ NOT NULL,
  expires_at TIMESTAMPTZ NOT NULL,
  used_at    TIMESTAMPTZ -- also of one that died otherwise
);
CREATE INDEX account_links_user ON account_links (user_id);
CREATE INDEX account_links_expiry ON account_links (expires_at);

-- +goose Down
DROP TABLE account_links;
ALTER TABLE users DROP COLUMN email_verified_at;
