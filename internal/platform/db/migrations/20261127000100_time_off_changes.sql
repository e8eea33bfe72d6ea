-- +goose Up
-- What became of the sessions, demo classes and meetings in the way of time off, by which it can be undone for 10 minutes (availability.changes).
ALTER TABLE instructor_time_off ADD COLUMN changes JSONB NOT NULL DEFAULT '{}';
