-- +goose Up
-- Rooms on meeting servers.
ALTER TABLE live_rooms DROP CONSTRAINT live_rooms_provider_check;
ALTER TABLE live_rooms ADD CONSTRAINT live_rooms_provider_check CHECK (provider IN ('none', 'link', 'built_in', 'bigbluebutton', 'jitsi'));
ALTER TABLE attendance_intervals DROP CONSTRAINT attendance_intervals_source_check;
ALTER TABLE attendance_intervals ADD CONSTRAINT attendance_intervals_source_check CHECK (source IN ('link', 'room', 'server'));
