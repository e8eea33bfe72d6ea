-- When the assignments and quizzes of published lessons are due, so that learners can be shown theirs without reading every content.

-- +goose Up
ALTER TABLE published_lessons ADD COLUMN due_at TIMESTAMPTZ; -- null: never
ALTER TABLE published_lessons ADD COLUMN due_is_final BOOLEAN NOT NULL DEFAULT FALSE; -- nothing can be begun or handed in after it
UPDATE published_lessons SET
  due_at = (SELECT CAST(coalesce(k.content->'due'->>'at', k.content->'closes'->>'at') AS TIMESTAMPTZ)
    FROM lesson_contents AS k WHERE k.id = published_lessons.content_id),
  due_is_final = type = 'quiz' OR coalesce((SELECT k.content->'late'->>'rule' = 'refuse'
    FROM lesson_contents AS k WHERE k.id = published_lessons.content_id), FALSE)
  WHERE type IN ('assignment', 'quiz');
UPDATE published_lessons SET due_is_final = FALSE WHERE due_at IS NULL;
CREATE INDEX published_lessons_due ON published_lessons (course_id, due_at) WHERE due_at IS NOT NULL;
