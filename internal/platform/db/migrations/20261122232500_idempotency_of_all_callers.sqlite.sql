-- Callers without an account have idempotency keys too, and nothing of a request or its answer is readable in the database. The answers
-- stored before, of a day at most, are dropped: a request that is repeated across the update counts again.

-- +goose Up
DROP TABLE idempotency_keys;
CREATE TABLE idempotency_keys (
  id         TEXT NOT NULL PRIMARY KEY, -- HMAC over the caller and the key of the client
  user_id    TEXT REFERENCES users (id) ON DELETE CASCADE, -- null for callers without an account
  digest     TEXT NOT NULL, -- HMAC over the request
  status     BIGINT NOT NULL, -- 0 until the answer is known
  etag       TEXT NOT NULL,
  answer     BLOB NOT NULL, -- JSON, encrypted with a key that follows from that of the client
  created_at TIMESTAMPTZ NOT NULL
);
CREATE INDEX idempotency_keys_user ON idempotency_keys (user_id);
CREATE INDEX idempotency_keys_age ON idempotency_keys (created_at);
