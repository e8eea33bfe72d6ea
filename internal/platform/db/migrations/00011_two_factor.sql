-- The second step of signing in: what people prove themselves with beside their password.

-- +goose Up
ALTER TABLE sessions ADD COLUMN two_factor BOOLEAN NOT NULL DEFAULT FALSE; -- whether its owner has proven more than a password
ALTER TABLE sessions ADD COLUMN proven_at TIMESTAMPTZ; -- when its owner last did

-- Somebody whose password was right and who has to do more. The token is id and a MAC over it, as that of a link.
CREATE TABLE sign_in_challenges (
  id         TEXT NOT NULL PRIMARY KEY,
  user_id    TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  enrol      BOOLEAN NOT NULL, -- they have nothing yet to prove it with and must set something up
  device_id  TEXT NOT NULL, -- the known device on which they sign in, '' for another
  created_at TIMESTAMPTZ NOT NULL,
  expires_at TIMESTAMPTZ NOT NULL
);
CREATE INDEX sign_in_challenges_user ON sign_in_challenges (user_id);
CREATE INDEX sign_in_challenges_expiry ON sign_in_challenges (expires_at);

-- The roles whose holders cannot come in by a password alone.
CREATE TABLE two_factor_roles (
  role   TEXT NOT NULL PRIMARY KEY CHECK (role IN ('student', 'instructor', 'corporate', 'admin')),
  set_by TEXT REFERENCES users (id) ON DELETE SET NULL,
  set_at TIMESTAMPTZ NOT NULL
);

-- Authenticator apps: the one that counts, and the one that is being set up and does not count yet.
CREATE TABLE authenticators (
  user_id      TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  confirmed    BOOLEAN NOT NULL,
  secret       TEXT NOT NULL, -- sealed under a key outside the database
  master       BIGINT NOT NULL, -- version of that key
  last_step    BIGINT NOT NULL, -- of 30 s since 1970, of the last code that was taken: none counts twice
  created_at   TIMESTAMPTZ NOT NULL,
  PRIMARY KEY (user_id, confirmed)
);

CREATE TABLE recovery_codes (
  user_id    TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  code_hash  TEXT NOT NULL, -- HMAC under a key outside the database: 50 random bits alone could be guessed back
  created_at TIMESTAMPTZ NOT NULL,
  used_at    TIMESTAMPTZ,
  PRIMARY KEY (user_id, code_hash)
);

CREATE TABLE passkeys (
  id            TEXT NOT NULL PRIMARY KEY,
  user_id       TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  credential_id TEXT NOT NULL, -- base64url, as the authenticator has chosen it
  credential    JSONB NOT NULL, -- public key, counter and flags: nothing that signs in
  name          TEXT NOT NULL,
  created_at    TIMESTAMPTZ NOT NULL,
  last_used_at  TIMESTAMPTZ
);
CREATE UNIQUE INDEX passkeys_credential ON passkeys (credential_id);
CREATE INDEX passkeys_user ON passkeys (user_id);

-- What an authenticator is asked to sign. A row is taken away by its use.
CREATE TABLE passkey_challenges (
  id         TEXT NOT NULL PRIMARY KEY,
  user_id    TEXT REFERENCES users (id) ON DELETE CASCADE, -- null: for whoever answers
  purpose    TEXT NOT NULL CHECK (purpose IN ('register', 'sign_in', 'second_step', 'confirm')),
  data       JSONB NOT NULL,
  expires_at TIMESTAMPTZ NOT NULL
);
CREATE INDEX passkey_challenges_expiry ON passkey_challenges (expires_at);
CREATE INDEX passkey_challenges_user ON passkey_challenges (user_id);

-- Wrong codes in a row, counted before a code is looked at.
CREATE TABLE two_factor_tries (
  user_id      TEXT NOT NULL PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  attempts     BIGINT NOT NULL,
  last_at      TIMESTAMPTZ NOT NULL,
  locked_until TIMESTAMPTZ,
  locked_by    TEXT NOT NULL -- the attempt that set the lock, '' for none
);

-- +goose Down
DROP TABLE two_factor_tries;
DROP TABLE passkey_challenges;
DROP TABLE passkeys;
DROP TABLE recovery_codes;
DROP TABLE authenticators;
DROP TABLE two_factor_roles;
DROP TABLE sign_in_challenges;
ALTER TABLE sessions DROP COLUMN proven_at;
ALTER TABLE sessions DROP COLUMN two_factor;
