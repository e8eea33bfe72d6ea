-- +goose Up
-- What learners think of a course, one each.
CREATE TABLE course_reviews (
  id               TEXT NOT NULL PRIMARY KEY,
  course_id        TEXT NOT NULL REFERENCES courses (id) ON DELETE CASCADE,
  user_id          TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  stars            BIGINT NOT NULL CHECK (stars BETWEEN 1 AND 5),
  body             TEXT NOT NULL, -- plain text; '' for stars alone
  revision         BIGINT NOT NULL, -- up with every change by its author or to the answer
  created_at       TIMESTAMPTZ NOT NULL,
  edited_at        TIMESTAMPTZ,
  answer           TEXT NOT NULL, -- of the course's teachers, plain text; '' for none
  answered_by      TEXT REFERENCES users (id) ON DELETE SET NULL,
  answered_at      TIMESTAMPTZ,
  answer_edited_at TIMESTAMPTZ,
  open_reports     BIGINT NOT NULL, -- that no administrator has decided on
  hidden_at        TIMESTAMPTZ, -- by an administrator: only its author and administrators see it, and the rating does not count it
  hidden_by        TEXT REFERENCES users (id) ON DELETE SET NULL,
  hidden_reason    TEXT NOT NULL -- '' for none, and while it is not hidden
);
CREATE UNIQUE INDEX course_reviews_author ON course_reviews (course_id, user_id);
CREATE INDEX course_reviews_user ON course_reviews (user_id);
CREATE INDEX course_reviews_answered_by ON course_reviews (answered_by);
CREATE INDEX course_reviews_newest ON course_reviews (course_id, id DESC);
CREATE INDEX course_reviews_highest ON course_reviews (course_id, stars DESC, id DESC);
CREATE INDEX course_reviews_lowest ON course_reviews (course_id, stars, id DESC);
CREATE INDEX course_reviews_reported ON course_reviews (id DESC) WHERE open_reports > 0;
CREATE INDEX course_reviews_hidden ON course_reviews (id DESC) WHERE hidden_at IS NOT NULL;

CREATE TABLE course_review_reports (
  review_id  TEXT NOT NULL REFERENCES course_reviews (id) ON DELETE CASCADE,
  user_id    TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  reason     TEXT NOT NULL CHECK (reason IN ('spam', 'offensive', 'off_topic', 'personal_data', 'other')),
  details    TEXT NOT NULL, -- '' for none
  created_at TIMESTAMPTZ NOT NULL,
  is_open    BOOLEAN NOT NULL, -- no administrator has decided on it
  PRIMARY KEY (review_id, user_id)
);
CREATE INDEX course_review_reports_user ON course_review_reports (user_id);

-- The reviews that are not hidden, added up.
ALTER TABLE courses ADD COLUMN rating_average BIGINT NOT NULL DEFAULT 0; -- in hundredths of a star; 0 for none
ALTER TABLE courses ADD COLUMN rating_count BIGINT NOT NULL DEFAULT 0;
ALTER TABLE courses ADD COLUMN rating_distribution JSONB NOT NULL DEFAULT '[0, 0, 0, 0, 0]'; -- how many have 1, 2, 3, 4 and 5 stars
ALTER TABLE courses ADD COLUMN rating_rank BIGINT NOT NULL DEFAULT 0; -- course.Rating.Rank
CREATE INDEX courses_rating ON courses (status, rating_rank DESC, id DESC);
