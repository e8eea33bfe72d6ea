-- +goose Up
-- What lists of participants from meeting providers say, which instructors import.
CREATE TABLE attendance_imports (
  id           TEXT NOT NULL PRIMARY KEY,
  session_id   TEXT NOT NULL REFERENCES batch_sessions (id) ON DELETE CASCADE,
  external_key TEXT NOT NULL, -- of the person in lists: the email address, or the name if there is none
  name         TEXT NOT NULL,
  user_id      TEXT REFERENCES users (id) ON DELETE CASCADE, -- NULL: nobody has said who that is
  joined_at    TIMESTAMPTZ NOT NULL,
  left_at      TIMESTAMPTZ NOT NULL,
  imported_by  TEXT NOT NULL REFERENCES users (id),
  imported_at  TIMESTAMPTZ NOT NULL,
  CHECK (joined_at <= left_at)
);
CREATE UNIQUE INDEX attendance_imports_once ON attendance_imports (session_id, external_key, joined_at);
CREATE INDEX attendance_imports_user ON attendance_imports (user_id);
CREATE INDEX attendance_imports_by ON attendance_imports (imported_by);
CREATE INDEX attendance_imports_age ON attendance_imports (imported_at);

-- Sessions after which attendance was looked at, and members of whose low attendance they know.
CREATE TABLE attendance_reviews (
  session_id  TEXT NOT NULL PRIMARY KEY REFERENCES batch_sessions (id) ON DELETE CASCADE,
  reviewed_at TIMESTAMPTZ NOT NULL
);
CREATE TABLE low_attendance (
  batch_id TEXT NOT NULL REFERENCES batches (id) ON DELETE CASCADE,
  user_id  TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  since    TIMESTAMPTZ NOT NULL,
  PRIMARY KEY (batch_id, user_id)
);
CREATE INDEX low_attendance_user ON low_attendance (user_id);
