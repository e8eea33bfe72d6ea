-- Orders, payments and receipts. Amounts are in the minor unit of the currency beside them. Nothing here goes with a course: what was bought
-- and paid for stays in the books.

-- +goose Up
CREATE TABLE orders (
  id                 TEXT NOT NULL PRIMARY KEY,
  number             TEXT NOT NULL UNIQUE, -- for people; random, so that it tells nobody how many there are
  buyer_id           TEXT NOT NULL REFERENCES users (id),
  cart_key           TEXT NOT NULL, -- the client's; the same cart is ordered once
  status             TEXT NOT NULL CHECK (status IN ('draft', 'pending', 'paid', 'partially_refunded', 'refunded', 'failed', 'cancelled', 'expired')),
  currency           TEXT NOT NULL,
  prices_include_tax BOOLEAN NOT NULL,
  net                BIGINT NOT NULL,
  tax                BIGINT NOT NULL,
  rounding           BIGINT NOT NULL,
  total              BIGINT NOT NULL CHECK (total = net + tax + rounding),
  paid               BIGINT NOT NULL,
  refund_reserved    BIGINT NOT NULL, -- asked of the provider, or refunded
  refunded           BIGINT NOT NULL,
  billing            JSONB NOT NULL,
  expires_at         TIMESTAMPTZ NOT NULL, -- until when the price holds
  paid_at            TIMESTAMPTZ,
  created_at         TIMESTAMPTZ NOT NULL,
  updated_at         TIMESTAMPTZ NOT NULL,
  CHECK (0 <= refunded AND refunded <= refund_reserved AND refund_reserved <= paid AND paid <= total)
);
CREATE UNIQUE INDEX orders_cart ON orders (buyer_id, cart_key);
CREATE INDEX orders_buyer ON orders (buyer_id, created_at DESC, id DESC);
CREATE INDEX orders_newest ON orders (created_at DESC, id DESC);
CREATE INDEX orders_status ON orders (status, created_at DESC, id DESC);
CREATE INDEX orders_expiry ON orders (expires_at) WHERE status = 'pending';

CREATE TABLE order_lines (
  id             TEXT NOT NULL PRIMARY KEY,
  order_id       TEXT NOT NULL REFERENCES orders (id),
  position       BIGINT NOT NULL,
  course_id      TEXT REFERENCES courses (id) ON DELETE SET NULL,
  title          TEXT NOT NULL, -- of the course, when it was ordered
  plan           TEXT NOT NULL CHECK (plan IN ('individual', 'batch')),
  list           BIGINT NOT NULL,
  early_bird     BIGINT NOT NULL,
  charged        BIGINT NOT NULL CHECK (charged >= 0 AND charged = list - early_bird),
  beneficiary_id TEXT NOT NULL REFERENCES users (id)
);
CREATE UNIQUE INDEX order_lines_position ON order_lines (order_id, position);
CREATE INDEX order_lines_course ON order_lines (course_id);
CREATE INDEX order_lines_beneficiary ON order_lines (beneficiary_id);

CREATE TABLE order_taxes (
  order_id TEXT NOT NULL REFERENCES orders (id),
  position BIGINT NOT NULL,
  name     TEXT NOT NULL,
  rate_ppm BIGINT NOT NULL CHECK (rate_ppm BETWEEN 0 AND 1000000),
  base     BIGINT NOT NULL,
  amount   BIGINT NOT NULL,
  PRIMARY KEY (order_id, position)
);

-- One try to pay an order at a provider. Its id is the idempotency key there.
CREATE TABLE payment_attempts (
  id            TEXT NOT NULL PRIMARY KEY,
  order_id      TEXT NOT NULL REFERENCES orders (id),
  provider      TEXT NOT NULL,
  provider_ref  TEXT, -- null until the provider has answered
  amount        BIGINT NOT NULL,
  currency      TEXT NOT NULL,
  status        TEXT NOT NULL CHECK (status IN ('creating', 'open', 'processing', 'succeeded', 'failed', 'cancelled', 'expired')),
  redirect_url  TEXT NOT NULL,
  failure       TEXT NOT NULL, -- why it failed, as a code of ours
  checks        BIGINT NOT NULL, -- how often the provider was asked
  next_check_at TIMESTAMPTZ, -- null: never again
  expires_at    TIMESTAMPTZ NOT NULL,
  created_at    TIMESTAMPTZ NOT NULL
);
CREATE UNIQUE INDEX payment_attempts_ref ON payment_attempts (provider, provider_ref);
CREATE UNIQUE INDEX payment_attempts_live ON payment_attempts (order_id) WHERE status IN ('creating', 'open', 'processing');
CREATE INDEX payment_attempts_order ON payment_attempts (order_id, created_at);
CREATE INDEX payment_attempts_check ON payment_attempts (next_check_at) WHERE next_check_at IS NOT NULL;

-- Money that has arrived.
CREATE TABLE payments (
  id           TEXT NOT NULL PRIMARY KEY,
  order_id     TEXT NOT NULL REFERENCES orders (id),
  attempt_id   TEXT NOT NULL REFERENCES payment_attempts (id),
  provider     TEXT NOT NULL,
  provider_ref TEXT NOT NULL,
  amount       BIGINT NOT NULL CHECK (amount > 0),
  currency     TEXT NOT NULL,
  method       TEXT NOT NULL,
  surplus      BOOLEAN NOT NULL, -- the order was paid already, or is not to be fulfilled any more: it is sent back
  received_at  TIMESTAMPTZ NOT NULL
);
CREATE UNIQUE INDEX payments_ref ON payments (provider, provider_ref);
CREATE INDEX payments_order ON payments (order_id, received_at);
CREATE INDEX payments_attempt ON payments (attempt_id);

