-- +goose Up
-- The rules by which sessions of batches repeat, what changes of sessions were, and holidays.
CREATE TABLE batch_series (
  id               TEXT NOT NULL PRIMARY KEY,
  batch_id         TEXT NOT NULL REFERENCES batches (id) ON DELETE CASCADE,
  freq             TEXT NOT NULL CHECK (freq IN ('daily', 'weekly', 'monthly')),
  every            BIGINT NOT NULL CHECK (every BETWEEN 1 AND 52), -- so many days, weeks or months
  weekdays         JSONB NOT NULL, -- list of their English names
  start_date       TEXT NOT NULL, -- YYYY-MM-DD in the time zone
  until_date       TEXT NOT NULL, -- '' for a rule with a count
  session_count    BIGINT NOT NULL, -- 0 for a rule with an end
  start_time       TEXT NOT NULL, -- HH:MM
  end_time         TEXT NOT NULL,
  timezone         TEXT NOT NULL,
  exdates          JSONB NOT NULL, -- list of YYYY-MM-DD
  on_holiday       TEXT NOT NULL CHECK (on_holiday IN ('shift_to_end', 'skip')),
  holiday_calendar TEXT NOT NULL,
  created_at       TIMESTAMPTZ NOT NULL
);
CREATE INDEX batch_series_batch ON batch_series (batch_id);

ALTER TABLE batch_sessions ADD COLUMN series_id TEXT; -- of batch_series; null for a session that was planned alone
ALTER TABLE batch_sessions ADD COLUMN original_date TEXT NOT NULL DEFAULT ''; -- as it was planned first
ALTER TABLE batch_sessions ADD COLUMN original_start_time TEXT NOT NULL DEFAULT '';
ALTER TABLE batch_sessions ADD COLUMN original_end_time TEXT NOT NULL DEFAULT '';
ALTER TABLE batch_sessions ADD COLUMN detached BOOLEAN NOT NULL DEFAULT FALSE; -- it was moved alone: moves of its series leave it
UPDATE batch_sessions SET original_date = date, original_start_time = start_time, original_end_time = end_time;
CREATE INDEX batch_sessions_series ON batch_sessions (series_id, original_date);

-- What was done to sessions. Those that were changed at once have the same change_id.
CREATE TABLE batch_session_moves (
  change_id  TEXT NOT NULL,
  session_id TEXT NOT NULL REFERENCES batch_sessions (id) ON DELETE CASCADE,
  kind       TEXT NOT NULL CHECK (kind IN ('moved', 'cancelled', 'restored')),
  scope      TEXT NOT NULL CHECK (scope IN ('one', 'following', 'all', 'schedule')), -- schedule: another schedule replaced what was ahead
  reason     TEXT NOT NULL,
  from_start TIMESTAMPTZ NOT NULL,
  from_end   TIMESTAMPTZ NOT NULL,
  to_start   TIMESTAMPTZ NOT NULL, -- of a cancelled session: from_start
  to_end     TIMESTAMPTZ NOT NULL,
  changed_by TEXT NOT NULL REFERENCES users (id),
  changed_at TIMESTAMPTZ NOT NULL,
  PRIMARY KEY (change_id, session_id)
);
CREATE INDEX batch_session_moves_session ON batch_session_moves (session_id, changed_at);
CREATE INDEX batch_session_moves_by ON batch_session_moves (changed_by);

CREATE TABLE holiday_calendars (
  calendar   TEXT NOT NULL PRIMARY KEY,
  version    BIGINT NOT NULL,
  updated_at TIMESTAMPTZ NOT NULL
);
CREATE TABLE holidays (
  calendar TEXT NOT NULL REFERENCES holiday_calendars (calendar) ON DELETE CASCADE,
  date     TEXT NOT NULL, -- YYYY-MM-DD
  name     TEXT NOT NULL,
  PRIMARY KEY (calendar, date)
);
