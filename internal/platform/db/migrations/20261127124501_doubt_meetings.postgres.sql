-- +goose Up
-- Q&A sessions of courses are meetings of a kind of their own.
ALTER TABLE online_meetings ADD COLUMN kind TEXT NOT NULL DEFAULT 'meeting' CHECK (kind IN ('meeting', 'doubt'));
ALTER TABLE online_meetings ADD COLUMN weekly_key TEXT NOT NULL DEFAULT ''; -- of a date of a weekly Q&A session: which one; otherwise empty
ALTER TABLE online_meetings ADD COLUMN weekly_date TEXT NOT NULL DEFAULT ''; -- that date, also after it was moved
ALTER TABLE online_meetings ALTER COLUMN kind DROP DEFAULT, ALTER COLUMN weekly_key DROP DEFAULT, ALTER COLUMN weekly_date DROP DEFAULT;
ALTER TABLE online_meetings ALTER COLUMN instructor_id DROP NOT NULL; -- of a Q&A session that nobody holds yet
ALTER TABLE online_meetings ADD CHECK (kind = 'doubt' OR instructor_id IS NOT NULL AND provider <> 'none');
ALTER TABLE online_meetings ADD CHECK (kind = 'meeting' OR course_id IS NOT NULL);
ALTER TABLE online_meetings DROP CONSTRAINT online_meetings_provider_check;
ALTER TABLE online_meetings ADD CONSTRAINT online_meetings_provider_check CHECK (provider IN ('none', 'link', 'bigbluebutton', 'jitsi'));
CREATE UNIQUE INDEX online_meetings_weekly ON online_meetings (course_id, weekly_key, weekly_date) WHERE weekly_key <> '';
INSERT INTO online_meetings (id, title, description, course_id, for_course, instructor_id, date, start_time, end_time, timezone, starts_at, ends_at, provider, url, status, sequence, planned_at, reminded,
  created_by, created_at, updated_at, kind, weekly_key, weekly_date)
SELECT id, title, description, course_id, TRUE, instructor_id, date, start_time, end_time, timezone, starts_at, ends_at, 'none', '', 'scheduled', 0, created_at, 9999, NULL, created_at, created_at, 'doubt', '', ''
FROM course_doubt_sessions;
DROP TABLE course_doubt_sessions;
