-- That somebody has completed a course is a fact: what their teachers publish later, and what they reopen themselves, takes nothing
-- of it back. course_progress shows it and is computed anew; here it is kept.

-- +goose Up
CREATE TABLE course_completions (
  user_id      TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  course_id    TEXT NOT NULL REFERENCES courses (id) ON DELETE CASCADE,
  version      BIGINT NOT NULL, -- of the curriculum whose required lessons were completed
  completed_at TIMESTAMPTZ NOT NULL, -- when the last of them was, by the clocks of the devices
  PRIMARY KEY (user_id, course_id)
);
INSERT INTO course_completions (user_id, course_id, version, completed_at)
  SELECT user_id, course_id, version, completed_at FROM course_progress WHERE completed_at IS NOT NULL;

-- +goose Down
DROP TABLE course_completions;
