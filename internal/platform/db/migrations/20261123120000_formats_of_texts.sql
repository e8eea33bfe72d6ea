-- Answers and comments may be HTML, which is cleaned before it is stored. Those from before are plain.

-- +goose Up
ALTER TABLE submissions ADD COLUMN draft_format TEXT NOT NULL DEFAULT 'plain' CHECK (draft_format IN ('plain', 'html'));
ALTER TABLE submission_versions ADD COLUMN format TEXT NOT NULL DEFAULT 'plain' CHECK (format IN ('plain', 'html'));
ALTER TABLE lesson_comments ADD COLUMN format TEXT NOT NULL DEFAULT 'plain' CHECK (format IN ('plain', 'html'));
