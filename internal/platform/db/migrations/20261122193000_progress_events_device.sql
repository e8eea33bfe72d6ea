-- Of a progress event: on which device it was made, so that no device reports more time than has passed, and whether its date was moved
-- into the time in which its user could learn. Of a lesson: when learners first got it; what was never published cannot be learned.

-- +goose Up
ALTER TABLE progress_events ADD COLUMN device TEXT; -- the session that sent it; null before this column, '' for what the server records
ALTER TABLE progress_events ADD COLUMN clamped BOOLEAN; -- null before this column
ALTER TABLE lessons ADD COLUMN published_at TIMESTAMPTZ; -- null: never
UPDATE lessons SET published_at = created_at WHERE id IN (SELECT lesson_id FROM published_lessons)
  OR id IN (SELECT lesson_id FROM progress_events);
CREATE INDEX lesson_activity_lesson ON lesson_activity (lesson_id, starts_at);

-- +goose Down
DROP INDEX lesson_activity_lesson;
ALTER TABLE lessons DROP COLUMN published_at;
ALTER TABLE progress_events DROP COLUMN clamped;
ALTER TABLE progress_events DROP COLUMN device;
