-- +goose Up
-- Demo classes take place at Zoom, too. SQLite can't change a CHECK: a column that takes the new value replaces the one that doesn't.
ALTER TABLE live_meetings ADD COLUMN held_as TEXT NOT NULL DEFAULT 'session' CHECK (held_as IN ('session', 'meeting', 'demo'));
UPDATE live_meetings SET held_as = owner_kind;
ALTER TABLE live_meetings DROP COLUMN owner_kind;
ALTER TABLE live_meetings RENAME COLUMN held_as TO owner_kind;

ALTER TABLE demo_rooms ADD COLUMN meets_at TEXT NOT NULL DEFAULT 'none' CHECK (meets_at IN ('none', 'link', 'bigbluebutton', 'jitsi', 'zoom'));
UPDATE demo_rooms SET meets_at = provider;
ALTER TABLE demo_rooms DROP COLUMN provider;
ALTER TABLE demo_rooms RENAME COLUMN meets_at TO provider;

-- Who has booked a demo class, as Zoom knows them: they need no account here.
CREATE TABLE live_guests (
  meeting_id    TEXT NOT NULL REFERENCES live_meetings (id) ON DELETE CASCADE,
  guest         TEXT NOT NULL, -- by which this site distinguishes them
  registrant_id TEXT NOT NULL,
  day           TEXT NOT NULL, -- YYYY-MM-DD in UTC, on which they were registered last
  added         BIGINT NOT NULL, -- how often on that day
  created_at    TIMESTAMPTZ NOT NULL,
  PRIMARY KEY (meeting_id, guest)
);

-- Links into demo classes, each of which works once.
CREATE TABLE demo_links (
  digest     TEXT NOT NULL PRIMARY KEY, -- SHA-256 of the token
  booking_id TEXT NOT NULL REFERENCES demo_bookings (id) ON DELETE CASCADE,
  user_id    TEXT REFERENCES users (id) ON DELETE CASCADE, -- of staff; NULL for who has booked it
  expires_at TIMESTAMPTZ NOT NULL,
  used_at    TIMESTAMPTZ
);
CREATE INDEX demo_links_booking ON demo_links (booking_id);
CREATE INDEX demo_links_user ON demo_links (user_id);
CREATE INDEX demo_links_expiry ON demo_links (expires_at);
