-- +goose Up
-- Live meetings outside of batches: office hours, webinars, talks.
CREATE TABLE online_meetings (
  id            TEXT NOT NULL PRIMARY KEY,
  title         TEXT NOT NULL,
  description   TEXT NOT NULL,
  course_id     TEXT REFERENCES courses (id) ON DELETE CASCADE, -- NULL for one that belongs to no course
  for_course    BOOLEAN NOT NULL, -- all learners of the course are invited, also those who enrol later
  instructor_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  date          TEXT NOT NULL, -- wall-clock time, in timezone
  start_time    TEXT NOT NULL,
  end_time      TEXT NOT NULL,
  timezone      TEXT NOT NULL,
  starts_at     TIMESTAMPTZ NOT NULL,
  ends_at       TIMESTAMPTZ NOT NULL,
  provider      TEXT NOT NULL CHECK (provider IN ('link', 'bigbluebutton', 'jitsi')),
  url           TEXT NOT NULL, -- of a link; otherwise empty
  status        TEXT NOT NULL CHECK (status IN ('scheduled', 'cancelled')),
  sequence      BIGINT NOT NULL, -- grows with every change
  planned_at    TIMESTAMPTZ NOT NULL, -- when it got the time that it has
  reminded      BIGINT NOT NULL, -- minutes before its start of the last reminder of this time; 9999 for none
  created_by    TEXT REFERENCES users (id) ON DELETE SET NULL,
  created_at    TIMESTAMPTZ NOT NULL,
  updated_at    TIMESTAMPTZ NOT NULL,
  CHECK (starts_at < ends_at),
  CHECK (NOT for_course OR course_id IS NOT NULL),
  CHECK ((provider = 'link') = (url <> ''))
);
CREATE INDEX online_meetings_start ON online_meetings (starts_at, id);
CREATE INDEX online_meetings_instructor ON online_meetings (instructor_id, starts_at, id);
CREATE INDEX online_meetings_course ON online_meetings (course_id, starts_at);
CREATE INDEX online_meetings_by ON online_meetings (created_by);

-- Who is invited by name.
CREATE TABLE online_meeting_people (
  meeting_id TEXT NOT NULL REFERENCES online_meetings (id) ON DELETE CASCADE,
  user_id    TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  PRIMARY KEY (meeting_id, user_id)
);
CREATE INDEX online_meeting_people_user ON online_meeting_people (user_id);

-- One-use links into a meeting; one that was used says when its user entered.
CREATE TABLE online_meeting_links (
  digest     TEXT NOT NULL PRIMARY KEY, -- SHA-256 of the token
  meeting_id TEXT NOT NULL REFERENCES online_meetings (id) ON DELETE CASCADE,
  user_id    TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  moderates  BOOLEAN NOT NULL,
  expires_at TIMESTAMPTZ NOT NULL,
  used_at    TIMESTAMPTZ
);
CREATE INDEX online_meeting_links_meeting ON online_meeting_links (meeting_id, user_id);
CREATE INDEX online_meeting_links_user ON online_meeting_links (user_id);
CREATE INDEX online_meeting_links_expiry ON online_meeting_links (expires_at);
