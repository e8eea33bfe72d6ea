-- +goose Up
-- Learners who attend a session of another batch of their course, in place of one that they have missed.
CREATE TABLE session_guests (
  session_id     TEXT NOT NULL REFERENCES batch_sessions (id) ON DELETE CASCADE, -- which they attend
  user_id        TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  for_session_id TEXT NOT NULL REFERENCES batch_sessions (id) ON DELETE CASCADE, -- which they have missed
  created_by     TEXT REFERENCES users (id) ON DELETE SET NULL,
  created_at     TIMESTAMPTZ NOT NULL,
  PRIMARY KEY (session_id, user_id),
  CHECK (session_id <> for_session_id)
);
CREATE INDEX session_guests_missed ON session_guests (for_session_id, user_id);
CREATE INDEX session_guests_user ON session_guests (user_id);
CREATE INDEX session_guests_by ON session_guests (created_by);

-- Those who are let in: enrolled in the course, and not expected in the session as members of its batch.
CREATE VIEW admitted_guests AS
  SELECT g.session_id, g.user_id, g.for_session_id FROM session_guests AS g
    JOIN batch_sessions AS s ON s.id = g.session_id
    JOIN batches AS b ON b.id = s.batch_id
    JOIN enrolled_students AS e ON e.course_id = b.course_id AND e.user_id = g.user_id
  WHERE NOT EXISTS (SELECT 1 FROM batch_members AS m WHERE m.batch_id = s.batch_id AND m.user_id = g.user_id
    AND m.joined_at < s.ends_at AND (m.left_at IS NULL OR m.left_at > s.starts_at));
