-- +goose Up
-- Descriptions of courses are rich text; those of before are plain.
ALTER TABLE courses ADD COLUMN description_format TEXT NOT NULL DEFAULT 'plain' CHECK (description_format IN ('plain', 'html'));
