-- What learners have done, lesson by lesson.

-- +goose Up
-- Events as clients made them, kept by their client-made id so that one sent twice counts once. What stands in
-- lesson_progress follows from them and from watch_events, in the order of the clients' clocks, whenever they come.
CREATE TABLE progress_events (
  user_id     TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  id          TEXT NOT NULL, -- the client's, so it is unique for one person only
  course_id   TEXT NOT NULL REFERENCES courses (id) ON DELETE CASCADE,
  lesson_id   TEXT NOT NULL REFERENCES lessons (id) ON DELETE CASCADE,
  kind        TEXT NOT NULL CHECK (kind IN ('opened', 'viewed', 'done', 'undone', 'paused', 'resumed', 'skipped', 'time', 'hint', 'submitted', 'scored', 'failed', 'completed')),
  value       BIGINT NOT NULL, -- seconds of time, percent of hint and scored
  client_time TIMESTAMPTZ NOT NULL,
  received_at TIMESTAMPTZ NOT NULL,
  PRIMARY KEY (user_id, id)
);
CREATE INDEX progress_events_lesson ON progress_events (user_id, lesson_id);
CREATE INDEX watch_events_viewer ON watch_events (user_id, video_id);

CREATE TABLE lesson_progress (
  user_id      TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  lesson_id    TEXT NOT NULL REFERENCES lessons (id) ON DELETE CASCADE,
  course_id    TEXT NOT NULL REFERENCES courses (id) ON DELETE CASCADE,
  status       TEXT NOT NULL CHECK (status IN ('not_started', 'in_progress', 'completed', 'paused', 'failed', 'skipped')),
  percent      BIGINT NOT NULL CHECK (percent BETWEEN 0 AND 100),
  score        BIGINT CHECK (score BETWEEN 0 AND 100), -- the best; null where nothing was scored
  time_spent   BIGINT NOT NULL, -- seconds
  started_at   TIMESTAMPTZ, -- by the clients' clocks, as all but updated_at
  completed_at TIMESTAMPTZ,
  last_at      TIMESTAMPTZ NOT NULL,
  updated_at   TIMESTAMPTZ NOT NULL,
  PRIMARY KEY (user_id, lesson_id)
);
CREATE INDEX lesson_progress_learner ON lesson_progress (user_id, course_id);
CREATE INDEX lesson_progress_lesson ON lesson_progress (lesson_id, last_at);

-- What a learner has of a course as a whole: one row, so that lists need not count.
CREATE TABLE course_progress (
  user_id      TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  course_id    TEXT NOT NULL REFERENCES courses (id) ON DELETE CASCADE,
  version      BIGINT NOT NULL, -- of the curriculum that it was counted by
  completed    BIGINT NOT NULL, -- required lessons
  required     BIGINT NOT NULL,
  percent      BIGINT CHECK (percent BETWEEN 0 AND 100), -- null where nothing is required
  time_spent   BIGINT NOT NULL, -- seconds
  last_lesson  TEXT NOT NULL,
  started_at   TIMESTAMPTZ,
  last_at      TIMESTAMPTZ NOT NULL,
  completed_at TIMESTAMPTZ, -- never taken back
  updated_at   TIMESTAMPTZ NOT NULL,
  PRIMARY KEY (user_id, course_id)
);
CREATE INDEX course_progress_course ON course_progress (course_id, last_at DESC, user_id);

-- +goose Down
DROP TABLE course_progress;
DROP TABLE lesson_progress;
DROP INDEX watch_events_viewer;
DROP TABLE progress_events;
