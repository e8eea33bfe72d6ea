-- Lockout, and what a person is shown of their own sessions.

-- +goose Up
-- Failed attempts are counted by what was tried, whether or not there is such an account.
CREATE TABLE lockouts (
  key          TEXT NOT NULL PRIMARY KEY, -- HMAC over reason and identifier: what strangers typed is not kept
  reason       TEXT NOT NULL CHECK (reason IN ('failed_login_attempts', 'password_change_attempts')),
  user_id      TEXT REFERENCES users (id) ON DELETE CASCADE, -- null: nobody's
  attempts     BIGINT NOT NULL, -- that failed, or are being looked at
  last_at      TIMESTAMPTZ NOT NULL, -- when the last attempt was counted
  locked_until TIMESTAMPTZ,
  locked_by    TEXT NOT NULL -- the attempt that set the lock, '' for none
);
CREATE INDEX lockouts_user ON lockouts (user_id);
CREATE INDEX lockouts_locked ON lockouts (locked_until);
CREATE INDEX lockouts_last ON lockouts (last_at);

-- Locks by hand. They end at locked_until, or when an administrator lifts them.
CREATE TABLE admin_locks (
  user_id      TEXT NOT NULL PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  locked_by    TEXT NOT NULL REFERENCES users (id),
  note         TEXT NOT NULL,
  locked_at    TIMESTAMPTZ NOT NULL,
  locked_until TIMESTAMPTZ
);

-- What has been locked, for the statistics.
CREATE TABLE lockout_events (
  id           TEXT NOT NULL PRIMARY KEY,
  reason       TEXT NOT NULL CHECK (reason IN ('failed_login_attempts', 'password_change_attempts', 'admin_lock')),
  user_id      TEXT REFERENCES users (id) ON DELETE CASCADE, -- null: nobody's
  attempts     BIGINT NOT NULL, -- 0 of a lock by hand
  locked_at    TIMESTAMPTZ NOT NULL,
  locked_until TIMESTAMPTZ,
  day          TEXT NOT NULL -- of locked_at in UTC, YYYY-MM-DD
);
CREATE INDEX lockout_events_day ON lockout_events (day);
CREATE INDEX lockout_events_user ON lockout_events (user_id);

-- Devices on which somebody has signed in. What strangers get wrong does not count against them.
CREATE TABLE devices (
  id           TEXT NOT NULL PRIMARY KEY,
  user_id      TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  token_hash   TEXT NOT NULL, -- SHA-256 of 256 random bits
  created_at   TIMESTAMPTZ NOT NULL,
  last_used_at TIMESTAMPTZ NOT NULL
);
CREATE UNIQUE INDEX devices_token ON devices (token_hash);
CREATE INDEX devices_user ON devices (user_id);
CREATE INDEX devices_last ON devices (last_used_at);

-- Sessions get a place and more ways to end. SQLite cannot change a CHECK, so the table is made anew on both databases.
CREATE TABLE sessions_new (
  id          TEXT NOT NULL PRIMARY KEY,
  user_id     TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  generation  BIGINT NOT NULL,
  rotated_at  TIMESTAMPTZ NOT NULL,
  user_agent  TEXT NOT NULL,
  place       TEXT NOT NULL, -- the network of the last rotation, not the machine: 192.0.2.0/24
  created_at  TIMESTAMPTZ NOT NULL,
  expires_at  TIMESTAMPTZ NOT NULL,
  revoked_at  TIMESTAMPTZ,
  revoked_why TEXT NOT NULL CHECK (revoked_why IN ('', 'logout', 'reuse', 'elsewhere', 'locked', 'password'))
);
INSERT INTO sessions_new (id, user_id, generation, rotated_at, user_agent, place, created_at, expires_at, revoked_at, revoked_why)
  SELECT id, user_id, generation, rotated_at, user_agent, 'unknown', created_at, expires_at, revoked_at, revoked_why FROM sessions;
DROP TABLE sessions;
ALTER TABLE sessions_new RENAME TO sessions;
CREATE INDEX sessions_user ON sessions (user_id);
CREATE INDEX sessions_expiry ON sessions (expires_at);

-- +goose Down
DROP TABLE sessions;
CREATE TABLE sessions (
  id          TEXT NOT NULL PRIMARY KEY,
  user_id     TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  generation  BIGINT NOT NULL,
  rotated_at  TIMESTAMPTZ NOT NULL,
  user_agent  TEXT NOT NULL,
  created_at  TIMESTAMPTZ NOT NULL,
  expires_at  TIMESTAMPTZ NOT NULL,
  revoked_at  TIMESTAMPTZ,
  revoked_why TEXT NOT NULL CHECK (revoked_why IN ('', 'logout', 'reuse'))
);
CREATE INDEX sessions_user ON sessions (user_id);
CREATE INDEX sessions_expiry ON sessions (expires_at);
DROP TABLE devices;
DROP TABLE lockout_events;
DROP TABLE admin_locks;
DROP TABLE lockouts;
