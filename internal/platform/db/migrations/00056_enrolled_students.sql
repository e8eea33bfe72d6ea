-- +goose Up
-- Who is in a course: the one definition. Every feature of every wing that asks "does this user learn here?" reads this view, so that
-- batches, payments and expiry change it here alone. It is a plain filter of its table, so that both databases look rows up by the table's indexes.
CREATE VIEW enrolled_students AS
  SELECT id, user_id, course_id, status, created_at, updated_at FROM enrollments WHERE status IN ('active', 'completed');

-- +goose Down
DROP VIEW enrolled_students;
