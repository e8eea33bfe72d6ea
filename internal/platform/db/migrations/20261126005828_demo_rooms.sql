-- +goose Up
-- Where instructors give demo classes. One without a row meets on a server of the school that makes rooms as they are entered.
CREATE TABLE demo_rooms (
  instructor_id TEXT NOT NULL PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  provider      TEXT NOT NULL CHECK (provider IN ('none', 'link', 'bigbluebutton', 'jitsi')),
  url           TEXT NOT NULL,
  version       BIGINT NOT NULL,
  updated_at    TIMESTAMPTZ NOT NULL
);
ALTER TABLE demo_bookings ADD COLUMN learner_joined_at TIMESTAMPTZ; -- when each side entered the room first
ALTER TABLE demo_bookings ADD COLUMN instructor_joined_at TIMESTAMPTZ;
