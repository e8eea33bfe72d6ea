-- +goose Up
-- What learners saw of a course before and after each act of publishing it, so that the latest can be undone.
CREATE TABLE course_publications (
  id             TEXT NOT NULL PRIMARY KEY,
  course_id      TEXT NOT NULL REFERENCES courses (id) ON DELETE CASCADE,
  number         BIGINT NOT NULL, -- in the course, from 1
  version_before BIGINT NOT NULL, -- of the curriculum; 0 for none
  version_after  BIGINT NOT NULL,
  status_before  TEXT NOT NULL,
  status_after   TEXT NOT NULL,
  published_by   TEXT NOT NULL REFERENCES users (id),
  published_at   TIMESTAMPTZ NOT NULL,
  undone_at      TIMESTAMPTZ -- null: it stands
);
CREATE UNIQUE INDEX course_publications_course ON course_publications (course_id, number);
CREATE INDEX course_publications_published_by ON course_publications (published_by);

ALTER TABLE curricula ADD COLUMN publish_status TEXT; -- that the course gets when the draft is published at publish_at; null: it stays
