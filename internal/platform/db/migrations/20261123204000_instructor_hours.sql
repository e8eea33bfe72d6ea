-- +goose Up
-- When instructors may be booked for demo classes, and when they are away.
CREATE TABLE instructor_rules (
  instructor_id         TEXT NOT NULL PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  timezone              TEXT NOT NULL,
  slot_minutes          BIGINT NOT NULL,
  step_minutes          BIGINT NOT NULL, -- from the start of one slot to that of the next
  buffer_before_minutes BIGINT NOT NULL,
  buffer_after_minutes  BIGINT NOT NULL,
  notice_minutes        BIGINT NOT NULL CHECK (notice_minutes >= 120),
  ahead_days            BIGINT NOT NULL,
  daily_cap             BIGINT NOT NULL,
  weight                BIGINT NOT NULL CHECK (weight > 0), -- one with twice the weight is given twice as many demos
  takes_demos           BOOLEAN NOT NULL,
  demo_types            JSONB NOT NULL, -- [] for all
  hours                 JSONB NOT NULL,
  overrides             JSONB NOT NULL,
  version               BIGINT NOT NULL,
  demos_since           TIMESTAMPTZ, -- since when takes_demos has been true
  updated_at            TIMESTAMPTZ NOT NULL
);
CREATE INDEX instructor_rules_demos ON instructor_rules (instructor_id) WHERE takes_demos;

CREATE TABLE instructor_time_off (
  id            TEXT NOT NULL PRIMARY KEY,
  instructor_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  from_local    TEXT NOT NULL, -- YYYY-MM-DDTHH:MM in the time zone
  until_local   TEXT NOT NULL,
  timezone      TEXT NOT NULL,
  starts_at     TIMESTAMPTZ NOT NULL,
  ends_at       TIMESTAMPTZ NOT NULL,
  reason        TEXT NOT NULL,
  created_at    TIMESTAMPTZ NOT NULL,
  CHECK (starts_at < ends_at)
);
CREATE INDEX instructor_time_off_instructor ON instructor_time_off (instructor_id, ends_at);
