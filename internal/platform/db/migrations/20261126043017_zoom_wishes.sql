-- +goose Up
-- What an instructor wants of the meeting of one session at Zoom: its topic, agenda and settings.
ALTER TABLE live_rooms ADD COLUMN wishes JSONB NOT NULL DEFAULT '{}';
ALTER TABLE live_meetings ADD COLUMN wishes JSONB NOT NULL DEFAULT '{}';
