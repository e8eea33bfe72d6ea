-- +goose Up
ALTER TABLE batch_sessions ADD COLUMN started_at TIMESTAMPTZ; -- when an instructor has started it; NULL until then, and for those that nobody has
