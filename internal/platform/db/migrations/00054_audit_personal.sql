-- What of the audit log tells who somebody is lies beside it, so that it can be erased with them; the log itself stays.

-- +goose Up
CREATE TABLE audit_personal (
  id      TEXT NOT NULL PRIMARY KEY, -- of the row of the log
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  was     JSONB NOT NULL, -- members that the log has as "(erased)"
  became  JSONB NOT NULL
);
CREATE INDEX audit_personal_user ON audit_personal (user_id);

-- +goose Down
DROP TABLE audit_personal;
