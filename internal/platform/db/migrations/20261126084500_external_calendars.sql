-- +goose Up
-- Calendars that instructors keep elsewhere. Their busy times take part in no constraint: they never keep anybody from planning.
CREATE TABLE external_calendars (
  id            TEXT NOT NULL PRIMARY KEY,
  instructor_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  name          TEXT NOT NULL,
  host          TEXT NOT NULL,
  address       TEXT NOT NULL, -- sealed, base64: who has it can read the calendar
  timezone      TEXT NOT NULL, -- of times without a zone
  etag          TEXT NOT NULL, -- of the last answer that was read; '' for none
  next_at       TIMESTAMPTZ NOT NULL,
  read_at       TIMESTAMPTZ, -- when its busy times were last true
  failed_since  TIMESTAMPTZ,
  last_error    TEXT NOT NULL,
  unread        BIGINT NOT NULL, -- events that were not understood
  created_at    TIMESTAMPTZ NOT NULL
);
CREATE INDEX external_calendars_instructor ON external_calendars (instructor_id, created_at);
CREATE INDEX external_calendars_next ON external_calendars (next_at);
CREATE TABLE external_busy (
  calendar_id   TEXT NOT NULL REFERENCES external_calendars (id) ON DELETE CASCADE,
  instructor_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  from_at       TIMESTAMPTZ NOT NULL,
  until_at      TIMESTAMPTZ NOT NULL,
  PRIMARY KEY (calendar_id, from_at),
  CHECK (from_at < until_at)
);
CREATE INDEX external_busy_when ON external_busy (instructor_id, until_at);
