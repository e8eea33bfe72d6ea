-- The time that a device reports is compared with what it has reported for other lessons; watch events say, as progress events do, whether
-- their date was moved.

-- +goose Up
CREATE INDEX progress_events_time ON progress_events (user_id, client_time) WHERE kind = 'time';
ALTER TABLE watch_events ADD COLUMN clamped BOOLEAN; -- null before this column
