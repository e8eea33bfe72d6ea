-- Proposals to leads: lines with prices, sent as a private link, accepted or declined online.

-- +goose Up
CREATE TABLE proposals (
  id             TEXT NOT NULL PRIMARY KEY,
  lead_id        TEXT NOT NULL REFERENCES leads (id) ON DELETE CASCADE,
  number         TEXT NOT NULL, -- the same for all versions
  version        BIGINT NOT NULL,
  lines          JSONB NOT NULL, -- proposal.ProposalLine
  currency       TEXT NOT NULL, -- ISO 4217
  tax_name       TEXT NOT NULL,
  tax_ppm        BIGINT NOT NULL CHECK (tax_ppm BETWEEN 0 AND 1000000),
  net            BIGINT NOT NULL CHECK (net >= 0), -- minor units, as the following
  tax            BIGINT NOT NULL CHECK (tax >= 0),
  total          BIGINT NOT NULL CHECK (total = net + tax),
  valid_until    TEXT NOT NULL, -- the last day, YYYY-MM-DD
  terms          TEXT NOT NULL,
  status         TEXT NOT NULL CHECK (status IN ('draft', 'sent', 'viewed', 'accepted', 'declined', 'expired')),
  seller         JSONB NOT NULL, -- as they were when it was sent: proposal.ProposalParty
  buyer          JSONB NOT NULL,
  digest         TEXT NOT NULL, -- SHA-256 of what was offered: proposal.OpenProposal.Digest
  decided_name   TEXT NOT NULL,
  decided_from   TEXT NOT NULL, -- the network
  po_number      TEXT NOT NULL,
  decline_reason TEXT NOT NULL,
  created_by     TEXT NOT NULL REFERENCES users (id),
  revision       BIGINT NOT NULL,
  created_at     TIMESTAMPTZ NOT NULL,
  sent_at        TIMESTAMPTZ,
  viewed_at      TIMESTAMPTZ,
  decided_at     TIMESTAMPTZ,
  UNIQUE (lead_id, version)
);
CREATE INDEX proposals_valid ON proposals (status, valid_until);
CREATE INDEX proposals_author ON proposals (created_by);
