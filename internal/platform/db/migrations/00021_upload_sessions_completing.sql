-- What counts the uploads of a person counts those that are being completed too, and SQLite takes a partial index only
-- where the question has the index's own condition in it.

-- +goose Up
DROP INDEX upload_sessions_user;
CREATE INDEX upload_sessions_user ON upload_sessions (user_id) WHERE status IN ('initialized', 'uploading', 'completing');

-- +goose Down
DROP INDEX upload_sessions_user;
CREATE INDEX upload_sessions_user ON upload_sessions (user_id) WHERE status IN ('initialized', 'uploading');
