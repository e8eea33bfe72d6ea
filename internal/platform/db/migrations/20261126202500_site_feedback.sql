-- What users and visitors say about the site, and what of it is published.

-- +goose Up
CREATE TABLE site_feedback (
  id              TEXT NOT NULL PRIMARY KEY,
  form_id         TEXT UNIQUE, -- a form counts once; null for who sends none
  user_id         TEXT REFERENCES users (id), -- null for a visitor
  full_name       TEXT NOT NULL,
  email           TEXT NOT NULL,
  email_key       TEXT NOT NULL,
  rating          BIGINT NOT NULL CHECK (rating BETWEEN 1 AND 5),
  body            TEXT NOT NULL,
  publish_consent BOOLEAN NOT NULL,
  status          TEXT NOT NULL CHECK (status IN ('new', 'published', 'hidden')),
  published_at    TIMESTAMPTZ,
  created_at      TIMESTAMPTZ NOT NULL,
  CHECK (status <> 'published' OR publish_consent),
  CHECK ((status = 'published') = (published_at IS NOT NULL))
);
CREATE INDEX site_feedback_newest ON site_feedback (created_at DESC, id DESC);
CREATE INDEX site_feedback_by_status ON site_feedback (status, created_at DESC, id DESC);
CREATE INDEX site_feedback_by_rating ON site_feedback (rating, created_at DESC, id DESC);
CREATE INDEX site_feedback_published ON site_feedback (published_at DESC, id DESC) WHERE published_at IS NOT NULL;
CREATE INDEX site_feedback_user ON site_feedback (user_id);
CREATE INDEX site_feedback_email ON site_feedback (email_key);
