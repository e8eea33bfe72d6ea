-- +goose Up
ALTER TABLE videos ADD COLUMN notices JSONB NOT NULL DEFAULT '[]'; -- what of the file the video does not show, in sentences for its teachers
ALTER TABLE video_generations ADD COLUMN accept_truncated BOOLEAN NOT NULL DEFAULT FALSE; -- a teacher publishes a file that lacks its end

-- +goose Down
ALTER TABLE video_generations DROP COLUMN accept_truncated;
ALTER TABLE videos DROP COLUMN notices;
