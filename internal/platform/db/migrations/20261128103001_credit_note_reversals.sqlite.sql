-- The reversal of a credit note is a document too, and payments of the test provider can fail. The same tables with other rules, for SQLite changes none.

-- +goose Up
CREATE TABLE receipts_with_reversals (
  id         TEXT NOT NULL PRIMARY KEY,
  series     TEXT NOT NULL,
  number     BIGINT NOT NULL CHECK (number > 0),
  label      TEXT NOT NULL UNIQUE, -- at most 16 characters, as India demands
  kind       TEXT NOT NULL CHECK (kind IN ('receipt', 'credit_note', 'invoice', 'credit_note_reversal')),
  order_id   TEXT NOT NULL REFERENCES orders (id),
  buyer_id   TEXT NOT NULL REFERENCES users (id),
  source_id  TEXT NOT NULL, -- the payment, the refund, or the order
  issued_at  TIMESTAMPTZ NOT NULL,
  currency   TEXT NOT NULL,
  total      BIGINT NOT NULL,
  snapshot   TEXT NOT NULL, -- the document as JSON, byte for byte as it was hashed
  digest     TEXT NOT NULL -- SHA-256 of the digest before it in the series and the snapshot
);
INSERT INTO receipts_with_reversals (id, series, number, label, kind, order_id, buyer_id, source_id, issued_at, currency, total, snapshot, digest)
  SELECT id, series, number, label, kind, order_id, buyer_id, source_id, issued_at, currency, total, snapshot, digest FROM receipts;
CREATE TABLE receipt_buyers_kept (
  receipt_id TEXT NOT NULL PRIMARY KEY REFERENCES receipts_with_reversals (id),
  salt       TEXT NOT NULL,
  buyer      TEXT NOT NULL -- JSON, byte for byte as it was hashed
);
INSERT INTO receipt_buyers_kept (receipt_id, salt, buyer) SELECT receipt_id, salt, buyer FROM receipt_buyers;
DROP TABLE receipt_buyers;
DROP TABLE receipts;
ALTER TABLE receipts_with_reversals RENAME TO receipts;
ALTER TABLE receipt_buyers_kept RENAME TO receipt_buyers;
CREATE UNIQUE INDEX receipts_number ON receipts (series, number);
CREATE UNIQUE INDEX receipts_source ON receipts (kind, source_id);
CREATE INDEX receipts_buyer ON receipts (buyer_id, issued_at DESC, id DESC);
CREATE INDEX receipts_order ON receipts (order_id);
-- +goose StatementBegin
CREATE TRIGGER receipts_update BEFORE UPDATE ON receipts BEGIN SELECT RAISE(ABORT, 'receipts are append-only'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER receipts_delete BEFORE DELETE ON receipts BEGIN SELECT RAISE(ABORT, 'receipts are append-only'); END;
-- +goose StatementEnd
CREATE TABLE test_checkouts_that_fail (
  id         TEXT NOT NULL PRIMARY KEY,
  amount     BIGINT NOT NULL,
  currency   TEXT NOT NULL,
  title      TEXT NOT NULL,
  return_url TEXT NOT NULL,
  state      TEXT NOT NULL CHECK (state IN ('open', 'processing', 'paid', 'failed', 'cancelled')),
  failure    TEXT NOT NULL,
  paid_at    TIMESTAMPTZ, -- of processing: when it will be
  refunded   BIGINT NOT NULL CHECK (refunded BETWEEN 0 AND amount),
  expires_at TIMESTAMPTZ NOT NULL
);
INSERT INTO test_checkouts_that_fail (id, amount, currency, title, return_url, state, failure, paid_at, refunded, expires_at)
  SELECT id, amount, currency, title, return_url, state, failure, paid_at, refunded, expires_at FROM test_checkouts;
CREATE TABLE test_refunds_kept (
  id          TEXT NOT NULL PRIMARY KEY,
  checkout_id TEXT NOT NULL REFERENCES test_checkouts_that_fail (id),
  amount      BIGINT NOT NULL
);
INSERT INTO test_refunds_kept (id, checkout_id, amount) SELECT id, checkout_id, amount FROM test_refunds;
DROP TABLE test_refunds;
DROP TABLE test_checkouts;
ALTER TABLE test_checkouts_that_fail RENAME TO test_checkouts;
ALTER TABLE test_refunds_kept RENAME TO test_refunds;
CREATE INDEX test_refunds_checkout ON test_refunds (checkout_id);
