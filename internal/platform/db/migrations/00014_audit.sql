-- What administrators do. Rows are added and never changed: package db sets triggers that refuse it (append_only.go). They
-- refer to nobody by a foreign key, so that they outlive whom they tell of.

-- +goose Up
CREATE TABLE audit_log (
  id          TEXT NOT NULL PRIMARY KEY,
  at          TIMESTAMPTZ NOT NULL,
  actor_id    TEXT NOT NULL, -- who did it; '' for somebody at the machine
  behalf_id   TEXT NOT NULL, -- as whom; '' as oneself
  action      TEXT NOT NULL, -- user.role_changed
  area        TEXT NOT NULL, -- of the action, before the dot
  target_kind TEXT NOT NULL,
  target_id   TEXT NOT NULL,
  was         JSONB, -- of what was changed, before and after
  became      JSONB,
  network     TEXT NOT NULL,
  user_agent  TEXT NOT NULL
);
CREATE INDEX audit_log_at ON audit_log (at, id);
CREATE INDEX audit_log_actor ON audit_log (actor_id, at, id);
CREATE INDEX audit_log_target ON audit_log (target_id, at, id);
CREATE INDEX audit_log_action ON audit_log (action, at, id);
CREATE INDEX audit_log_area ON audit_log (area, at, id);

-- +goose Down
DROP TABLE audit_log;
