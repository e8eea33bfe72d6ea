-- Complaints: what people are not content with, the conversation about it, and the times by which the school answers. Times by which it answers count its office hours.

-- +goose Up
CREATE TABLE complaints (
  id                   TEXT NOT NULL PRIMARY KEY,
  number               TEXT NOT NULL UNIQUE,
  form_id              TEXT UNIQUE, -- a form counts once; null for who sends none
  user_id              TEXT REFERENCES users (id), -- null for a visitor
  full_name            TEXT NOT NULL,
  email                TEXT NOT NULL,
  email_key            TEXT NOT NULL,
  languages            TEXT NOT NULL, -- of their browser
  category             TEXT NOT NULL CHECK (category IN ('course', 'instructor', 'payment', 'certificate', 'technical', 'account', 'other')),
  subject              TEXT NOT NULL,
  order_id             TEXT REFERENCES orders (id) ON DELETE SET NULL,
  course_id            TEXT REFERENCES courses (id) ON DELETE SET NULL,
  status               TEXT NOT NULL CHECK (status IN ('new', 'open', 'waiting', 'resolved', 'closed')),
  priority             TEXT NOT NULL CHECK (priority IN ('low', 'normal', 'high', 'urgent')),
  assigned_to          TEXT REFERENCES users (id),
  answer_due_at        TIMESTAMPTZ, -- null while no answer is owed
  answer_warn_at       TIMESTAMPTZ, -- when three quarters of that time are over; null once it was announced
  answer_late          BOOLEAN NOT NULL, -- whether the answer that is owed is late
  resolve_due_at       TIMESTAMPTZ, -- null while it waits for the person, and once it is resolved
  resolve_warn_at      TIMESTAMPTZ,
  resolve_late         BOOLEAN NOT NULL,
  resolve_left         BIGINT NOT NULL, -- seconds of office hours that were left when it began to wait
  was_late             BOOLEAN NOT NULL, -- whether an answer or the resolution has ever been late
  alarm_at             TIMESTAMPTZ, -- the earliest of the times above that is still to be announced
  first_answer_minutes BIGINT, -- of office hours, from opening to the first answer
  resolution_minutes   BIGINT, -- of office hours, from opening to the resolution
  resolved_at          TIMESTAMPTZ,
  closed_at            TIMESTAMPTZ,
  stars                BIGINT CHECK (stars BETWEEN 1 AND 5), -- null until it is rated
  rating_comment       TEXT NOT NULL,
  version              BIGINT NOT NULL,
  created_at           TIMESTAMPTZ NOT NULL,
  updated_at           TIMESTAMPTZ NOT NULL
);
CREATE INDEX complaints_newest ON complaints (created_at DESC, id DESC);
CREATE INDEX complaints_by_status ON complaints (status, created_at DESC, id DESC);
CREATE INDEX complaints_by_category ON complaints (category, created_at DESC, id DESC);
CREATE INDEX complaints_by_priority ON complaints (priority, created_at DESC, id DESC);
CREATE INDEX complaints_assigned ON complaints (assigned_to, created_at DESC, id DESC);
CREATE INDEX complaints_late ON complaints (created_at DESC, id DESC) WHERE answer_late OR resolve_late;
CREATE INDEX complaints_user ON complaints (user_id, created_at DESC, id DESC);
CREATE INDEX complaints_email ON complaints (email_key, created_at DESC, id DESC);
CREATE INDEX complaints_order ON complaints (order_id) WHERE order_id IS NOT NULL;
CREATE INDEX complaints_course ON complaints (course_id) WHERE course_id IS NOT NULL;
CREATE INDEX complaints_alarm ON complaints (alarm_at) WHERE alarm_at IS NOT NULL;
CREATE INDEX complaints_resolved ON complaints (resolved_at) WHERE status = 'resolved';

-- What was said about a complaint and what has happened to it: rows are only added.
CREATE TABLE complaint_entries (
  id           TEXT NOT NULL PRIMARY KEY,
  complaint_id TEXT NOT NULL REFERENCES complaints (id) ON DELETE CASCADE,
  kind         TEXT NOT NULL CHECK (kind IN ('message', 'answer', 'note', 'status', 'assigned', 'priority')),
  user_id      TEXT REFERENCES users (id), -- null for a visitor, and for the server
  before       TEXT NOT NULL, -- a status or priority, or the id of a user
  after        TEXT NOT NULL,
  body         TEXT NOT NULL,
  created_at   TIMESTAMPTZ NOT NULL
);
CREATE INDEX complaint_entries_complaint ON complaint_entries (complaint_id, created_at, id);
CREATE INDEX complaint_entries_user ON complaint_entries (user_id);

CREATE TABLE complaint_files (
  id           TEXT NOT NULL PRIMARY KEY,
  complaint_id TEXT NOT NULL REFERENCES complaints (id) ON DELETE CASCADE,
  entry_id     TEXT REFERENCES complaint_entries (id) ON DELETE CASCADE, -- null until the message is sent
  from_staff   BOOLEAN NOT NULL,
  name         TEXT NOT NULL,
  type         TEXT NOT NULL,
  size         BIGINT NOT NULL,
  created_at   TIMESTAMPTZ NOT NULL
);
CREATE INDEX complaint_files_complaint ON complaint_files (complaint_id, created_at, id);
CREATE INDEX complaint_files_entry ON complaint_files (entry_id);
CREATE INDEX complaint_files_unsent ON complaint_files (created_at) WHERE entry_id IS NULL;
