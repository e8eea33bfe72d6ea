-- A place in a course may have an end, and the access to a free course may have one: then the place expires.

-- +goose Up
ALTER TABLE enrollments ADD COLUMN ends_at TIMESTAMPTZ; -- null: no end of its own
CREATE INDEX enrollments_end ON enrollments (ends_at) WHERE ends_at IS NOT NULL;
DROP VIEW enrolled_students;
CREATE VIEW enrolled_students AS
  SELECT id, user_id, course_id, status, ends_at, created_at, updated_at FROM enrollments WHERE status IN ('active', 'completed');

-- +goose Down
DROP VIEW enrolled_students;
CREATE VIEW enrolled_students AS
  SELECT id, user_id, course_id, status, created_at, updated_at FROM enrollments WHERE status IN ('active', 'completed');
DROP INDEX enrollments_end;
ALTER TABLE enrollments DROP COLUMN ends_at;
