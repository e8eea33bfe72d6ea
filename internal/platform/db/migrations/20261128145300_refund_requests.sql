-- Buyers who ask for a refund, and what the school has decided.

-- +goose Up
CREATE TABLE refund_requests (
  id         TEXT NOT NULL PRIMARY KEY,
  order_id   TEXT NOT NULL REFERENCES orders (id),
  asked_by   TEXT NOT NULL REFERENCES users (id), -- the buyer, or who looks after the bills of their company
  reason     TEXT NOT NULL, -- of the buyer; empty once their account is erased
  status     TEXT NOT NULL CHECK (status IN ('open', 'approved', 'refused', 'withdrawn')),
  answer     TEXT NOT NULL, -- why it was refused, for the buyer
  refund_id  TEXT REFERENCES refunds (id), -- of an approved one
  decided_by TEXT REFERENCES users (id), -- null: withdrawn, or refunded at the provider
  decided_at TIMESTAMPTZ,
  created_at TIMESTAMPTZ NOT NULL,
  CHECK ((status = 'open') = (decided_at IS NULL))
);
CREATE UNIQUE INDEX refund_requests_open ON refund_requests (order_id) WHERE status = 'open';
CREATE INDEX refund_requests_order ON refund_requests (order_id, created_at DESC, id DESC);
CREATE INDEX refund_requests_waiting ON refund_requests (created_at, id) WHERE status = 'open';
CREATE INDEX refund_requests_asked_by ON refund_requests (asked_by);
CREATE INDEX refund_requests_decided_by ON refund_requests (decided_by);
CREATE INDEX refund_requests_refund ON refund_requests (refund_id);
