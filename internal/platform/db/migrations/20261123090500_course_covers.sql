-- +goose Up
ALTER TABLE courses ADD COLUMN cover_id TEXT NOT NULL DEFAULT ''; -- the picture that its teachers have chosen; '' for none
ALTER TABLE courses ADD COLUMN cover_width BIGINT NOT NULL DEFAULT 0; -- of its largest size, in pixels
CREATE INDEX courses_cover ON courses (cover_id);
