-- How many bytes at the beginning of each segment show its first picture: I-frame playlists name them.

-- +goose Up
ALTER TABLE video_pieces ADD COLUMN keyframes JSONB NOT NULL DEFAULT '[]'; -- bytes, not sealed; empty for audio and for pieces from before
