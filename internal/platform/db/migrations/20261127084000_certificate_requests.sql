-- Certificates: what their holders show of them, what instructors and holders ask administrators for, and rules for batches and time spent.

-- +goose Up
ALTER TABLE certificates ADD COLUMN hides_score BOOLEAN NOT NULL DEFAULT FALSE; -- on the public page
ALTER TABLE certificates ADD COLUMN hides_hours BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE certificates ADD COLUMN asked_answer TEXT NOT NULL DEFAULT ''; -- why the holder was not given the name for which they asked
ALTER TABLE certificates ADD COLUMN proposed_at TIMESTAMPTZ; -- when an instructor proposed its revocation; null when nobody has to decide about it
ALTER TABLE certificates ADD COLUMN proposed_by TEXT REFERENCES users (id);
ALTER TABLE certificates ADD COLUMN proposed_cause TEXT NOT NULL DEFAULT '' CHECK (proposed_cause IN ('', 'error', 'misconduct', 'requested'));
ALTER TABLE certificates ADD COLUMN proposed_reason TEXT NOT NULL DEFAULT '';
CREATE INDEX certificates_proposed_by ON certificates (proposed_by);

CREATE TABLE certificate_rules_of_batches (
  course_id    TEXT NOT NULL PRIMARY KEY REFERENCES courses (id) ON DELETE CASCADE,
  trigger      TEXT NOT NULL CHECK (trigger IN ('course_completed', 'batch_ended', 'manual')),
  auto         BOOLEAN NOT NULL,
  min_percent  BIGINT NOT NULL CHECK (min_percent BETWEEN 0 AND 100), -- of the required lessons
  min_score    BIGINT NOT NULL CHECK (min_score BETWEEN 0 AND 100), -- the mean of the scored lessons
  min_minutes  BIGINT NOT NULL CHECK (min_minutes BETWEEN 0 AND 100000), -- spent in the course
  hold_days    BIGINT NOT NULL CHECK (hold_days BETWEEN 0 AND 365), -- between completion, or the end of the batch, and issue
  valid_months BIGINT NOT NULL CHECK (valid_months BETWEEN 0 AND 240), -- 0: without end
  remind_days  BIGINT NOT NULL CHECK (remind_days BETWEEN 0 AND 365), -- before the end; 0: no reminder
  language     TEXT NOT NULL CHECK (language IN ('en', 'de')),
  signatory    TEXT NOT NULL,
  version      BIGINT NOT NULL,
  updated_at   TIMESTAMPTZ NOT NULL
);
INSERT INTO certificate_rules_of_batches (course_id, trigger, auto, min_percent, min_score, min_minutes, hold_days, valid_months, remind_days, language, signatory, version, updated_at)
  SELECT course_id, trigger, auto, min_percent, min_score, 0, hold_days, valid_months, remind_days, language, signatory, version, updated_at FROM certificate_rules;
DROP TABLE certificate_rules;
ALTER TABLE certificate_rules_of_batches RENAME TO certificate_rules;
