-- +goose Up
-- Meetings outside of batches take place at Zoom too, and in the built-in room. SQLite can't change a CHECK: the tables are made anew.
ALTER TABLE live_meetings RENAME COLUMN session_id TO owner_id; -- a session, or a meeting outside of batches
ALTER TABLE live_meetings ADD COLUMN owner_kind TEXT NOT NULL DEFAULT 'session' CHECK (owner_kind IN ('session', 'meeting'));
CREATE TABLE online_meetings_new (
  id            TEXT NOT NULL PRIMARY KEY,
  title         TEXT NOT NULL, -- of a Q&A session perhaps empty
  description   TEXT NOT NULL,
  course_id     TEXT REFERENCES courses (id) ON DELETE CASCADE, -- NULL for one that belongs to no course
  for_course    BOOLEAN NOT NULL, -- all learners of the course are invited, also those who enrol later
  instructor_id TEXT REFERENCES users (id) ON DELETE CASCADE, -- NULL for a Q&A session that nobody holds yet
  date          TEXT NOT NULL, -- wall-clock time, in timezone
  start_time    TEXT NOT NULL,
  end_time      TEXT NOT NULL,
  timezone      TEXT NOT NULL,
  starts_at     TIMESTAMPTZ NOT NULL,
  ends_at       TIMESTAMPTZ NOT NULL,
  provider      TEXT NOT NULL CHECK (provider IN ('none', 'link', 'built_in', 'bigbluebutton', 'jitsi', 'zoom')),
  url           TEXT NOT NULL, -- of a link; otherwise empty
  status        TEXT NOT NULL CHECK (status IN ('scheduled', 'cancelled')),
  sequence      BIGINT NOT NULL, -- grows with every change
  planned_at    TIMESTAMPTZ NOT NULL, -- when it got the time that it has
  reminded      BIGINT NOT NULL, -- minutes before its start of the last reminder of this time; 9999 for none
  created_by    TEXT REFERENCES users (id) ON DELETE SET NULL,
  created_at    TIMESTAMPTZ NOT NULL,
  updated_at    TIMESTAMPTZ NOT NULL,
  kind          TEXT NOT NULL CHECK (kind IN ('meeting', 'doubt')),
  weekly_key    TEXT NOT NULL, -- of a date of a weekly Q&A session: which one; otherwise empty
  weekly_date   TEXT NOT NULL, -- that date, also after it was moved
  CHECK (starts_at < ends_at),
  CHECK (NOT for_course OR course_id IS NOT NULL),
  CHECK ((provider = 'link') = (url <> '')),
  CHECK (kind = 'doubt' OR instructor_id IS NOT NULL AND provider <> 'none'),
  CHECK (kind = 'meeting' OR course_id IS NOT NULL)
);
INSERT INTO online_meetings_new SELECT id, title, description, course_id, for_course, instructor_id, date, start_time, end_time, timezone, starts_at, ends_at, provider, url, status, sequence, planned_at,
  reminded, created_by, created_at, updated_at, kind, weekly_key, weekly_date FROM online_meetings;
CREATE TABLE online_meeting_people_new (
  meeting_id TEXT NOT NULL REFERENCES online_meetings_new (id) ON DELETE CASCADE,
  user_id    TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  PRIMARY KEY (meeting_id, user_id)
);
INSERT INTO online_meeting_people_new SELECT meeting_id, user_id FROM online_meeting_people;
CREATE TABLE online_meeting_links_new (
  digest     TEXT NOT NULL PRIMARY KEY, -- SHA-256 of the token
  meeting_id TEXT NOT NULL REFERENCES online_meetings_new (id) ON DELETE CASCADE,
  user_id    TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  moderates  BOOLEAN NOT NULL,
  expires_at TIMESTAMPTZ NOT NULL,
  used_at    TIMESTAMPTZ
);
INSERT INTO online_meeting_links_new SELECT digest, meeting_id, user_id, moderates, expires_at, used_at FROM online_meeting_links;
DROP TABLE online_meeting_links;
DROP TABLE online_meeting_people;
DROP TABLE online_meetings;
ALTER TABLE online_meetings_new RENAME TO online_meetings; -- and with it the references of the other two
ALTER TABLE online_meeting_people_new RENAME TO online_meeting_people;
ALTER TABLE online_meeting_links_new RENAME TO online_meeting_links;
CREATE INDEX online_meetings_start ON online_meetings (starts_at, id);
CREATE INDEX online_meetings_instructor ON online_meetings (instructor_id, starts_at, id);
CREATE INDEX online_meetings_course ON online_meetings (course_id, starts_at);
CREATE INDEX online_meetings_by ON online_meetings (created_by);
CREATE UNIQUE INDEX online_meetings_weekly ON online_meetings (course_id, weekly_key, weekly_date) WHERE weekly_key <> '';
CREATE INDEX online_meeting_people_user ON online_meeting_people (user_id);
CREATE INDEX online_meeting_links_meeting ON online_meeting_links (meeting_id, user_id);
CREATE INDEX online_meeting_links_user ON online_meeting_links (user_id);
CREATE INDEX online_meeting_links_expiry ON online_meeting_links (expires_at);

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
