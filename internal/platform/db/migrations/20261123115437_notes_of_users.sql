-- A user's notes in all courses, last changed first.

-- +goose Up
CREATE INDEX lesson_notes_user ON lesson_notes (user_id, updated_at DESC, id DESC);
