-- The administration of users: finding them, what happened to their accounts, and acting as them.

-- +goose Up
ALTER TABLE users ADD COLUMN name_key TEXT NOT NULL DEFAULT ''; -- full_name as it is compared: text.Fold
CREATE INDEX users_name ON users (name_key, id);
CREATE INDEX users_created ON users (created_at, id);
CREATE INDEX users_status ON users (status, id);
CREATE INDEX users_unverified ON users (id) WHERE email_verified_at IS NULL;
CREATE INDEX user_roles_role ON user_roles (role, user_id);

-- What users are found by: name and e-mail address from each word on (text.Tails).
CREATE TABLE user_tails (
  tail    TEXT NOT NULL, -- compared by bytes, which PostgreSQL is told in Go (user_tails.go)
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  PRIMARY KEY (tail, user_id)
);
CREATE INDEX user_tails_user ON user_tails (user_id);

-- What happened to the door of an account.
CREATE TABLE security_events (
  id         TEXT NOT NULL PRIMARY KEY,
  user_id    TEXT REFERENCES users (id) ON DELETE CASCADE, -- null: nobody's, for whom the same work is done
  at         TIMESTAMPTZ NOT NULL,
  kind       TEXT NOT NULL,
  network    TEXT NOT NULL, -- not the machine: 192.0.2.0/24
  user_agent TEXT NOT NULL
);
CREATE INDEX security_events_user ON security_events (user_id, at, id);
CREATE INDEX security_events_at ON security_events (at);

-- Filters of the list of users that an administrator has kept.
CREATE TABLE user_filters (
  id         TEXT NOT NULL PRIMARY KEY,
  owner_id   TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  name       TEXT NOT NULL,
  query      TEXT NOT NULL, -- as in the address of the list
  created_at TIMESTAMPTZ NOT NULL
);
CREATE UNIQUE INDEX user_filters_name ON user_filters (owner_id, name);

-- Administrators who act as somebody else. The id is that of the session in the token.
CREATE TABLE user_actings (
  id         TEXT NOT NULL PRIMARY KEY,
  admin_id   TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  session_id TEXT NOT NULL, -- of the administrator; what they do as somebody else ends with it
  user_id    TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  reason     TEXT NOT NULL,
  read_only  BOOLEAN NOT NULL,
  created_at TIMESTAMPTZ NOT NULL,
  expires_at TIMESTAMPTZ NOT NULL,
  ended_at   TIMESTAMPTZ
);
CREATE INDEX user_actings_expiry ON user_actings (expires_at);
CREATE INDEX user_actings_user ON user_actings (user_id);
CREATE INDEX user_actings_admin ON user_actings (admin_id);

-- +goose Down
DROP TABLE user_actings;
DROP TABLE user_filters;
DROP TABLE security_events;
DROP TABLE user_tails;
DROP INDEX user_roles_role;
DROP INDEX users_unverified;
DROP INDEX users_status;
DROP INDEX users_created;
DROP INDEX users_name;
ALTER TABLE users DROP COLUMN name_key;
