-- +goose Up
-- When the course of a word was made: lists of what very many courses have are read along this index.
ALTER TABLE course_words ADD COLUMN created_at TIMESTAMPTZ;
UPDATE course_words SET created_at = (SELECT c.created_at FROM courses AS c WHERE c.id = course_words.course_id);
CREATE INDEX course_words_newest ON course_words (word, created_at DESC, course_id DESC);

-- +goose Down
DROP INDEX course_words_newest;
ALTER TABLE course_words DROP COLUMN created_at;
