-- What requests with an Idempotency-Key were answered with, so that one that is sent twice counts once.

-- +goose Up
CREATE TABLE idempotency_keys (
  user_id    TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  key        TEXT NOT NULL, -- made by the client
  digest     TEXT NOT NULL, -- SHA-256 of what was asked for
  status     BIGINT NOT NULL, -- 0 until the answer is known
  etag       TEXT NOT NULL,
  answer     TEXT NOT NULL, -- JSON
  created_at TIMESTAMPTZ NOT NULL,
  PRIMARY KEY (user_id, key)
);
CREATE INDEX idempotency_keys_age ON idempotency_keys (created_at);

-- +goose Down
DROP TABLE idempotency_keys;
