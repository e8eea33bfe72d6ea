-- Notes are found by their words, over all lessons of a course; who hides a comment says why.

-- +goose Up
ALTER TABLE lesson_notes ADD COLUMN search_text TEXT NOT NULL DEFAULT ''; -- body as it is compared: text.Fold
UPDATE lesson_notes SET search_text = lower(body); -- accents of older notes stay until they are changed
CREATE INDEX lesson_notes_course ON lesson_notes (user_id, course_id, updated_at DESC, id DESC);
ALTER TABLE lesson_comments ADD COLUMN hidden_reason TEXT NOT NULL DEFAULT ''; -- '' for none, and while it is not hidden

-- +goose Down
ALTER TABLE lesson_comments DROP COLUMN hidden_reason;
DROP INDEX lesson_notes_course;
ALTER TABLE lesson_notes DROP COLUMN search_text;
