-- Wrong codes of the second step are counted like wrong passwords, so that what unlocks an account unlocks all of it.
-- SQLite cannot change a CHECK, so the tables are made anew on both databases.

-- +goose Up
CREATE TABLE lockouts_new (
  key          TEXT NOT NULL PRIMARY KEY, -- HMAC over reason and identifier: what strangers typed is not kept; of the second step with the user's id
  reason       TEXT NOT NULL CHECK (reason IN ('failed_login_attempts', 'password_change_attempts', 'two_factor_attempts')),
  user_id      TEXT REFERENCES users (id) ON DELETE CASCADE, -- null: nobody's
  attempts     BIGINT NOT NULL, -- that failed, or are being looked at
  last_at      TIMESTAMPTZ NOT NULL, -- when the last attempt was counted
  locked_until TIMESTAMPTZ,
  locked_by    TEXT NOT NULL -- the attempt that set the lock, '' for none
);
INSERT INTO lockouts_new (key, reason, user_id, attempts, last_at, locked_until, locked_by)
  SELECT key, reason, user_id, attempts, last_at, locked_until, locked_by FROM lockouts;
INSERT INTO lockouts_new (key, reason, user_id, attempts, last_at, locked_until, locked_by)
  SELECT 'second step ' || user_id, 'two_factor_attempts', user_id, attempts, last_at, locked_until, locked_by FROM two_factor_tries;
DROP TABLE two_factor_tries;
DROP TABLE lockouts;
ALTER TABLE lockouts_new RENAME TO lockouts;
CREATE INDEX lockouts_user ON lockouts (user_id);
CREATE INDEX lockouts_locked ON lockouts (locked_until);
CREATE INDEX lockouts_last ON lockouts (last_at);

CREATE TABLE lockout_events_new (
  id           TEXT NOT NULL PRIMARY KEY,
  reason       TEXT NOT NULL CHECK (reason IN ('failed_login_attempts', 'password_change_attempts', 'two_factor_attempts', 'admin_lock')),
  user_id      TEXT REFERENCES users (id) ON DELETE CASCADE, -- null: nobody's
  attempts     BIGINT NOT NULL, -- 0 of a lock by hand
  locked_at    TIMESTAMPTZ NOT NULL,
  locked_until TIMESTAMPTZ,
  day          TEXT NOT NULL -- of locked_at in UTC, YYYY-MM-DD
);
INSERT INTO lockout_events_new (id, reason, user_id, attempts, locked_at, locked_until, day)
  SELECT id, reason, user_id, attempts, locked_at, locked_until, day FROM lockout_events;
DROP TABLE lockout_events;
ALTER TABLE lockout_events_new RENAME TO lockout_events;
CREATE INDEX lockout_events_day ON lockout_events (day);
CREATE INDEX lockout_events_user ON lockout_events (user_id);

-- +goose Down
CREATE TABLE two_factor_tries (
  user_id      TEXT NOT NULL PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  attempts     BIGINT NOT NULL,
  last_at      TIMESTAMPTZ NOT NULL,
  locked_until TIMESTAMPTZ,
  locked_by    TEXT NOT NULL -- the attempt that set the lock, '' for none
);
INSERT INTO two_factor_tries (user_id, attempts, last_at, locked_until, locked_by)
  SELECT user_id, attempts, last_at, locked_until, locked_by FROM lockouts WHERE reason = 'two_factor_attempts' AND user_id IS NOT NULL;
DELETE FROM lockouts WHERE reason = 'two_factor_attempts';
DELETE FROM lockout_events WHERE reason = 'two_factor_attempts';
