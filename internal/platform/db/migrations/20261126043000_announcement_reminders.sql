-- +goose Up
ALTER TABLE announcements ADD COLUMN reminded_at TIMESTAMPTZ; -- when those who have not read or confirmed it were last reminded
ALTER TABLE announcements ADD COLUMN remind_after TEXT NOT NULL DEFAULT ''; -- the user up to whom they were reminded; empty: none
CREATE INDEX announcement_receipts_read_at ON announcement_receipts (read_at) WHERE read_at IS NOT NULL;
CREATE INDEX announcement_receipts_acknowledged_at ON announcement_receipts (acknowledged_at) WHERE acknowledged_at IS NOT NULL;
