-- Refunds are also made in the dashboards of providers, and by banks for buyers who dispute a payment. The same table with another rule, for SQLite changes none.

-- +goose Up
CREATE TABLE refunds_of_all_origins (
  id           TEXT NOT NULL PRIMARY KEY,
  order_id     TEXT NOT NULL REFERENCES orders (id),
  payment_id   TEXT NOT NULL REFERENCES payments (id),
  amount       BIGINT NOT NULL CHECK (amount > 0),
  reason       TEXT NOT NULL,
  ends_access  BOOLEAN NOT NULL,
  origin       TEXT NOT NULL CHECK (origin IN ('staff', 'surplus', 'provider', 'dispute')),
  status       TEXT NOT NULL CHECK (status IN ('processing', 'succeeded', 'failed')),
  provider_ref TEXT NOT NULL,
  asked_by     TEXT REFERENCES users (id), -- null: the program
  created_at   TIMESTAMPTZ NOT NULL,
  updated_at   TIMESTAMPTZ NOT NULL
);
INSERT INTO refunds_of_all_origins (id, order_id, payment_id, amount, reason, ends_access, origin, status, provider_ref, asked_by, created_at, updated_at)
  SELECT id, order_id, payment_id, amount, reason, ends_access, origin, status, provider_ref, asked_by, created_at, updated_at FROM refunds;
DROP TABLE refunds;
ALTER TABLE refunds_of_all_origins RENAME TO refunds;
CREATE INDEX refunds_order ON refunds (order_id, created_at);
CREATE INDEX refunds_payment ON refunds (payment_id);
CREATE INDEX refunds_asked_by ON refunds (asked_by);
CREATE UNIQUE INDEX refunds_ref ON refunds (payment_id, provider_ref) WHERE provider_ref <> '';
CREATE INDEX refunds_succeeded ON refunds (updated_at) WHERE status = 'succeeded';
CREATE INDEX refunds_failed ON refunds (updated_at) WHERE status = 'failed';
-- +goose StatementBegin
CREATE TRIGGER refunds_report_insert AFTER INSERT ON refunds BEGIN
  INSERT INTO report_dirty (id, kind, key) SELECT lower(hex(randomblob(16))), 'payments', key FROM (SELECT substr(NEW.updated_at, 1, 10) AS key) WHERE key IS NOT NULL;
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER refunds_report_update AFTER UPDATE OF status, updated_at ON refunds WHEN OLD.status IS NOT NEW.status OR OLD.updated_at IS NOT NEW.updated_at BEGIN
  INSERT INTO report_dirty (id, kind, key) SELECT lower(hex(randomblob(16))), 'payments', key FROM (SELECT substr(OLD.updated_at, 1, 10) AS key UNION SELECT substr(NEW.updated_at, 1, 10) AS key) WHERE key IS NOT NULL;
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER refunds_report_delete AFTER DELETE ON refunds BEGIN
  INSERT INTO report_dirty (id, kind, key) SELECT lower(hex(randomblob(16))), 'payments', key FROM (SELECT substr(OLD.updated_at, 1, 10) AS key) WHERE key IS NOT NULL;
END;
-- +goose StatementEnd
