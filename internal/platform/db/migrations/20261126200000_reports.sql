-- Figures of dashboards: who learned on which day, sums of days, and what has changed since they were summed.

-- +goose Up
CREATE TABLE active_days (
  course_id   TEXT NOT NULL REFERENCES courses (id) ON DELETE CASCADE,
  day         TEXT NOT NULL, -- YYYY-MM-DD in the time zone of the school, like all days here
  user_id     TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  acts        BIGINT NOT NULL,
  seconds     BIGINT NOT NULL, -- at most 900 of a quarter of an hour
  completions BIGINT NOT NULL, -- lessons
  PRIMARY KEY (course_id, day, user_id)
);
CREATE INDEX active_days_day ON active_days (day, user_id);
CREATE INDEX active_days_user ON active_days (user_id, day);

CREATE TABLE stat_days (
  metric TEXT NOT NULL,
  scope  TEXT NOT NULL, -- school, course:ID, or currency:CODE
  day    TEXT NOT NULL,
  value  BIGINT NOT NULL,
  PRIMARY KEY (metric, scope, day)
);
CREATE INDEX stat_days_day ON stat_days (day, metric);

CREATE TABLE stat_now (
  metric      TEXT NOT NULL,
  scope       TEXT NOT NULL,
  value       BIGINT NOT NULL,
  computed_at TIMESTAMPTZ NOT NULL,
  PRIMARY KEY (metric, scope)
);
CREATE INDEX stat_now_scope ON stat_now (scope);

-- Rows are only added and deleted, so that writers of what they are about never wait for each other. Triggers add most of them.
CREATE TABLE report_dirty (
  id   TEXT NOT NULL PRIMARY KEY,
  kind TEXT NOT NULL, -- what is to be summed again
  key  TEXT NOT NULL  -- of which day (UTC), learner or course
);
CREATE INDEX report_dirty_key ON report_dirty (kind, key);

CREATE INDEX enrollments_created ON enrollments (created_at, id);
CREATE INDEX enrollments_withdrawn ON enrollments (updated_at, id) WHERE status = 'withdrawn';
CREATE INDEX course_progress_completed ON course_progress (completed_at) WHERE completed_at IS NOT NULL;
CREATE INDEX certificates_issued ON certificates (issued_at, id);
CREATE INDEX payments_received ON payments (received_at);
CREATE INDEX refunds_succeeded ON refunds (updated_at) WHERE status = 'succeeded';
CREATE INDEX submissions_returned ON submissions (course_id, returned_at) WHERE returned_at IS NOT NULL;
CREATE INDEX quiz_attempts_submitted ON quiz_attempts (course_id, submitted_at) WHERE submitted_at IS NOT NULL;
CREATE INDEX jobs_failed ON jobs (finished_at) WHERE state = 'failed';
CREATE INDEX posts_review ON posts (review_requested_at) WHERE review_requested_at IS NOT NULL;
CREATE INDEX refunds_failed ON refunds (updated_at) WHERE status = 'failed';
CREATE INDEX videos_failed ON videos (owner_id, updated_at) WHERE status = 'failed';
