-- Terms of use and privacy policy: versions that never change, and who has accepted them.

-- +goose Up
CREATE TABLE legal_documents (
  kind                TEXT NOT NULL CHECK (kind IN ('terms', 'privacy')),
  version             BIGINT NOT NULL CHECK (version > 0), -- 1, 2, 3 of its kind
  texts               JSONB NOT NULL, -- title and body (clean HTML) in each language, the default first
  requires_acceptance BOOLEAN NOT NULL, -- whether those who have accepted an earlier version are asked again
  published_at        TIMESTAMPTZ NOT NULL,
  published_by        TEXT NOT NULL REFERENCES users (id),
  PRIMARY KEY (kind, version)
);
CREATE INDEX legal_documents_published_by ON legal_documents (published_by);

-- The next version of each, as administrators write it.
CREATE TABLE legal_drafts (
  kind       TEXT NOT NULL PRIMARY KEY CHECK (kind IN ('terms', 'privacy')),
  texts      JSONB NOT NULL,
  revision   BIGINT NOT NULL, -- grows with each change, for If-Match
  changed_at TIMESTAMPTZ NOT NULL
);

CREATE TABLE legal_acceptances (
  user_id     TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  kind        TEXT NOT NULL,
  version     BIGINT NOT NULL,
  accepted_at TIMESTAMPTZ NOT NULL,
  network     TEXT NOT NULL, -- not the full IP address
  PRIMARY KEY (user_id, kind, version),
  FOREIGN KEY (kind, version) REFERENCES legal_documents (kind, version)
);
CREATE INDEX legal_acceptances_document ON legal_acceptances (kind, version);

-- What users must accept before they go on: the one definition of it. A later version covers those before it.
CREATE VIEW unaccepted_documents AS
  SELECT u.id AS user_id, d.kind
  FROM users AS u CROSS JOIN legal_documents AS d
  WHERE d.requires_acceptance
  AND NOT EXISTS (SELECT 1 FROM legal_documents AS n WHERE n.kind = d.kind AND n.version > d.version AND n.requires_acceptance)
  AND NOT EXISTS (SELECT 1 FROM legal_acceptances AS a WHERE a.user_id = u.id AND a.kind = d.kind AND a.version >= d.version);

-- What was accepted when the sign-up was begun: kind, version, time and network.
ALTER TABLE sign_ups ADD COLUMN accepted JSONB NOT NULL DEFAULT '[]';
