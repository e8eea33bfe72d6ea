-- When lessons open, for whoever judges what learners did in them.

-- +goose Up
ALTER TABLE published_lessons ADD COLUMN release_at TIMESTAMPTZ; -- null: no date
ALTER TABLE published_lessons ADD COLUMN release_days BIGINT; -- after enrolment; null in rows from before this column, as 0
ALTER TABLE published_lessons ADD COLUMN release_after TEXT; -- the lesson to complete first; null or '' for none
CREATE INDEX published_lessons_after ON published_lessons (course_id, release_after) WHERE release_after <> '';

-- +goose Down
DROP INDEX published_lessons_after;
ALTER TABLE published_lessons DROP COLUMN release_after;
ALTER TABLE published_lessons DROP COLUMN release_days;
ALTER TABLE published_lessons DROP COLUMN release_at;
