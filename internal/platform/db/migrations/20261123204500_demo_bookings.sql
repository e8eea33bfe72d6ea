-- +goose Up
-- Demo classes that visitors and learners book with an instructor.
CREATE TABLE demo_bookings (
  id                  TEXT NOT NULL PRIMARY KEY,
  hold_id             TEXT NOT NULL, -- of the form that booked it, so that a form books once
  user_id             TEXT REFERENCES users (id) ON DELETE SET NULL,
  email               TEXT NOT NULL,
  email_key           TEXT NOT NULL,
  full_name           TEXT NOT NULL,
  phone_number        TEXT NOT NULL,
  starts_at           TIMESTAMPTZ NOT NULL,
  ends_at             TIMESTAMPTZ NOT NULL,
  timezone            TEXT NOT NULL, -- of the visitor
  instructor_id       TEXT NOT NULL REFERENCES users (id),
  demo_type           TEXT NOT NULL,
  source              TEXT NOT NULL,
  course_interest     TEXT NOT NULL,
  experience_level    TEXT NOT NULL,
  requirements        TEXT NOT NULL,
  notes               TEXT NOT NULL,
  utm                 JSONB NOT NULL,
  status              TEXT NOT NULL CHECK (status IN ('confirmed', 'completed', 'cancelled', 'no_show')),
  is_late             BOOLEAN NOT NULL, -- cancelled less than 2 hours before its start
  reschedules         BIGINT NOT NULL, -- by the visitor
  cancellation_reason TEXT NOT NULL,
  completion_notes    TEXT NOT NULL,
  rating              BIGINT NOT NULL CHECK (rating BETWEEN 0 AND 5), -- 0 for none
  feedback            TEXT NOT NULL,
  no_show_side        TEXT NOT NULL CHECK (no_show_side IN ('', 'learner', 'instructor')),
  languages           TEXT NOT NULL, -- of the browser that booked, as its header Accept-Language
  manage_digest       TEXT NOT NULL, -- SHA-256 of the token of the link
  sequence            BIGINT NOT NULL, -- grows with every change that calendars must show
  created_at          TIMESTAMPTZ NOT NULL,
  updated_at          TIMESTAMPTZ NOT NULL,
  decided_at          TIMESTAMPTZ, -- when it was completed, cancelled or missed
  CHECK (starts_at < ends_at)
);
CREATE UNIQUE INDEX demo_bookings_hold ON demo_bookings (hold_id);
CREATE UNIQUE INDEX demo_bookings_manage ON demo_bookings (manage_digest);
CREATE INDEX demo_bookings_start ON demo_bookings (starts_at, id);
CREATE INDEX demo_bookings_user ON demo_bookings (user_id, starts_at);
CREATE INDEX demo_bookings_email ON demo_bookings (email_key, starts_at);
CREATE INDEX demo_bookings_instructor ON demo_bookings (instructor_id, starts_at);
CREATE INDEX demo_bookings_status ON demo_bookings (status, starts_at);

CREATE TABLE demo_history (
  id         TEXT NOT NULL PRIMARY KEY,
  booking_id TEXT NOT NULL REFERENCES demo_bookings (id) ON DELETE CASCADE,
  action     TEXT NOT NULL,
  side       TEXT NOT NULL CHECK (side IN ('learner', 'staff')),
  user_id    TEXT REFERENCES users (id) ON DELETE SET NULL,
  starts_at  TIMESTAMPTZ NOT NULL, -- of the demo, afterwards
  reason     TEXT NOT NULL,
  created_at TIMESTAMPTZ NOT NULL
);
CREATE INDEX demo_history_booking ON demo_history (booking_id, created_at, id);
CREATE INDEX demo_history_user ON demo_history (user_id);

-- Slots that forms keep for minutes. The time itself is a row of instructor_busy.
CREATE TABLE demo_holds (
  id            TEXT NOT NULL PRIMARY KEY, -- of the form
  network       TEXT NOT NULL, -- an HMAC; '' for who is signed in
  instructor_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  starts_at     TIMESTAMPTZ NOT NULL,
  ends_at       TIMESTAMPTZ NOT NULL,
  held_at       TIMESTAMPTZ NOT NULL, -- since when this slot has been held
  expires_at    TIMESTAMPTZ NOT NULL
);
CREATE INDEX demo_holds_network ON demo_holds (network, expires_at);
CREATE INDEX demo_holds_instructor ON demo_holds (instructor_id, starts_at);
CREATE INDEX demo_holds_expiry ON demo_holds (expires_at);
