-- +goose Up
-- When instructors and resources (rooms, accounts that host meetings) are taken. No two rows of one owner overlap: what refuses them is in
-- the next migration, in the words of each database.
CREATE TABLE instructor_calendars (
  instructor_id TEXT NOT NULL PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  version       BIGINT NOT NULL -- grows with every change; writing it locks the calendar
);
CREATE TABLE instructor_busy (
  id            TEXT NOT NULL PRIMARY KEY,
  instructor_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  kind          TEXT NOT NULL CHECK (kind IN ('session', 'doubt', 'demo', 'hold', 'meeting', 'time_off')),
  ref_id        TEXT NOT NULL, -- of the session, booking, … that takes the time
  label         TEXT NOT NULL, -- its name, for those who may know it
  from_at       TIMESTAMPTZ NOT NULL, -- with buffers: what must not overlap, [from_at, until_at)
  until_at      TIMESTAMPTZ NOT NULL,
  starts_at     TIMESTAMPTZ NOT NULL, -- without buffers
  ends_at       TIMESTAMPTZ NOT NULL,
  expires_at    TIMESTAMPTZ, -- of a hold
  CHECK (from_at < until_at AND from_at <= starts_at AND ends_at <= until_at),
  CHECK ((kind = 'hold') = (expires_at IS NOT NULL))
);
-- Not unique: it would refuse two equal rows before the constraint that names the overlap does.
CREATE INDEX instructor_busy_when ON instructor_busy (instructor_id, from_at, until_at);
CREATE INDEX instructor_busy_ref ON instructor_busy (kind, ref_id);
CREATE INDEX instructor_busy_until ON instructor_busy (until_at);

CREATE TABLE resources (
  id         TEXT NOT NULL PRIMARY KEY,
  kind       TEXT NOT NULL CHECK (kind IN ('room', 'host_account')),
  name       TEXT NOT NULL,
  created_at TIMESTAMPTZ NOT NULL
);
CREATE TABLE resource_calendars (
  resource_id TEXT NOT NULL PRIMARY KEY REFERENCES resources (id) ON DELETE CASCADE,
  version     BIGINT NOT NULL
);
CREATE TABLE resource_busy (
  id          TEXT NOT NULL PRIMARY KEY,
  resource_id TEXT NOT NULL REFERENCES resources (id) ON DELETE CASCADE,
  kind        TEXT NOT NULL CHECK (kind IN ('session', 'doubt', 'demo', 'hold', 'meeting', 'time_off')),
  ref_id      TEXT NOT NULL,
  label       TEXT NOT NULL,
  from_at     TIMESTAMPTZ NOT NULL,
  until_at    TIMESTAMPTZ NOT NULL,
  starts_at   TIMESTAMPTZ NOT NULL,
  ends_at     TIMESTAMPTZ NOT NULL,
  expires_at  TIMESTAMPTZ,
  CHECK (from_at < until_at AND from_at <= starts_at AND ends_at <= until_at),
  CHECK ((kind = 'hold') = (expires_at IS NOT NULL))
);
CREATE INDEX resource_busy_when ON resource_busy (resource_id, from_at, until_at);
CREATE INDEX resource_busy_ref ON resource_busy (kind, ref_id);
CREATE INDEX resource_busy_until ON resource_busy (until_at);
