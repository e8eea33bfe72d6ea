-- +goose Up
-- Meetings outside of batches take place at Zoom too, and in the built-in room.
ALTER TABLE live_meetings RENAME COLUMN session_id TO owner_id; -- a session, or a meeting outside of batches
ALTER TABLE live_meetings ADD COLUMN owner_kind TEXT NOT NULL DEFAULT 'session' CHECK (owner_kind IN ('session', 'meeting'));
ALTER TABLE online_meetings DROP CONSTRAINT online_meetings_provider_check;
ALTER TABLE online_meetings ADD CONSTRAINT online_meetings_provider_check CHECK (provider IN ('none', 'link', 'built_in', 'bigbluebutton', 'jitsi', 'zoom'));

-- Who is in the built-in room of a meeting.
CREATE TABLE online_meeting_presence (
  meeting_id TEXT NOT NULL REFERENCES online_meetings (id) ON DELETE CASCADE,
  user_id    TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  since      TIMESTAMPTZ NOT NULL,
  seen_at    TIMESTAMPTZ NOT NULL, -- when their browser last said so
  PRIMARY KEY (meeting_id, user_id)
);
CREATE INDEX online_meeting_presence_user ON online_meeting_presence (user_id);
CREATE INDEX online_meeting_presence_seen ON online_meeting_presence (seen_at);
