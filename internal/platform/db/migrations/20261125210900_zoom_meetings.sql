-- +goose Up
CREATE UNIQUE INDEX resources_name ON resources (kind, name);

-- Meetings at Zoom, one for each session that meets there, made by a job.
CREATE TABLE live_meetings (
  id            TEXT NOT NULL PRIMARY KEY,
  session_id    TEXT NOT NULL, -- no reference: what is made at Zoom has to be deleted there, also when the session is gone
  host_id       TEXT REFERENCES resources (id) ON DELETE SET NULL, -- NULL while no account is free
  is_second     BOOLEAN NOT NULL, -- on another host, after the first one has failed
  external_id   TEXT NOT NULL, -- number at Zoom; empty until it is known
  external_uuid TEXT NOT NULL, -- of its first instance
  state         TEXT NOT NULL CHECK (state IN ('wanted', 'creating', 'ready', 'updating', 'deleting', 'deleted', 'failed')),
  topic         TEXT NOT NULL,
  timezone      TEXT NOT NULL,
  starts_at     TIMESTAMPTZ NOT NULL,
  ends_at       TIMESTAMPTZ NOT NULL,
  want_hash     TEXT NOT NULL, -- of topic and times as they should be
  tries         BIGINT NOT NULL, -- that have failed in a row
  next_try_at   TIMESTAMPTZ NOT NULL,
  claimed_until TIMESTAMPTZ, -- a worker is at it
  last_error    TEXT NOT NULL, -- why it is not ready; empty for no reason
  last_detail   TEXT NOT NULL, -- what Zoom says about it
  created_at    TIMESTAMPTZ NOT NULL,
  updated_at    TIMESTAMPTZ NOT NULL,
  CHECK (starts_at < ends_at)
);
CREATE UNIQUE INDEX live_meetings_session ON live_meetings (session_id) WHERE state NOT IN ('deleting', 'deleted');
CREATE INDEX live_meetings_start ON live_meetings (starts_at, id);
CREATE INDEX live_meetings_host ON live_meetings (host_id);
CREATE INDEX live_meetings_try ON live_meetings (state, next_try_at);
CREATE INDEX live_meetings_external ON live_meetings (external_id);

-- How often a host's meetings were created and changed on a day in UTC, of which Zoom allows 100.
CREATE TABLE host_calls (
  host_id TEXT NOT NULL REFERENCES resources (id) ON DELETE CASCADE,
  day     TEXT NOT NULL, -- YYYY-MM-DD
  used    BIGINT NOT NULL,
  PRIMARY KEY (host_id, day)
);

-- Learners as Zoom knows them in one meeting.
CREATE TABLE live_registrants (
  meeting_id    TEXT NOT NULL REFERENCES live_meetings (id) ON DELETE CASCADE,
  user_id       TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  registrant_id TEXT NOT NULL,
  created_at    TIMESTAMPTZ NOT NULL,
  PRIMARY KEY (meeting_id, user_id)
);
CREATE INDEX live_registrants_user ON live_registrants (user_id);
