-- +goose Up

ALTER TABLE live_registrants ADD COLUMN status TEXT NOT NULL DEFAULT 'approved' CHECK (status IN ('approved', 'cancelled', 'denied'));

-- How often a user was registered for a meeting, and their registration changed, on a day in UTC: Zoom allows few of both.
CREATE TABLE registrant_calls (
  meeting_id TEXT NOT NULL REFERENCES live_meetings (id) ON DELETE CASCADE,
  user_id    TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  day        TEXT NOT NULL,
  added      BIGINT NOT NULL,
  changed    BIGINT NOT NULL,
  PRIMARY KEY (meeting_id, user_id, day)
);
CREATE INDEX registrant_calls_user ON registrant_calls (user_id);
CREATE INDEX registrant_calls_day ON registrant_calls (day);

ALTER TABLE recording_files ADD COLUMN trashed_at TIMESTAMPTZ; -- when it was deleted at its server
