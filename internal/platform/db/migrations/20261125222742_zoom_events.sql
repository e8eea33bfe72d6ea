-- +goose Up
-- What Zoom says of meetings, and who was in them.
ALTER TABLE attendance_intervals ADD COLUMN external_key TEXT; -- of the provider that reports it; NULL for others
CREATE UNIQUE INDEX attendance_intervals_key ON attendance_intervals (session_id, external_key);
ALTER TABLE live_meetings ADD COLUMN reported_at TIMESTAMPTZ; -- when Zoom was asked who was in

CREATE TABLE live_instances (
  meeting_id TEXT NOT NULL REFERENCES live_meetings (id) ON DELETE CASCADE,
  uuid       TEXT NOT NULL, -- of one time in which it took place
  started_at TIMESTAMPTZ NOT NULL,
  ended_at   TIMESTAMPTZ,
  PRIMARY KEY (meeting_id, uuid)
);

CREATE TABLE live_events (
  digest      TEXT NOT NULL PRIMARY KEY, -- SHA-256 of the body, by which a repetition is known
  body        TEXT NOT NULL, -- empty once it has had its effect
  received_at TIMESTAMPTZ NOT NULL
);
CREATE INDEX live_events_received ON live_events (received_at);
