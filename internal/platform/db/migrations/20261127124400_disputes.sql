-- What buyers have their banks take back, what providers keep of a payment, and what was decided about payments that fit no order.

-- +goose Up
ALTER TABLE payments ADD COLUMN fee BIGINT; -- what the provider, or a bank on the way, has kept of the amount; null: unknown
ALTER TABLE held_payments ADD COLUMN decision TEXT CHECK (decision IN ('settled', 'returned')); -- null: none yet
ALTER TABLE held_payments ADD COLUMN decided_by TEXT REFERENCES users (id);
ALTER TABLE held_payments ADD COLUMN decided_at TIMESTAMPTZ;
DROP INDEX held_payments_received;
CREATE INDEX held_payments_undecided ON held_payments (received_at, id) WHERE decision IS NULL;
CREATE INDEX held_payments_decided_by ON held_payments (decided_by);

CREATE TABLE disputes (
  id           TEXT NOT NULL PRIMARY KEY,
  order_id     TEXT NOT NULL REFERENCES orders (id),
  payment_id   TEXT NOT NULL REFERENCES payments (id),
  provider     TEXT NOT NULL,
  provider_ref TEXT NOT NULL,
  amount       BIGINT NOT NULL,
  currency     TEXT NOT NULL,
  reason       TEXT NOT NULL, -- the provider's word
  status       TEXT NOT NULL CHECK (status IN ('needs_response', 'under_review', 'won', 'lost')),
  withdrawn    BOOLEAN NOT NULL, -- the bank has taken the money back until it is decided; not for an inquiry
  respond_by   TIMESTAMPTZ,
  created_at   TIMESTAMPTZ NOT NULL,
  updated_at   TIMESTAMPTZ NOT NULL
);
CREATE UNIQUE INDEX disputes_ref ON disputes (provider, provider_ref);
CREATE INDEX disputes_order ON disputes (order_id);
CREATE INDEX disputes_payment ON disputes (payment_id);
CREATE INDEX disputes_newest ON disputes (created_at DESC, id DESC);
