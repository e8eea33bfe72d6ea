-- The books. Each journal (ref) balances; nothing in it is changed.

-- +goose Up
CREATE TABLE postings (
  ref      TEXT NOT NULL, -- what has happened: payment:…, refund:…, dispute:…, document:…
  account  TEXT NOT NULL,
  at       TIMESTAMPTZ NOT NULL,
  currency TEXT NOT NULL,
  amount   BIGINT NOT NULL, -- minor units; positive: what the school has or has spent
  order_id TEXT NOT NULL REFERENCES orders (id),
  PRIMARY KEY (ref, account)
);
CREATE INDEX postings_order ON postings (order_id);
CREATE INDEX postings_at ON postings (at);
