-- Sign-in sessions: one row a device. The refresh token rotates at each use and is not stored, not even hashed: it is
-- session, generation and a MAC over both under a key outside the database, so that a stolen backup holds nothing to
-- sign in with.

-- +goose Up
CREATE TABLE sessions (
  id          TEXT NOT NULL PRIMARY KEY, -- "sid" of the access token
  user_id     TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  generation  BIGINT NOT NULL, -- of the live refresh token, from 1; an older one in use means that two hold the session
  rotated_at  TIMESTAMPTZ NOT NULL,
  user_agent  TEXT NOT NULL,
  created_at  TIMESTAMPTZ NOT NULL,
  expires_at  TIMESTAMPTZ NOT NULL, -- moves with each use
  revoked_at  TIMESTAMPTZ,
  revoked_why TEXT NOT NULL CHECK (revoked_why IN ('', 'logout', 'reuse'))
);
CREATE INDEX sessions_user ON sessions (user_id);
CREATE INDEX sessions_expiry ON sessions (expires_at);

-- +goose Down
DROP TABLE sessions;
