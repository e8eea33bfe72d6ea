-- Companies that train their people here, who belongs to them, and who is invited.

-- +goose Up
CREATE TABLE companies (
  id         TEXT NOT NULL PRIMARY KEY,
  name       TEXT NOT NULL,
  name_key   TEXT NOT NULL, -- folded, for searches
  country    TEXT NOT NULL, -- ISO 3166; empty: unknown
  tax_id     TEXT NOT NULL,
  address    TEXT NOT NULL, -- lines, without the country
  status     TEXT NOT NULL CHECK (status IN ('prospect', 'active', 'suspended', 'closed')),
  note       TEXT NOT NULL, -- of administrators
  version    BIGINT NOT NULL,
  created_at TIMESTAMPTZ NOT NULL,
  updated_at TIMESTAMPTZ NOT NULL
);
CREATE INDEX companies_newest ON companies (created_at DESC, id DESC);
CREATE INDEX companies_status ON companies (status, created_at DESC, id DESC);
CREATE INDEX companies_name ON companies (name_key, id);

CREATE TABLE company_people (
  company_id TEXT NOT NULL REFERENCES companies (id),
  user_id    TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  role       TEXT NOT NULL CHECK (role IN ('manager', 'billing', 'member')),
  department TEXT NOT NULL,
  state      TEXT NOT NULL CHECK (state IN ('active', 'left')),
  joined_at  TIMESTAMPTZ NOT NULL,
  left_at    TIMESTAMPTZ,
  PRIMARY KEY (company_id, user_id)
);
CREATE INDEX company_people_user ON company_people (user_id);
CREATE INDEX company_people_newest ON company_people (company_id, state, joined_at DESC, user_id DESC);

-- Only the account that has the address can accept one.
CREATE TABLE company_invitations (
  id         TEXT NOT NULL PRIMARY KEY,
  company_id TEXT NOT NULL REFERENCES companies (id),
  email      TEXT NOT NULL,
  email_key  TEXT NOT NULL,
  full_name  TEXT NOT NULL, -- as the company writes it; may be empty
  role       TEXT NOT NULL CHECK (role IN ('manager', 'billing', 'member')),
  department TEXT NOT NULL,
  state      TEXT NOT NULL CHECK (state IN ('open', 'accepted', 'revoked')),
  invited_by TEXT REFERENCES users (id) ON DELETE SET NULL,
  user_id    TEXT REFERENCES users (id) ON DELETE CASCADE, -- who has accepted it
  created_at TIMESTAMPTZ NOT NULL,
  expires_at TIMESTAMPTZ NOT NULL
);
CREATE UNIQUE INDEX company_invitations_once ON company_invitations (company_id, email_key);
CREATE INDEX company_invitations_newest ON company_invitations (company_id, created_at DESC, id DESC);
CREATE INDEX company_invitations_invited_by ON company_invitations (invited_by);
CREATE INDEX company_invitations_user ON company_invitations (user_id);
CREATE INDEX company_invitations_expiry ON company_invitations (expires_at);
