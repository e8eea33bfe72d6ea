-- +goose Up
-- Recordings that are watched at their meeting server.
ALTER TABLE recording_files DROP CONSTRAINT recording_files_kind_check;
ALTER TABLE recording_files ADD CONSTRAINT recording_files_kind_check CHECK (kind IN ('video', 'transcript', 'playback'));
