-- Rights to learn in courses, with where they come from. While a user has one that is live, they may be enrolled without paying; the status
-- of an enrollment follows from them. Whoever is in a course when this is applied has one.

-- +goose Up
CREATE TABLE course_grants (
  id         TEXT NOT NULL PRIMARY KEY,
  user_id    TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  course_id  TEXT NOT NULL REFERENCES courses (id) ON DELETE CASCADE,
  source     TEXT NOT NULL CHECK (source IN ('free', 'admin', 'order_line', 'seat', 'gift', 'plan')),
  source_id  TEXT NOT NULL, -- of free and admin: the enrollment
  created_at TIMESTAMPTZ NOT NULL,
  revoked_at TIMESTAMPTZ
);
CREATE UNIQUE INDEX course_grants_once ON course_grants (source, source_id, user_id, course_id);
CREATE INDEX course_grants_user ON course_grants (user_id, course_id);
CREATE INDEX course_grants_course ON course_grants (course_id);
INSERT INTO course_grants (id, user_id, course_id, source, source_id, created_at)
  SELECT e.id, e.user_id, e.course_id, CASE WHEN c.is_free THEN 'free' ELSE 'admin' END, e.id, e.created_at
  FROM enrollments AS e JOIN courses AS c ON c.id = e.course_id WHERE e.status IN ('active', 'completed', 'suspended', 'expired');
