-- Which comments wait for an answer of an instructor, so that instructors find them without reading every lesson.

-- +goose Up
ALTER TABLE lesson_comments ADD COLUMN awaits_answer BOOLEAN NOT NULL DEFAULT FALSE;
UPDATE lesson_comments SET awaits_answer = TRUE
  WHERE thread_id = '' AND deleted_at IS NULL AND hidden_at IS NULL
    AND NOT EXISTS (SELECT 1 FROM course_instructors AS i WHERE i.course_id = lesson_comments.course_id AND i.user_id = lesson_comments.author_id)
    AND NOT EXISTS (SELECT 1 FROM lesson_comments AS r JOIN course_instructors AS i ON i.course_id = r.course_id AND i.user_id = r.author_id
      WHERE r.lesson_id = lesson_comments.lesson_id AND r.thread_id = lesson_comments.id AND r.deleted_at IS NULL);
CREATE INDEX lesson_comments_unanswered ON lesson_comments (course_id, id) WHERE awaits_answer;
CREATE INDEX lesson_comments_course ON lesson_comments (course_id, id) WHERE thread_id = '';
CREATE INDEX submissions_to_grade ON submissions (course_id) WHERE status IN ('submitted', 'pending_review');
