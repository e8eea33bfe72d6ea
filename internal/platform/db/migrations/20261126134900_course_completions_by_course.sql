-- Who completed a course since when, for certificates that were in the way of something.

-- +goose Up
CREATE INDEX course_completions_course ON course_completions (course_id, completed_at);
