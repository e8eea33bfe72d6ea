-- Certificates as Open Badges: the credential as it was signed, its place in the list of those that were revoked, and the keys that sign.

-- +goose Up
CREATE TABLE issuer_keys (
  id         TEXT NOT NULL PRIMARY KEY,
  public_key TEXT NOT NULL, -- multibase
  sealed     TEXT NOT NULL, -- the seed of the private key, sealed, in Base64
  created_at TIMESTAMPTZ NOT NULL,
  retired_at TIMESTAMPTZ
);
CREATE INDEX issuer_keys_order ON issuer_keys (created_at, id);
ALTER TABLE certificates ADD COLUMN credential JSONB; -- null for those that were issued before, and withdrawn ones
ALTER TABLE certificates ADD COLUMN list BIGINT; -- of the status lists, from 1
ALTER TABLE certificates ADD COLUMN list_index BIGINT;
CREATE UNIQUE INDEX certificates_list ON certificates (list, list_index);
