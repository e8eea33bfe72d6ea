-- What people write beside lessons: notes for themselves, comments for all who learn there.

-- +goose Up
CREATE TABLE lesson_notes (
  id         TEXT NOT NULL PRIMARY KEY,
  user_id    TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  course_id  TEXT NOT NULL REFERENCES courses (id) ON DELETE CASCADE,
  lesson_id  TEXT NOT NULL REFERENCES lessons (id) ON DELETE CASCADE,
  at_ms      BIGINT, -- moment of the film; null for none
  body       TEXT NOT NULL, -- plain text
  created_at TIMESTAMPTZ NOT NULL,
  updated_at TIMESTAMPTZ NOT NULL
);
CREATE INDEX lesson_notes_lesson ON lesson_notes (user_id, lesson_id, id);

CREATE TABLE lesson_comments (
  id         TEXT NOT NULL PRIMARY KEY,
  course_id  TEXT NOT NULL REFERENCES courses (id) ON DELETE CASCADE,
  lesson_id  TEXT NOT NULL REFERENCES lessons (id) ON DELETE CASCADE,
  thread_id  TEXT NOT NULL, -- the comment that is answered; '' for one that begins a thread
  author_id  TEXT NOT NULL REFERENCES users (id),
  body       TEXT NOT NULL, -- plain text; empty once deleted
  created_at TIMESTAMPTZ NOT NULL,
  edited_at  TIMESTAMPTZ,
  deleted_at TIMESTAMPTZ, -- the row stays for what answers it
  hidden_at  TIMESTAMPTZ, -- by staff: its author and staff still see it
  hidden_by  TEXT REFERENCES users (id)
);
CREATE INDEX lesson_comments_thread ON lesson_comments (lesson_id, thread_id, id);
CREATE INDEX lesson_comments_author ON lesson_comments (author_id);

-- +goose Down
DROP TABLE lesson_comments;
DROP TABLE lesson_notes;
