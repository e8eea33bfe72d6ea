-- How often something was tried, by every server together.

-- +goose Up
CREATE TABLE rate_limits (
  key     TEXT NOT NULL PRIMARY KEY, -- HMAC over the rule and whom it counts: no address is kept
  taken   BIGINT NOT NULL,
  ends_at TIMESTAMPTZ NOT NULL -- of the window that began with the first
);
CREATE INDEX rate_limits_end ON rate_limits (ends_at);

-- +goose Down
DROP TABLE rate_limits;
