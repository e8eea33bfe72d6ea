-- Refunds that fail after they had succeeded, and what administrators make of those that failed.

-- +goose Up
ALTER TABLE refunds ADD COLUMN reversed_at TIMESTAMPTZ; -- when a refund that had succeeded turned out to have failed
ALTER TABLE refunds ADD COLUMN resolved_at TIMESTAMPTZ; -- of a failed one: since when nothing is left to do
ALTER TABLE refunds ADD COLUMN resolved_by TEXT REFERENCES users (id);
ALTER TABLE refunds ADD COLUMN resolution TEXT NOT NULL DEFAULT ''; -- what was done instead, in words
CREATE INDEX refunds_resolved_by ON refunds (resolved_by);
CREATE INDEX refunds_unresolved ON refunds (updated_at) WHERE status = 'failed' AND origin <> 'dispute' AND resolved_at IS NULL;
DROP INDEX refunds_failed;

-- What the provider of the demo knows besides: refunds that fail later, and disputes.
ALTER TABLE test_refunds ADD COLUMN failed_at TIMESTAMPTZ; -- null: it has arrived
CREATE TABLE test_disputes (
  id          TEXT NOT NULL PRIMARY KEY,
  checkout_id TEXT NOT NULL REFERENCES test_checkouts (id),
  amount      BIGINT NOT NULL CHECK (amount > 0),
  status      TEXT NOT NULL CHECK (status IN ('needs_response', 'won', 'lost')),
  respond_by  TIMESTAMPTZ NOT NULL
);
CREATE UNIQUE INDEX test_disputes_checkout ON test_disputes (checkout_id);
