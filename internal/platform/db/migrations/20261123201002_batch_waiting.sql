-- +goose Up
-- Waiting lists of batches: who wants a seat of a full batch. A seat that becomes free is reserved for the first and offered to them.
ALTER TABLE batches ADD COLUMN reserved BIGINT NOT NULL DEFAULT 0 CHECK (reserved >= 0 AND enrolled + reserved <= capacity);
CREATE TABLE batch_waiting (
  id          TEXT NOT NULL PRIMARY KEY,
  batch_id    TEXT NOT NULL REFERENCES batches (id) ON DELETE CASCADE,
  user_id     TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  position    BIGINT NOT NULL, -- the lowest is next
  status      TEXT NOT NULL CHECK (status IN ('waiting', 'offered', 'accepted', 'declined', 'expired')),
  offered_at  TIMESTAMPTZ,
  offer_until TIMESTAMPTZ, -- of an offer: how long its seat is reserved
  created_at  TIMESTAMPTZ NOT NULL,
  updated_at  TIMESTAMPTZ NOT NULL,
  CHECK (status <> 'offered' OR offer_until IS NOT NULL)
);
CREATE UNIQUE INDEX batch_waiting_open ON batch_waiting (batch_id, user_id) WHERE status IN ('waiting', 'offered');
CREATE INDEX batch_waiting_next ON batch_waiting (batch_id, status, position);
CREATE INDEX batch_waiting_due ON batch_waiting (status, offer_until);
CREATE INDEX batch_waiting_user ON batch_waiting (user_id);
