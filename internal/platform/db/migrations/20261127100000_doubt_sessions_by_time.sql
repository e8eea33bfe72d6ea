-- +goose Up
-- Calendars show Q&A sessions of all courses by time.
CREATE INDEX course_doubt_sessions_start ON course_doubt_sessions (starts_at);
