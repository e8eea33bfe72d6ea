-- +goose Up
-- What the grade of the newest version comes to, in percent; -1 until every criterion is judged. Lists are sorted by it.
ALTER TABLE submissions ADD COLUMN score BIGINT NOT NULL DEFAULT -1;
UPDATE submissions SET score = CAST(grade ->> 'percent' AS BIGINT)
  WHERE CAST(grade ->> 'done' AS TEXT) IN ('1', 'true') AND CAST(grade ->> 'number' AS BIGINT) = number;
CREATE INDEX submissions_score ON submissions (course_id, score, id) WHERE score >= 0;
CREATE INDEX submissions_lesson_score ON submissions (lesson_id, score, id) WHERE score >= 0;
CREATE INDEX quiz_attempts_percent ON quiz_attempts (lesson_id, percent, id) WHERE percent IS NOT NULL;
