-- +goose Up
-- Calls of the language model. result is kept for a day, so that what was paid for is not lost with a browser tab.
CREATE TABLE ai_runs (
  id             TEXT NOT NULL PRIMARY KEY,
  user_id        TEXT NOT NULL REFERENCES users (id),
  tool           TEXT NOT NULL,
  model          TEXT NOT NULL,
  prompt_version TEXT NOT NULL,
  state          TEXT NOT NULL CHECK (state IN ('running', 'done', 'failed')),
  day            TEXT NOT NULL, -- whose quota it uses
  reserved       BIGINT NOT NULL, -- tokens, until it ends
  input_tokens   BIGINT NOT NULL,
  output_tokens  BIGINT NOT NULL,
  is_estimated   BOOLEAN NOT NULL,
  error_code     TEXT NOT NULL, -- '' for none
  cache_key      TEXT NOT NULL, -- digest of what was asked
  result         TEXT NOT NULL, -- Markdown; '' when it is no longer kept
  accepted       BIGINT NOT NULL, -- characters that the author took
  refused        BIGINT NOT NULL,
  began_at       TIMESTAMPTZ NOT NULL,
  ended_at       TIMESTAMPTZ
);
CREATE INDEX ai_runs_own ON ai_runs (user_id, began_at DESC, id DESC);
CREATE INDEX ai_runs_newest ON ai_runs (began_at DESC, id DESC);
CREATE INDEX ai_runs_same ON ai_runs (user_id, cache_key, began_at DESC) WHERE result <> '';
CREATE INDEX ai_runs_running ON ai_runs (began_at) WHERE state = 'running';
CREATE INDEX ai_runs_kept ON ai_runs (began_at) WHERE result <> '';

-- What of their quota users have used. One guarded UPDATE reserves before a call: calls at the same time never go beyond it.
CREATE TABLE ai_usage (
  user_id TEXT NOT NULL REFERENCES users (id),
  day     TEXT NOT NULL, -- in the time zone of the school
  runs    BIGINT NOT NULL,
  tokens  BIGINT NOT NULL, -- used, and reserved by calls that go on
  PRIMARY KEY (user_id, day)
);