-- Money that has arrived and fits no order: another amount or currency than was asked for. People decide.
CREATE TABLE held_payments (
  id           TEXT NOT NULL PRIMARY KEY,
  attempt_id   TEXT NOT NULL REFERENCES payment_attempts (id),
  provider     TEXT NOT NULL,
  provider_ref TEXT NOT NULL,
  amount       BIGINT NOT NULL,
  currency     TEXT NOT NULL,
  received_at  TIMESTAMPTZ NOT NULL
);
CREATE UNIQUE INDEX held_payments_ref ON held_payments (provider, provider_ref);
CREATE INDEX held_payments_attempt ON held_payments (attempt_id);

-- Messages of providers. A message is a reason to ask the provider, never a fact.
CREATE TABLE provider_events (
  provider    TEXT NOT NULL,
  event_id    TEXT NOT NULL,
  kind        TEXT NOT NULL,
  attempt_id  TEXT NOT NULL,
  received_at TIMESTAMPTZ NOT NULL,
  PRIMARY KEY (provider, event_id)
);
CREATE INDEX provider_events_age ON provider_events (received_at);

CREATE TABLE refunds (
  id           TEXT NOT NULL PRIMARY KEY,
  order_id     TEXT NOT NULL REFERENCES orders (id),
  payment_id   TEXT NOT NULL REFERENCES payments (id),
  amount       BIGINT NOT NULL CHECK (amount > 0),
  reason       TEXT NOT NULL,
  ends_access  BOOLEAN NOT NULL,
  origin       TEXT NOT NULL CHECK (origin IN ('staff', 'surplus')),
  status       TEXT NOT NULL CHECK (status IN ('processing', 'succeeded', 'failed')),
  provider_ref TEXT NOT NULL,
  asked_by     TEXT REFERENCES users (id), -- null: the program
  created_at   TIMESTAMPTZ NOT NULL,
  updated_at   TIMESTAMPTZ NOT NULL
);
CREATE INDEX refunds_order ON refunds (order_id, created_at);
CREATE INDEX refunds_payment ON refunds (payment_id);
CREATE INDEX refunds_asked_by ON refunds (asked_by);

-- The last number of each series of documents. Numbers are taken with the transaction of their document, so that none is missing.
CREATE TABLE number_series (
  name           TEXT NOT NULL PRIMARY KEY,
  last           BIGINT NOT NULL,
  last_issued_at TIMESTAMPTZ NOT NULL,
  last_digest    TEXT NOT NULL
);

CREATE TABLE receipts (
  id         TEXT NOT NULL PRIMARY KEY,
  series     TEXT NOT NULL,
  number     BIGINT NOT NULL CHECK (number > 0),
  label      TEXT NOT NULL UNIQUE, -- at most 16 characters, as India demands
  kind       TEXT NOT NULL CHECK (kind IN ('receipt', 'credit_note')),
  order_id   TEXT NOT NULL REFERENCES orders (id),
  buyer_id   TEXT NOT NULL REFERENCES users (id),
  source_id  TEXT NOT NULL, -- the payment, or the refund
  issued_at  TIMESTAMPTZ NOT NULL,
  currency   TEXT NOT NULL,
  total      BIGINT NOT NULL,
  snapshot   TEXT NOT NULL, -- the document as JSON, byte for byte as it was hashed
  digest     TEXT NOT NULL -- SHA-256 of the digest before it in the series and the snapshot
);
CREATE UNIQUE INDEX receipts_number ON receipts (series, number);
CREATE UNIQUE INDEX receipts_source ON receipts (kind, source_id);
CREATE INDEX receipts_buyer ON receipts (buyer_id, issued_at DESC, id DESC);
CREATE INDEX receipts_order ON receipts (order_id);

-- To whom a document was issued. It stands beside the document, which is never changed, and holds a salt, without which the digest in the
-- document does not tell who it was.
CREATE TABLE receipt_buyers (
  receipt_id TEXT NOT NULL PRIMARY KEY REFERENCES receipts (id),
  salt       TEXT NOT NULL,
  buyer      TEXT NOT NULL -- JSON, byte for byte as it was hashed
);

-- What the provider of the demo knows, which is nobody's money.
CREATE TABLE test_checkouts (
  id         TEXT NOT NULL PRIMARY KEY,
  amount     BIGINT NOT NULL,
  currency   TEXT NOT NULL,
  title      TEXT NOT NULL,
  return_url TEXT NOT NULL,
  state      TEXT NOT NULL CHECK (state IN ('open', 'processing', 'paid', 'cancelled')),
  failure    TEXT NOT NULL,
  paid_at    TIMESTAMPTZ, -- of processing: when it will be
  refunded   BIGINT NOT NULL CHECK (refunded BETWEEN 0 AND amount),
  expires_at TIMESTAMPTZ NOT NULL
);
CREATE TABLE test_refunds (
  id          TEXT NOT NULL PRIMARY KEY,
  checkout_id TEXT NOT NULL REFERENCES test_checkouts (id),
  amount      BIGINT NOT NULL
);
CREATE INDEX test_refunds_checkout ON test_refunds (checkout_id);
