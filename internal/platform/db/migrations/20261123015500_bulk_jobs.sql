-- Changes of all users that a filter picks, made in the background.

-- +goose Up
CREATE TABLE bulk_jobs (
  id          TEXT NOT NULL PRIMARY KEY,
  admin_id    TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE, -- who started it
  action      TEXT NOT NULL,
  role        TEXT NOT NULL, -- of add_role and remove_role, otherwise empty
  filter      TEXT NOT NULL, -- the query string of the list; * is everybody
  dry_run     BOOLEAN NOT NULL,
  state       TEXT NOT NULL CHECK (state IN ('running', 'done', 'cancelled', 'stopped')),
  reason      TEXT NOT NULL, -- why it was stopped
  total       BIGINT NOT NULL, -- users picked when it started
  changed     BIGINT NOT NULL,
  unchanged   BIGINT NOT NULL,
  refused     BIGINT NOT NULL,
  created_at  TIMESTAMPTZ NOT NULL,
  finished_at TIMESTAMPTZ
);
CREATE INDEX bulk_jobs_created ON bulk_jobs (created_at, id);
CREATE INDEX bulk_jobs_admin ON bulk_jobs (admin_id);

-- Whom the filter picked when the job started, and what became of each.
CREATE TABLE bulk_job_users (
  job_id   TEXT NOT NULL REFERENCES bulk_jobs (id) ON DELETE CASCADE,
  position BIGINT NOT NULL,
  user_id  TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  outcome  TEXT NOT NULL CHECK (outcome IN ('', 'changed', 'unchanged', 'refused')), -- '' until it is their turn
  code     TEXT NOT NULL,
  message  TEXT NOT NULL,
  PRIMARY KEY (job_id, position)
);
CREATE INDEX bulk_job_users_outcome ON bulk_job_users (job_id, outcome, position);
CREATE INDEX bulk_job_users_user ON bulk_job_users (user_id);
