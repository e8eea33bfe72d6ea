-- Background work. A job is done by whoever holds its lease; fence grows at each claim, and a result counts only under
-- the fence that it was claimed with.

-- +goose Up
CREATE TABLE jobs (
  id           TEXT NOT NULL PRIMARY KEY,
  kind         TEXT NOT NULL,
  ref          TEXT NOT NULL, -- what it is about, a video's id; '' for periodic work
  batch        TEXT NOT NULL, -- jobs of one batch may be claimed together (the rungs of a piece); '' for none
  payload      JSONB NOT NULL,
  priority     BIGINT NOT NULL, -- the lowest first
  state        TEXT NOT NULL CHECK (state IN ('waiting', 'running', 'done', 'failed', 'cancelled')),
  due_at       TIMESTAMPTZ NOT NULL,
  fence        BIGINT NOT NULL,
  attempts     BIGINT NOT NULL,
  max_attempts BIGINT NOT NULL,
  worker       TEXT NOT NULL,
  lease_until  TIMESTAMPTZ,
  progress     BIGINT NOT NULL, -- of the running attempt, in the kind's own unit
  last_error   TEXT NOT NULL,
  created_at   TIMESTAMPTZ NOT NULL,
  finished_at  TIMESTAMPTZ
);
CREATE INDEX jobs_waiting ON jobs (priority, due_at, id) WHERE state = 'waiting';
CREATE INDEX jobs_running ON jobs (lease_until) WHERE state = 'running';
CREATE INDEX jobs_ref ON jobs (ref, kind);

-- +goose Down
DROP TABLE jobs;
