-- +goose Up
-- What those who have had a demo class say about it.
CREATE TABLE demo_feedback (
  id                     TEXT NOT NULL PRIMARY KEY,
  booking_id             TEXT NOT NULL REFERENCES demo_bookings (id) ON DELETE CASCADE,
  user_id                TEXT REFERENCES users (id) ON DELETE SET NULL, -- who gave it; NULL for a visitor without an account
  instructor_id          TEXT NOT NULL REFERENCES users (id), -- who gave the demo class
  overall_rating         BIGINT NOT NULL CHECK (overall_rating BETWEEN 1 AND 5),
  content_quality        TEXT NOT NULL CHECK (content_quality IN ('excellent', 'good', 'average', 'poor')),
  instructor_performance TEXT NOT NULL CHECK (instructor_performance IN ('excellent', 'good', 'average', 'poor')),
  would_recommend        BOOLEAN NOT NULL,
  additional_comments    TEXT NOT NULL,
  liked_most             TEXT NOT NULL,
  improvement_areas      TEXT NOT NULL,
  specific_feedback      JSONB NOT NULL,
  follow_up_interest     BOOLEAN NOT NULL,
  source                 TEXT NOT NULL,
  response               TEXT NOT NULL, -- of an administrator; '' for none
  response_is_internal   BOOLEAN NOT NULL, -- not shown to who gave the feedback
  responded_by           TEXT REFERENCES users (id) ON DELETE SET NULL,
  responded_at           TIMESTAMPTZ,
  version                BIGINT NOT NULL,
  created_at             TIMESTAMPTZ NOT NULL,
  updated_at             TIMESTAMPTZ NOT NULL
);
CREATE UNIQUE INDEX demo_feedback_booking ON demo_feedback (booking_id);
CREATE INDEX demo_feedback_time ON demo_feedback (created_at, id);
CREATE INDEX demo_feedback_user ON demo_feedback (user_id, created_at);
CREATE INDEX demo_feedback_user_rating ON demo_feedback (user_id, overall_rating, created_at);
CREATE INDEX demo_feedback_instructor ON demo_feedback (instructor_id, created_at);
CREATE INDEX demo_feedback_responder ON demo_feedback (responded_by);
