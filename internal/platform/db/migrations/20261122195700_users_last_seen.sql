-- +goose Up
-- Sessions are deleted a month after they end; when a user was last seen outlives them and can be sorted by. 1970 stands for never.
ALTER TABLE users ADD COLUMN last_seen_at TIMESTAMPTZ NOT NULL DEFAULT '1970-01-01 00:00:00+00:00';
UPDATE users SET last_seen_at = (SELECT max(s.rotated_at) FROM sessions AS s WHERE s.user_id = users.id)
  WHERE EXISTS (SELECT 1 FROM sessions AS s WHERE s.user_id = users.id);
CREATE INDEX users_by_last_seen ON users (last_seen_at, id);

-- +goose Down
DROP INDEX users_by_last_seen;
ALTER TABLE users DROP COLUMN last_seen_at;
