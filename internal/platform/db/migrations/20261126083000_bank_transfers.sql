-- Attempts to pay by bank transfer: what the buyer was told, what they have shown for it, and what an administrator has decided.

-- +goose Up
CREATE TABLE bank_transfers (
  id          TEXT NOT NULL PRIMARY KEY, -- of the attempt
  reference   TEXT NOT NULL, -- ISO 11649, from the number of the order
  account     TEXT NOT NULL, -- to which it goes, as the buyer was told
  amount      BIGINT NOT NULL,
  currency    TEXT NOT NULL,
  state       TEXT NOT NULL CHECK (state IN ('open', 'submitted', 'approved', 'declined', 'cancelled')),
  proof_id    TEXT NOT NULL, -- of a file; empty for none
  proof_name  TEXT NOT NULL,
  proof_type  TEXT NOT NULL,
  received    BIGINT NOT NULL, -- of approved: what has arrived
  value_date  TEXT NOT NULL DEFAULT '', -- of approved: the day on the school's account
  bank_ref    TEXT NOT NULL DEFAULT '', -- of approved: what the bank calls it
  reason      TEXT NOT NULL, -- of declined: for the buyer
  decided_by  TEXT REFERENCES users (id),
  expires_at  TIMESTAMPTZ NOT NULL,
  created_at  TIMESTAMPTZ NOT NULL,
  updated_at  TIMESTAMPTZ NOT NULL
);
CREATE INDEX bank_transfers_waiting ON bank_transfers (created_at, id) WHERE state IN ('open', 'submitted');
CREATE INDEX bank_transfers_proof ON bank_transfers (proof_id) WHERE proof_id <> '';
CREATE INDEX bank_transfers_decided_by ON bank_transfers (decided_by);
