-- +goose Up
-- Rooms at Zoom.
ALTER TABLE live_rooms DROP CONSTRAINT live_rooms_provider_check;
ALTER TABLE live_rooms ADD CONSTRAINT live_rooms_provider_check CHECK (provider IN ('none', 'link', 'built_in', 'bigbluebutton', 'jitsi', 'zoom'));
