-- Quizzes with their questions and attempts, and assignments with what learners hand in.

-- +goose Up
CREATE TABLE quiz_questions (
  id          TEXT NOT NULL PRIMARY KEY,
  course_id   TEXT NOT NULL REFERENCES courses (id) ON DELETE CASCADE,
  kind        TEXT NOT NULL CHECK (kind IN ('single', 'multiple', 'true_false', 'short', 'ordering', 'numeric')),
  body        JSONB NOT NULL, -- quiz.NewQuestion, with the answer key
  search_text TEXT NOT NULL, -- prompt and tags, folded
  revision    BIGINT NOT NULL, -- up by one with each change
  created_at  TIMESTAMPTZ NOT NULL,
  updated_at  TIMESTAMPTZ NOT NULL,
  removed_at  TIMESTAMPTZ -- is in no list and no draw any more; quizzes that were published with it keep it
);
CREATE INDEX quiz_questions_newest ON quiz_questions (course_id, updated_at DESC, id DESC);

CREATE TABLE quiz_question_tags (
  question_id TEXT NOT NULL REFERENCES quiz_questions (id) ON DELETE CASCADE,
  course_id   TEXT NOT NULL REFERENCES courses (id) ON DELETE CASCADE,
  tag         TEXT NOT NULL,
  PRIMARY KEY (question_id, tag)
);
CREATE INDEX quiz_question_tags_tag ON quiz_question_tags (course_id, tag, question_id);

CREATE TABLE quiz_attempts (
  id           TEXT NOT NULL PRIMARY KEY,
  course_id    TEXT NOT NULL REFERENCES courses (id) ON DELETE CASCADE,
  lesson_id    TEXT NOT NULL REFERENCES lessons (id) ON DELETE CASCADE,
  user_id      TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  number       BIGINT NOT NULL, -- from 1, of a person in a lesson
  trial        BOOLEAN NOT NULL, -- of somebody who teaches the course: counts nowhere
  status       TEXT NOT NULL CHECK (status IN ('running', 'submitted')),
  seed         BIGINT NOT NULL, -- from which the questions and their order were drawn
  settings     JSONB NOT NULL, -- quiz.QuizSettings when it began
  paper        JSONB NOT NULL, -- the questions as they were drawn, with their answer keys
  started_at   TIMESTAMPTZ NOT NULL,
  deadline_at  TIMESTAMPTZ,
  submitted_at TIMESTAMPTZ,
  timed_out    BOOLEAN NOT NULL, -- was submitted by the server at its deadline
  gradings     BIGINT NOT NULL, -- how often it was graded
  earned       TEXT NOT NULL, -- points as an exact fraction, '7/3'; '' while it runs
  possible     BIGINT NOT NULL, -- points
  percent      BIGINT CHECK (percent BETWEEN 0 AND 100), -- rounded down
  passed       BOOLEAN NOT NULL,
  UNIQUE (user_id, lesson_id, number)
);
CREATE UNIQUE INDEX quiz_attempts_running ON quiz_attempts (user_id, lesson_id) WHERE status = 'running';
CREATE INDEX quiz_attempts_lesson ON quiz_attempts (lesson_id, started_at DESC, id DESC);

CREATE TABLE quiz_answers (
  attempt_id  TEXT NOT NULL REFERENCES quiz_attempts (id) ON DELETE CASCADE,
  question_id TEXT NOT NULL,
  sequence    BIGINT NOT NULL, -- the client's: the highest stands, whenever it comes
  answer      TEXT NOT NULL, -- quiz.QuizAnswer as JSON; '' for none
  saved_at    TIMESTAMPTZ NOT NULL,
  outcome     TEXT NOT NULL CHECK (outcome IN ('', 'right', 'partial', 'wrong', 'blank')), -- '' until it is graded
  PRIMARY KEY (attempt_id, question_id)
);

CREATE TABLE submissions (
  id              TEXT NOT NULL PRIMARY KEY,
  course_id       TEXT NOT NULL REFERENCES courses (id) ON DELETE CASCADE,
  lesson_id       TEXT NOT NULL REFERENCES lessons (id) ON DELETE CASCADE,
  user_id         TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  status          TEXT NOT NULL CHECK (status IN ('not_submitted', 'submitted', 'pending_review', 'graded', 'returned')),
  number          BIGINT NOT NULL, -- how often it was handed in
  late            BOOLEAN NOT NULL, -- the last time
  excused         BOOLEAN NOT NULL,
  draft_text      TEXT NOT NULL,
  draft_link      TEXT NOT NULL,
  draft_sequence  BIGINT NOT NULL, -- the client's: the highest stands
  submitted_at    TIMESTAMPTZ, -- the last time
  revision        BIGINT NOT NULL, -- up by one with each grading
  grade           JSONB NOT NULL, -- assignment.Grade; null for none
  graded_by       TEXT REFERENCES users (id),
  returned_at     TIMESTAMPTZ,
  returned_grade  JSONB NOT NULL, -- what the learner sees: the grade that was returned last
  created_at      TIMESTAMPTZ NOT NULL,
  updated_at      TIMESTAMPTZ NOT NULL,
  UNIQUE (user_id, lesson_id)
);
CREATE INDEX submissions_grading ON submissions (course_id, submitted_at, id);
CREATE INDEX submissions_lesson ON submissions (lesson_id, submitted_at, id);

-- What was handed in each time; never changed.
CREATE TABLE submission_versions (
  submission_id TEXT NOT NULL REFERENCES submissions (id) ON DELETE CASCADE,
  number        BIGINT NOT NULL, -- from 1
  text          TEXT NOT NULL,
  link          TEXT NOT NULL,
  due_at        TIMESTAMPTZ, -- as it was then
  penalty       BIGINT NOT NULL, -- percent, for being late
  submitted_at  TIMESTAMPTZ NOT NULL,
  PRIMARY KEY (submission_id, number)
);

CREATE TABLE submission_files (
  id            TEXT NOT NULL PRIMARY KEY,
  submission_id TEXT NOT NULL REFERENCES submissions (id) ON DELETE CASCADE,
  number        BIGINT NOT NULL, -- the version that it was handed in with; 0: in the draft
  name          TEXT NOT NULL, -- display text only, never part of a path
  type          TEXT NOT NULL, -- found in its first bytes
  size          BIGINT NOT NULL, -- bytes
  created_at    TIMESTAMPTZ NOT NULL
);
CREATE INDEX submission_files_submission ON submission_files (submission_id, number, id);

-- +goose Down
DROP TABLE submission_files;
DROP TABLE submission_versions;
DROP TABLE submissions;
DROP TABLE quiz_answers;
DROP TABLE quiz_attempts;
DROP TABLE quiz_question_tags;
DROP TABLE quiz_questions;
