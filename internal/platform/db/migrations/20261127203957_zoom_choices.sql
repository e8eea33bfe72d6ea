-- +goose Up
-- What is wanted of the meeting at Zoom of one outside of batches: the settings that its instructor may choose.
ALTER TABLE online_meetings ADD COLUMN choices JSONB NOT NULL DEFAULT '{}';
