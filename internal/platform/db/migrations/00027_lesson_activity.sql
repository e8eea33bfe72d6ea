-- When learners were at it, in steps so small that they add up to days and weeks in every time zone; and who has left
-- the leaderboard of a course.

-- +goose Up
-- Follows from progress_events and watch_events, as lesson_progress does. No zone is off UTC by a part of a quarter of an hour.
CREATE TABLE lesson_activity (
  user_id   TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  lesson_id TEXT NOT NULL REFERENCES lessons (id) ON DELETE CASCADE,
  course_id TEXT NOT NULL REFERENCES courses (id) ON DELETE CASCADE,
  starts_at TIMESTAMPTZ NOT NULL, -- of the quarter of an hour, by the clients' clocks
  acts      BIGINT NOT NULL CHECK (acts >= 0), -- what the learner themselves did
  seconds   BIGINT NOT NULL CHECK (seconds >= 0),
  completed BOOLEAN NOT NULL, -- whether the lesson was completed in it
  PRIMARY KEY (user_id, lesson_id, starts_at)
);
CREATE INDEX lesson_activity_learner ON lesson_activity (user_id, starts_at);

CREATE TABLE leaderboard_opt_outs (
  user_id   TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  course_id TEXT NOT NULL REFERENCES courses (id) ON DELETE CASCADE,
  left_at   TIMESTAMPTZ NOT NULL,
  PRIMARY KEY (user_id, course_id)
);
CREATE INDEX course_progress_rank ON course_progress (course_id, completed DESC, user_id);

-- +goose Down
DROP INDEX course_progress_rank;
DROP TABLE leaderboard_opt_outs;
DROP TABLE lesson_activity;
