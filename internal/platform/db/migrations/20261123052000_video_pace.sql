-- How fast a video is processed, from which the remaining time is estimated.

-- +goose Up
ALTER TABLE jobs ADD COLUMN claimed_at TIMESTAMPTZ; -- when the latest attempt began; null before the first
ALTER TABLE video_generations ADD COLUMN pace JSONB NOT NULL DEFAULT '{}'; -- pace.Pace
CREATE INDEX video_generations_finished ON video_generations (finished_at DESC) WHERE finished_at IS NOT NULL; -- the latest are the measure of the next
