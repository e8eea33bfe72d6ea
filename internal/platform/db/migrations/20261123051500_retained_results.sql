-- The results of erased accounts, without a name, for as long as the setting "retention" says. No column refers to a user, and all times
-- are rounded down to the day (UTC). graderetention.Kept says why each column is here; a test compares it with these tables.

-- +goose Up
CREATE TABLE retained_learners (
  id           TEXT NOT NULL PRIMARY KEY, -- random: one learner in one course, so that two courses cannot be put together
  course_id    TEXT NOT NULL REFERENCES courses (id) ON DELETE CASCADE,
  counted      BOOLEAN NOT NULL, -- whether enrolled_students had the learner: figures of a course count no others
  completed    BIGINT NOT NULL, -- required lessons
  required     BIGINT NOT NULL,
  percent      BIGINT CHECK (percent BETWEEN 0 AND 100),
  time_spent   BIGINT NOT NULL, -- seconds
  started_on   TIMESTAMPTZ,
  completed_on TIMESTAMPTZ,
  erased_on    TIMESTAMPTZ NOT NULL,
  keep_until   TIMESTAMPTZ NOT NULL -- as announced at the erasure: a longer setting does not move it
);
CREATE INDEX retained_learners_course ON retained_learners (course_id);
CREATE INDEX retained_learners_due ON retained_learners (keep_until);
CREATE INDEX retained_learners_erased ON retained_learners (erased_on);

CREATE TABLE retained_lessons (
  learner_id   TEXT NOT NULL REFERENCES retained_learners (id) ON DELETE CASCADE,
  lesson_id    TEXT NOT NULL REFERENCES lessons (id) ON DELETE CASCADE,
  status       TEXT NOT NULL CHECK (status IN ('not_started', 'in_progress', 'completed', 'paused', 'failed', 'skipped')),
  percent      BIGINT NOT NULL CHECK (percent BETWEEN 0 AND 100),
  score        BIGINT CHECK (score BETWEEN 0 AND 100), -- the best; null without a score
  time_spent   BIGINT NOT NULL, -- seconds
  started_on   TIMESTAMPTZ,
  completed_on TIMESTAMPTZ,
  PRIMARY KEY (learner_id, lesson_id)
);
CREATE INDEX retained_lessons_lesson ON retained_lessons (lesson_id);

-- Submitted attempts at quizzes, without their answers.
CREATE TABLE retained_attempts (
  learner_id   TEXT NOT NULL REFERENCES retained_learners (id) ON DELETE CASCADE,
  lesson_id    TEXT NOT NULL REFERENCES lessons (id) ON DELETE CASCADE,
  number       BIGINT NOT NULL, -- from 1, for each learner and lesson
  earned       TEXT NOT NULL, -- points as an exact fraction, '7/3'
  possible     BIGINT NOT NULL, -- points
  percent      BIGINT CHECK (percent BETWEEN 0 AND 100),
  passed       BOOLEAN NOT NULL,
  submitted_on TIMESTAMPTZ,
  PRIMARY KEY (learner_id, lesson_id, number)
);
CREATE INDEX retained_attempts_lesson ON retained_attempts (lesson_id);

-- What became of each question of an attempt.
CREATE TABLE retained_outcomes (
  learner_id  TEXT NOT NULL,
  lesson_id   TEXT NOT NULL,
  number      BIGINT NOT NULL,
  question_id TEXT NOT NULL,
  outcome     TEXT NOT NULL CHECK (outcome IN ('', 'right', 'partial', 'wrong', 'blank')),
  PRIMARY KEY (learner_id, lesson_id, number, question_id),
  FOREIGN KEY (learner_id, lesson_id, number) REFERENCES retained_attempts (learner_id, lesson_id, number) ON DELETE CASCADE
);

-- Work that was handed in, without its texts, links, files and comments.
CREATE TABLE retained_submissions (
  learner_id   TEXT NOT NULL REFERENCES retained_learners (id) ON DELETE CASCADE,
  lesson_id    TEXT NOT NULL REFERENCES lessons (id) ON DELETE CASCADE,
  status       TEXT NOT NULL CHECK (status IN ('not_submitted', 'submitted', 'pending_review', 'graded', 'returned')),
  number       BIGINT NOT NULL, -- of versions handed in
  late         BOOLEAN NOT NULL,
  excused      BOOLEAN NOT NULL,
  earned       TEXT NOT NULL, -- points, a decimal number; '' without a grade
  possible     BIGINT NOT NULL, -- points; 0 without a grade
  percent      BIGINT CHECK (percent BETWEEN 0 AND 100),
  submitted_on TIMESTAMPTZ,
  returned_on  TIMESTAMPTZ,
  PRIMARY KEY (learner_id, lesson_id)
);
CREATE INDEX retained_submissions_lesson ON retained_submissions (lesson_id);
