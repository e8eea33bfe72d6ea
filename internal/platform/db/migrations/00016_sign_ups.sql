-- An account is made when its address is confirmed, so that whoever signs up learns nothing about others.

-- +goose Up
CREATE TABLE sign_ups (
  id            TEXT NOT NULL PRIMARY KEY,
  email         TEXT NOT NULL,
  email_key     TEXT NOT NULL, -- not unique, and it may have an account: its owner decides by the letter
  full_name     TEXT NOT NULL,
  password_hash TEXT NOT NULL,
  application   JSONB NOT NULL, -- null: for no other role
  created_at    TIMESTAMPTZ NOT NULL,
  expires_at    TIMESTAMPTZ NOT NULL, -- of the link; another letter moves it
  ended_at      TIMESTAMPTZ -- the account was made
);
CREATE INDEX sign_ups_address ON sign_ups (email_key, created_at DESC);
CREATE INDEX sign_ups_age ON sign_ups (created_at);

-- +goose Down
DROP TABLE sign_ups;
