-- Signing in with an account elsewhere.

-- +goose Up
CREATE TABLE outside_identities (
  id           TEXT NOT NULL PRIMARY KEY,
  user_id      TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  provider     TEXT NOT NULL,
  issuer       TEXT NOT NULL, -- within which subject is unique and never given to anybody else
  subject      TEXT NOT NULL,
  email        TEXT NOT NULL, -- as the provider told it last, '' for none; shown to its owner, compared with nothing
  created_at   TIMESTAMPTZ NOT NULL,
  last_used_at TIMESTAMPTZ NOT NULL
);
CREATE UNIQUE INDEX outside_identities_subject ON outside_identities (provider, issuer, subject);
CREATE INDEX outside_identities_user ON outside_identities (user_id);

-- Visits to a provider that are under way. State, nonce and PKCE verifier are made of the id under a key outside the
-- database: nothing here helps whoever has stolen it.
CREATE TABLE identity_visits (
  id         TEXT NOT NULL PRIMARY KEY,
  provider   TEXT NOT NULL,
  user_id    TEXT REFERENCES users (id) ON DELETE CASCADE, -- who connects it to their account; null: somebody who signs in
  next       TEXT NOT NULL, -- where they wanted to go here, '' for nowhere in particular
  created_at TIMESTAMPTZ NOT NULL,
  expires_at TIMESTAMPTZ NOT NULL,
  used_at    TIMESTAMPTZ
);
CREATE INDEX identity_visits_user ON identity_visits (user_id);
CREATE INDEX identity_visits_expiry ON identity_visits (expires_at);

-- Outside identities that have been proven and wait: for their owner to prove the account too, or to confirm the address
-- of an account that there is not yet.
CREATE TABLE identity_proofs (
  id         TEXT NOT NULL PRIMARY KEY,
  user_id    TEXT REFERENCES users (id) ON DELETE CASCADE, -- null: of a sign-up
  sign_up    TEXT NOT NULL, -- '' when it waits for user_id
  provider   TEXT NOT NULL,
  issuer     TEXT NOT NULL,
  subject    TEXT NOT NULL,
  email      TEXT NOT NULL,
  created_at TIMESTAMPTZ NOT NULL,
  expires_at TIMESTAMPTZ NOT NULL,
  used_at    TIMESTAMPTZ
);
CREATE INDEX identity_proofs_user ON identity_proofs (user_id);
CREATE INDEX identity_proofs_sign_up ON identity_proofs (sign_up);
CREATE INDEX identity_proofs_expiry ON identity_proofs (expires_at);

-- +goose Down
DROP TABLE identity_proofs;
DROP TABLE identity_visits;
DROP TABLE outside_identities;
