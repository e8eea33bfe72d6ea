-- Goals that learners set themselves, with milestones, what became of them, and the weeks of those that repeat weekly.

-- +goose Up
CREATE TABLE goals (
  id          TEXT NOT NULL PRIMARY KEY,
  user_id     TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  title       TEXT NOT NULL,
  why         TEXT NOT NULL,
  kind        TEXT NOT NULL CHECK (kind IN ('course', 'lessons', 'minutes', 'streak', 'custom')),
  course_id   TEXT NOT NULL, -- '' for all courses; refers to nothing, since a goal outlives its course
  target      BIGINT NOT NULL CHECK (target >= 0), -- percent, lessons, minutes or days; 0 for custom ones
  period      TEXT NOT NULL CHECK (period IN ('once', 'week')),
  due_on      TEXT NOT NULL, -- YYYY-MM-DD in the time zone; '' for none
  timezone    TEXT NOT NULL,
  status      TEXT NOT NULL CHECK (status IN ('active', 'achieved', 'missed', 'paused', 'dropped')),
  value       BIGINT NOT NULL, -- when it ended; until then it is measured
  counts_from TIMESTAMPTZ NOT NULL, -- the start of the day on which it was set or, if weekly, of that week
  ends_at     TIMESTAMPTZ, -- when the due date or, if weekly, the current week is over; null for neither
  checked_at  TIMESTAMPTZ NOT NULL, -- when its progress was last compared with the target
  created_at  TIMESTAMPTZ NOT NULL,
  ended_at    TIMESTAMPTZ -- when it was achieved, missed or dropped
);
CREATE INDEX goals_user ON goals (user_id, created_at DESC, id DESC);
CREATE INDEX goals_active ON goals (user_id, ends_at, checked_at) WHERE status = 'active';

CREATE TABLE goal_milestones (
  id       TEXT NOT NULL PRIMARY KEY,
  goal_id  TEXT NOT NULL REFERENCES goals (id) ON DELETE CASCADE,
  position BIGINT NOT NULL,
  title    TEXT NOT NULL,
  kind     TEXT NOT NULL CHECK (kind IN ('manual', 'section', 'lesson', 'percent', 'quiz_score', 'minutes')),
  ref      TEXT NOT NULL, -- of the section or the lesson; '' for none
  target   BIGINT NOT NULL CHECK (target >= 0), -- percent or minutes
  due_on   TEXT NOT NULL,
  done_at  TIMESTAMPTZ,
  how      TEXT NOT NULL CHECK (how IN ('', 'self', 'event'))
);
CREATE INDEX goal_milestones_goal ON goal_milestones (goal_id, position);

CREATE TABLE goal_weeks (
  goal_id   TEXT NOT NULL REFERENCES goals (id) ON DELETE CASCADE,
  starts_on TEXT NOT NULL, -- its Monday
  value     BIGINT NOT NULL,
  target    BIGINT NOT NULL, -- as it was in that week
  PRIMARY KEY (goal_id, starts_on)
);

CREATE TABLE goal_events (
  id      TEXT NOT NULL PRIMARY KEY,
  goal_id TEXT NOT NULL REFERENCES goals (id) ON DELETE CASCADE,
  kind    TEXT NOT NULL CHECK (kind IN ('set', 'milestone', 'milestone_undone', 'target', 'due', 'paused', 'resumed', 'achieved', 'missed', 'dropped')),
  at      TIMESTAMPTZ NOT NULL,
  before  TEXT NOT NULL, -- the target or the due date that was changed
  after   TEXT NOT NULL, -- what it was changed to, or the title of the milestone
  by_self BOOLEAN NOT NULL -- whether the learner did it
);
CREATE INDEX goal_events_goal ON goal_events (goal_id, at DESC, id DESC);
