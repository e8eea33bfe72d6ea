-- +goose Up
-- Codes by which visitors prove their address. Their digits follow from the id and are not stored.
CREATE TABLE form_codes (
  id         TEXT NOT NULL PRIMARY KEY,
  email_key  TEXT NOT NULL, -- lower case
  email      TEXT NOT NULL,
  languages  TEXT NOT NULL, -- of the browser, as its header Accept-Language
  tries      BIGINT NOT NULL, -- wrong ones
  created_at TIMESTAMPTZ NOT NULL,
  expires_at TIMESTAMPTZ NOT NULL
);
CREATE UNIQUE INDEX form_codes_address ON form_codes (email_key);
CREATE INDEX form_codes_expiry ON form_codes (expires_at);
