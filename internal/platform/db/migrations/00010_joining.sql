-- How people come to be more than students.

-- +goose Up
CREATE TABLE role_applications (
  id         TEXT NOT NULL PRIMARY KEY,
  user_id    TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  role       TEXT NOT NULL CHECK (role IN ('instructor', 'corporate')),
  about      TEXT NOT NULL, -- what they say of themselves
  status     TEXT NOT NULL CHECK (status IN ('pending', 'approved', 'rejected')),
  note       TEXT NOT NULL, -- what the administrator answers
  decided_by TEXT REFERENCES users (id),
  created_at TIMESTAMPTZ NOT NULL,
  decided_at TIMESTAMPTZ
);
CREATE UNIQUE INDEX role_applications_pending ON role_applications (user_id, role) WHERE status = 'pending';
CREATE INDEX role_applications_status ON role_applications (status, created_at DESC, id DESC);

CREATE TABLE invitations (
  id         TEXT NOT NULL PRIMARY KEY,
  email      TEXT NOT NULL,
  roles      JSONB NOT NULL,
  invited_by TEXT NOT NULL REFERENCES users (id),
  created_at TIMESTAMPTZ NOT NULL,
  expires_at TIMESTAMPTZ NOT NULL,
  ended_at   TIMESTAMPTZ -- accepted or taken back
);
CREATE INDEX invitations_newest ON invitations (created_at DESC, id DESC);

-- +goose Down
DROP TABLE invitations;
DROP TABLE role_applications;
