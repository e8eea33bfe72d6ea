-- The spine: what every feature may refer to and JOIN. Times are UTC with microseconds, ids UUIDv7 text.

-- +goose Up
CREATE TABLE users (
  id            TEXT NOT NULL PRIMARY KEY,
  email         TEXT NOT NULL, -- as typed, for writing to; email_key is what must be unique
  email_key     TEXT NOT NULL, -- lower case
  full_name     TEXT NOT NULL,
  password_hash TEXT NOT NULL, -- argon2id in PHC form
  status        TEXT NOT NULL CHECK (status IN ('active', 'disabled')),
  created_at    TIMESTAMPTZ NOT NULL,
  updated_at    TIMESTAMPTZ NOT NULL
);
CREATE UNIQUE INDEX users_email ON users (email_key);

CREATE TABLE user_roles (
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  role    TEXT NOT NULL CHECK (role IN ('student', 'instructor', 'corporate', 'admin')),
  PRIMARY KEY (user_id, role)
);

CREATE TABLE courses (
  id          TEXT NOT NULL PRIMARY KEY,
  title       TEXT NOT NULL,
  summary     TEXT NOT NULL,
  description TEXT NOT NULL,
  course_type TEXT NOT NULL CHECK (course_type IN ('blended', 'live', 'free')),
  category    TEXT NOT NULL,
  search_text TEXT NOT NULL, -- title, summary and category in lower case, made in Go: the databases differ beyond ASCII
  level       TEXT NOT NULL CHECK (level IN ('beginner', 'intermediate', 'advanced')),
  status      TEXT NOT NULL CHECK (status IN ('draft', 'Published', 'archived')),
  created_by  TEXT NOT NULL REFERENCES users (id),
  created_at  TIMESTAMPTZ NOT NULL,
  updated_at  TIMESTAMPTZ NOT NULL
);
CREATE INDEX courses_newest ON courses (status, created_at DESC, id DESC);
CREATE INDEX courses_category ON courses (status, category);

CREATE TABLE course_instructors (
  course_id TEXT NOT NULL REFERENCES courses (id) ON DELETE CASCADE,
  user_id   TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  PRIMARY KEY (course_id, user_id)
);
CREATE INDEX course_instructors_user ON course_instructors (user_id);

CREATE TABLE enrollments (
  id         TEXT NOT NULL PRIMARY KEY,
  user_id    TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  course_id  TEXT NOT NULL REFERENCES courses (id) ON DELETE CASCADE,
  status     TEXT NOT NULL CHECK (status IN ('invited', 'pending_payment', 'waitlisted', 'active', 'suspended', 'completed', 'withdrawn', 'expired')),
  created_at TIMESTAMPTZ NOT NULL,
  updated_at TIMESTAMPTZ NOT NULL
);
CREATE UNIQUE INDEX enrollments_once ON enrollments (user_id, course_id);
CREATE INDEX enrollments_course ON enrollments (course_id);

-- What an installation knows about itself: that it has been set up, that it is filled with sample content.
CREATE TABLE settings (
  name  TEXT NOT NULL PRIMARY KEY,
  value TEXT NOT NULL
);

-- +goose Down
DROP TABLE settings;
DROP TABLE enrollments;
DROP TABLE course_instructors;
DROP TABLE courses;
DROP TABLE user_roles;
DROP TABLE users;
