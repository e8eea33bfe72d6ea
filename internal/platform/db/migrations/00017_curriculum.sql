-- The curriculum of a course: a draft that its teachers edit, and numbered versions that learners get.

-- +goose Up
CREATE TABLE curricula (
  course_id         TEXT NOT NULL PRIMARY KEY REFERENCES courses (id) ON DELETE CASCADE,
  outline           JSONB NOT NULL, -- curriculum.Outline, the draft
  revision          BIGINT NOT NULL, -- up by one with each edit
  published_version BIGINT NOT NULL, -- what learners get; 0 for none
  published_outline JSONB NOT NULL, -- the outline of that version: what learners ask for all day is one row
  publish_at        TIMESTAMPTZ, -- when the draft goes out by itself
  publish_by        TEXT REFERENCES users (id), -- who ordered that
  created_at        TIMESTAMPTZ NOT NULL,
  updated_at        TIMESTAMPTZ NOT NULL,
  updated_by        TEXT NOT NULL REFERENCES users (id)
);
CREATE INDEX curricula_due ON curricula (publish_at) WHERE publish_at IS NOT NULL;

-- Every lesson and section that ever was, so that an identity stays with one course for good. What lessons refer to
-- (progress, submissions, notes) refers to these.
CREATE TABLE lessons (
  id         TEXT NOT NULL PRIMARY KEY,
  course_id  TEXT NOT NULL REFERENCES courses (id) ON DELETE CASCADE,
  created_at TIMESTAMPTZ NOT NULL
);
CREATE INDEX lessons_course ON lessons (course_id);

-- What is in a lesson. A row is never changed: an edit makes another, so that a version keeps what it was published with.
CREATE TABLE lesson_contents (
  id         TEXT NOT NULL PRIMARY KEY,
  course_id  TEXT NOT NULL REFERENCES courses (id) ON DELETE CASCADE,
  content    JSONB NOT NULL,
  created_at TIMESTAMPTZ NOT NULL
);
CREATE INDEX lesson_contents_course ON lesson_contents (course_id, created_at);

CREATE TABLE curriculum_versions (
  course_id    TEXT NOT NULL REFERENCES courses (id) ON DELETE CASCADE,
  number       BIGINT NOT NULL,
  outline      JSONB NOT NULL,
  note         TEXT NOT NULL,
  published_by TEXT NOT NULL REFERENCES users (id),
  published_at TIMESTAMPTZ NOT NULL,
  PRIMARY KEY (course_id, number)
);

-- The drafts before the last edits, for undo.
CREATE TABLE curriculum_edits (
  course_id TEXT NOT NULL REFERENCES courses (id) ON DELETE CASCADE,
  revision  BIGINT NOT NULL, -- that this outline had
  outline   JSONB NOT NULL,
  what      TEXT NOT NULL, -- the edit that replaced it, in words
  edited_by TEXT NOT NULL REFERENCES users (id),
  edited_at TIMESTAMPTZ NOT NULL,
  PRIMARY KEY (course_id, revision)
);

-- The lessons of the published version, for whoever counts or joins.
CREATE TABLE published_lessons (
  course_id   TEXT NOT NULL REFERENCES courses (id) ON DELETE CASCADE,
  lesson_id   TEXT NOT NULL REFERENCES lessons (id) ON DELETE CASCADE,
  section_id  TEXT NOT NULL,
  position    BIGINT NOT NULL, -- in the whole course, from 1
  type        TEXT NOT NULL,
  title       TEXT NOT NULL,
  required    BOOLEAN NOT NULL,
  previewable BOOLEAN NOT NULL,
  content_id  TEXT NOT NULL, -- '' for none
  video_id    TEXT NOT NULL, -- '' for none
  completion    TEXT NOT NULL, -- the rule by which it counts as done, with its figures
  watched_share BIGINT NOT NULL,
  minimum_score BIGINT NOT NULL,
  PRIMARY KEY (course_id, lesson_id)
);
CREATE INDEX published_lessons_lesson ON published_lessons (lesson_id);
CREATE INDEX published_lessons_video ON published_lessons (video_id) WHERE video_id <> '';

CREATE TABLE curriculum_templates (
  id         TEXT NOT NULL PRIMARY KEY,
  title      TEXT NOT NULL,
  summary    TEXT NOT NULL,
  category   TEXT NOT NULL,
  difficulty TEXT NOT NULL CHECK (difficulty IN ('beginner', 'intermediate', 'advanced')),
  weeks      BIGINT NOT NULL, -- how long the course takes
  lessons    BIGINT NOT NULL,
  archive    JSONB NOT NULL, -- curriculum.Archive
  created_by TEXT NOT NULL REFERENCES users (id),
  created_at TIMESTAMPTZ NOT NULL
);
CREATE INDEX curriculum_templates_newest ON curriculum_templates (created_at DESC, id DESC);

-- Files that lessons show or offer: images in texts, PDFs, material.
CREATE TABLE course_files (
  id           TEXT NOT NULL PRIMARY KEY,
  course_id    TEXT NOT NULL REFERENCES courses (id) ON DELETE CASCADE,
  name         TEXT NOT NULL, -- display text only, never part of a path
  type         TEXT NOT NULL, -- found in its first bytes
  size         BIGINT NOT NULL, -- bytes
  uploaded_by  TEXT NOT NULL REFERENCES users (id),
  created_at   TIMESTAMPTZ NOT NULL
);
CREATE INDEX course_files_course ON course_files (course_id, created_at);

-- +goose Down
DROP TABLE course_files;
DROP TABLE curriculum_templates;
DROP TABLE published_lessons;
DROP TABLE curriculum_edits;
DROP TABLE curriculum_versions;
DROP TABLE lesson_contents;
DROP TABLE lessons;
DROP TABLE curricula;
