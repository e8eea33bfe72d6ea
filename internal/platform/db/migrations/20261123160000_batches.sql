-- +goose Up
-- Batches: cohorts that take a course together, or one learner alone (individual), with their learners and sessions.
CREATE TABLE batches (
  id                       TEXT NOT NULL PRIMARY KEY,
  batch_code               TEXT NOT NULL,
  batch_name               TEXT NOT NULL,
  name_key                 TEXT NOT NULL, -- folded, for searching
  course_id                TEXT NOT NULL REFERENCES courses (id) ON DELETE CASCADE,
  batch_type               TEXT NOT NULL CHECK (batch_type IN ('group', 'individual')),
  capacity                 BIGINT NOT NULL CHECK (capacity BETWEEN 1 AND 10000),
  enrolled                 BIGINT NOT NULL, -- seats taken: members who are active, on hold or completed
  status                   TEXT NOT NULL CHECK (status IN ('Upcoming', 'Active', 'Completed', 'Cancelled')),
  archived                 BOOLEAN NOT NULL,
  assigned_instructor      TEXT REFERENCES users (id),
  timezone                 TEXT NOT NULL,
  start_date               TEXT NOT NULL, -- YYYY-MM-DD in the time zone
  end_date                 TEXT NOT NULL,
  starts_at                TIMESTAMPTZ NOT NULL, -- start_date at 00:00
  ends_at                  TIMESTAMPTZ NOT NULL, -- the end of end_date
  batch_notes              TEXT NOT NULL,
  session_duration_minutes BIGINT NOT NULL, -- 0 for none
  total_sessions           BIGINT NOT NULL, -- 0 for none
  payment_plan             TEXT NOT NULL,
  hourly_rate              BIGINT NOT NULL CHECK (hourly_rate >= 0), -- in the minor unit of the currency
  currency                 TEXT NOT NULL,
  student_id               TEXT REFERENCES users (id),
  reason                   TEXT NOT NULL, -- of the last change of its status
  version                  BIGINT NOT NULL,
  created_by               TEXT NOT NULL REFERENCES users (id),
  created_at               TIMESTAMPTZ NOT NULL,
  updated_at               TIMESTAMPTZ NOT NULL,
  CHECK (batch_type <> 'individual' OR capacity = 1),
  CHECK (enrolled >= 0 AND enrolled <= capacity),
  CHECK (end_date >= start_date)
);
CREATE UNIQUE INDEX batches_code ON batches (batch_code);
CREATE INDEX batches_course ON batches (course_id, start_date, id);
CREATE INDEX batches_instructor ON batches (assigned_instructor, start_date, id);
CREATE INDEX batches_student ON batches (student_id);
CREATE INDEX batches_start ON batches (start_date, id);
CREATE INDEX batches_created ON batches (created_at, id);
CREATE INDEX batches_name ON batches (name_key, id);
CREATE INDEX batches_fill ON batches ((enrolled * 1.0 / capacity) DESC, start_date, id);
CREATE INDEX batches_status ON batches (status, starts_at);
CREATE INDEX batches_created_by ON batches (created_by);

CREATE TABLE batch_members (
  batch_id   TEXT NOT NULL REFERENCES batches (id) ON DELETE CASCADE,
  user_id    TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  status     TEXT NOT NULL CHECK (status IN ('active', 'on_hold', 'completed', 'dropped')),
  notes      TEXT NOT NULL,
  joined_at  TIMESTAMPTZ NOT NULL,
  left_at    TIMESTAMPTZ,
  updated_at TIMESTAMPTZ NOT NULL,
  PRIMARY KEY (batch_id, user_id)
);
CREATE INDEX batch_members_user ON batch_members (user_id);

CREATE TABLE batch_sessions (
  id            TEXT NOT NULL PRIMARY KEY,
  batch_id      TEXT NOT NULL REFERENCES batches (id) ON DELETE CASCADE,
  date          TEXT NOT NULL, -- YYYY-MM-DD in the time zone
  start_time    TEXT NOT NULL, -- HH:MM
  end_time      TEXT NOT NULL,
  timezone      TEXT NOT NULL,
  starts_at     TIMESTAMPTZ NOT NULL,
  ends_at       TIMESTAMPTZ NOT NULL,
  title         TEXT NOT NULL,
  description   TEXT NOT NULL,
  status        TEXT NOT NULL CHECK (status IN ('scheduled', 'cancelled')),
  sequence      BIGINT NOT NULL, -- grows with every change that calendars must show
  reason        TEXT NOT NULL, -- of the last move or cancellation
  created_at    TIMESTAMPTZ NOT NULL,
  updated_at    TIMESTAMPTZ NOT NULL,
  CHECK (starts_at < ends_at)
);
CREATE UNIQUE INDEX batch_sessions_date ON batch_sessions (batch_id, date) WHERE status <> 'cancelled';
CREATE INDEX batch_sessions_batch ON batch_sessions (batch_id, starts_at);
CREATE INDEX batch_sessions_start ON batch_sessions (starts_at);
