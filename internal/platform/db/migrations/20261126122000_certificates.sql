-- Certificates: by which rule those of a course are issued, and what was issued to whom. A certificate keeps what is printed on it, so that
-- nothing of it follows what becomes of the course or the account.

-- +goose Up
CREATE TABLE certificate_rules (
  course_id    TEXT NOT NULL PRIMARY KEY REFERENCES courses (id) ON DELETE CASCADE,
  trigger      TEXT NOT NULL CHECK (trigger IN ('course_completed', 'manual')),
  auto         BOOLEAN NOT NULL,
  min_percent  BIGINT NOT NULL CHECK (min_percent BETWEEN 0 AND 100), -- of the required lessons
  min_score    BIGINT NOT NULL CHECK (min_score BETWEEN 0 AND 100), -- the mean of the scored lessons
  hold_days    BIGINT NOT NULL CHECK (hold_days BETWEEN 0 AND 365), -- between completion and issue
  valid_months BIGINT NOT NULL CHECK (valid_months BETWEEN 0 AND 240), -- 0: without end
  remind_days  BIGINT NOT NULL CHECK (remind_days BETWEEN 0 AND 365), -- before the end; 0: no reminder
  language     TEXT NOT NULL CHECK (language IN ('en', 'de')),
  signatory    TEXT NOT NULL,
  version      BIGINT NOT NULL,
  updated_at   TIMESTAMPTZ NOT NULL
);

CREATE TABLE certificates (
  id           TEXT NOT NULL PRIMARY KEY,
  code         TEXT NOT NULL UNIQUE,
  user_id      TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  course_id    TEXT REFERENCES courses (id) ON DELETE SET NULL,
  cycle        BIGINT NOT NULL CHECK (cycle > 0), -- grows when another is issued after one has expired
  status       TEXT NOT NULL CHECK (status IN ('issued', 'expired', 'revoked', 'superseded')),
  name         TEXT NOT NULL,
  course_title TEXT NOT NULL,
  issuer       TEXT NOT NULL, -- the school, as it was called
  facts        JSONB NOT NULL,
  issued_at    TIMESTAMPTZ NOT NULL,
  expires_at   TIMESTAMPTZ,
  remind_at    TIMESTAMPTZ, -- null when the holder was reminded
  ended_at     TIMESTAMPTZ, -- when it was revoked or superseded
  cause        TEXT NOT NULL CHECK (cause IN ('', 'error', 'misconduct', 'requested', 'withdrawn')), -- of a revocation, shown to everybody
  reason       TEXT NOT NULL, -- of a revocation or a new issue, shown to the holder
  replaces_id  TEXT REFERENCES certificates (id),
  asked_at     TIMESTAMPTZ, -- when the holder has asked for another name
  asked_name   TEXT NOT NULL, -- empty when nobody has to decide about it
  asked_reason TEXT NOT NULL,
  pdf_sha256   TEXT NOT NULL,
  pdf_size     BIGINT NOT NULL
);
CREATE UNIQUE INDEX certificates_live ON certificates (user_id, course_id, cycle) WHERE status = 'issued';
CREATE INDEX certificates_user ON certificates (user_id, issued_at DESC, id DESC);
CREATE INDEX certificates_course ON certificates (course_id, issued_at DESC, id DESC);
CREATE INDEX certificates_status ON certificates (course_id, status, issued_at DESC, id DESC);
CREATE INDEX certificates_replaces ON certificates (replaces_id);
CREATE INDEX certificates_expiry ON certificates (expires_at) WHERE status = 'issued';
CREATE INDEX certificates_reminder ON certificates (remind_at) WHERE status = 'issued';
