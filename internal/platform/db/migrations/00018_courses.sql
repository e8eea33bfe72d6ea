-- Courses in full: what they cost, what they offer, when they take place, and how they are found.

-- +goose Up
ALTER TABLE courses RENAME COLUMN search_text TO title_key; -- the title as it is compared: text.Fold
ALTER TABLE courses ADD COLUMN origin TEXT NOT NULL DEFAULT 'courses' CHECK (origin IN ('courses', 'tcourse')); -- at which address it was made
ALTER TABLE courses ADD COLUMN language TEXT NOT NULL DEFAULT 'en'; -- BCP 47
ALTER TABLE courses ADD COLUMN is_certification BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE courses ADD COLUMN is_assignments BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE courses ADD COLUMN is_projects BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE courses ADD COLUMN is_quizzes BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE courses ADD COLUMN min_hours_per_week BIGINT NOT NULL DEFAULT 0; -- 0: not said
ALTER TABLE courses ADD COLUMN max_hours_per_week BIGINT NOT NULL DEFAULT 0;
ALTER TABLE courses ADD COLUMN no_of_sessions BIGINT NOT NULL DEFAULT 0;
ALTER TABLE courses ADD COLUMN page JSONB NOT NULL DEFAULT '{}'; -- course.Page: lists that only the page of a course shows
ALTER TABLE courses ADD COLUMN is_free BOOLEAN NOT NULL DEFAULT TRUE; -- follows from course_prices
ALTER TABLE courses ADD COLUMN course_fee BIGINT NOT NULL DEFAULT 0; -- of its first active price row, in minor units
ALTER TABLE courses ADD COLUMN fee_currency TEXT NOT NULL DEFAULT ''; -- '' for a free course
ALTER TABLE courses ADD COLUMN brochure JSONB NOT NULL DEFAULT '{}'; -- course.brochureFile
ALTER TABLE courses ADD COLUMN access_type TEXT NOT NULL DEFAULT 'registered' CHECK (access_type IN ('open', 'registered', 'by_date')); -- of a free course
ALTER TABLE courses ADD COLUMN access_from TIMESTAMPTZ;
ALTER TABLE courses ADD COLUMN access_until TIMESTAMPTZ;
ALTER TABLE courses ADD COLUMN schedule JSONB NOT NULL DEFAULT '{}'; -- course.Schedule of a live course
ALTER TABLE courses ADD COLUMN doubt_schedule JSONB NOT NULL DEFAULT '{}'; -- course.DoubtSchedule of a blended course
CREATE INDEX courses_title ON courses (status, title_key, id);
CREATE INDEX courses_fee ON courses (status, fee_currency, course_fee, id);
CREATE INDEX courses_type ON courses (status, course_type, created_at DESC, id DESC);

-- What a course costs, in one currency a row. Amounts in the minor unit of the currency, discounts in percent.
CREATE TABLE course_prices (
  course_id           TEXT NOT NULL REFERENCES courses (id) ON DELETE CASCADE,
  currency            TEXT NOT NULL, -- ISO 4217
  position            BIGINT NOT NULL, -- from 1; the first active one is shown in lists
  individual          BIGINT NOT NULL CHECK (individual >= 0), -- taught alone
  batch               BIGINT NOT NULL CHECK (batch >= 0), -- a place in a group
  min_batch_size      BIGINT NOT NULL CHECK (min_batch_size >= 2),
  max_batch_size      BIGINT NOT NULL CHECK (max_batch_size >= min_batch_size),
  early_bird_discount BIGINT NOT NULL CHECK (early_bird_discount BETWEEN 0 AND 100),
  early_bird_until    TIMESTAMPTZ, -- null: as long as the row is active
  group_discount      BIGINT NOT NULL CHECK (group_discount BETWEEN 0 AND 100),
  is_active           BOOLEAN NOT NULL,
  PRIMARY KEY (course_id, currency)
);
CREATE INDEX course_prices_fee ON course_prices (currency, batch, course_id) WHERE is_active;

-- The tree of categories. A course names one; a name that nobody has placed stands at the top.
CREATE TABLE course_categories (
  name     TEXT NOT NULL PRIMARY KEY,
  parent   TEXT NOT NULL, -- the name of the category above; '' at the top
  position BIGINT NOT NULL
);
CREATE INDEX course_categories_parent ON course_categories (parent);
INSERT INTO course_categories (name, parent, position) SELECT DISTINCT category, '', 0 FROM courses;

-- Features and tools of courses, by which they are filtered.
CREATE TABLE course_tags (
  course_id TEXT NOT NULL REFERENCES courses (id) ON DELETE CASCADE,
  kind      TEXT NOT NULL CHECK (kind IN ('feature', 'tool')),
  tag_key   TEXT NOT NULL, -- text.Fold
  tag       TEXT NOT NULL,
  PRIMARY KEY (course_id, kind, tag_key)
);
CREATE INDEX course_tags_key ON course_tags (kind, tag_key, course_id);

-- An extra session of a blended course in which questions are answered.
CREATE TABLE course_doubt_sessions (
  id          TEXT NOT NULL PRIMARY KEY,
  course_id   TEXT NOT NULL REFERENCES courses (id) ON DELETE CASCADE,
  title       TEXT NOT NULL,
  description TEXT NOT NULL,
  date        TEXT NOT NULL, -- of the wall, as start_time and end_time, in timezone
  start_time  TEXT NOT NULL,
  end_time    TEXT NOT NULL,
  timezone    TEXT NOT NULL, -- IANA
  starts_at   TIMESTAMPTZ NOT NULL,
  ends_at     TIMESTAMPTZ NOT NULL,
  created_at  TIMESTAMPTZ NOT NULL
);
CREATE INDEX course_doubt_sessions_course ON course_doubt_sessions (course_id, starts_at);

-- What was recorded of a week of a live course.
CREATE TABLE course_recordings (
  id         TEXT NOT NULL PRIMARY KEY,
  course_id  TEXT NOT NULL REFERENCES courses (id) ON DELETE CASCADE,
  week_id    TEXT NOT NULL, -- a section of the curriculum
  video_id   TEXT NOT NULL REFERENCES videos (id) ON DELETE CASCADE,
  title      TEXT NOT NULL,
  created_at TIMESTAMPTZ NOT NULL
);
CREATE UNIQUE INDEX course_recordings_once ON course_recordings (course_id, week_id, video_id);
CREATE INDEX course_recordings_video ON course_recordings (video_id);

-- Currencies that the school offers, the first of them where nobody has chosen. None: those of course.usualCurrencies.
CREATE TABLE currencies (
  code     TEXT NOT NULL PRIMARY KEY, -- ISO 4217
  position BIGINT NOT NULL
);

-- Courses that the first page of the school shows with their prices.
CREATE TABLE home_courses (
  course_id TEXT NOT NULL PRIMARY KEY REFERENCES courses (id) ON DELETE CASCADE,
  position  BIGINT NOT NULL
);

-- The catalogue as it is searched. A word is found by its beginnings and, misspelt, by its trigrams; both are grams and
-- looked up whole, so that no collation matters.
CREATE TABLE search_words (
  word TEXT NOT NULL PRIMARY KEY -- text.Fold
);
CREATE TABLE search_grams (
  gram TEXT NOT NULL, -- '^pyt' is a beginning, 'yth' a trigram
  word TEXT NOT NULL REFERENCES search_words (word) ON DELETE CASCADE,
  PRIMARY KEY (gram, word)
);
CREATE INDEX search_grams_word ON search_grams (word);
CREATE TABLE course_words (
  word      TEXT NOT NULL REFERENCES search_words (word),
  course_id TEXT NOT NULL REFERENCES courses (id) ON DELETE CASCADE,
  places    BIGINT NOT NULL, -- where it stands, as bits: course.inTitle …
  published BOOLEAN NOT NULL, -- whether the course is in the catalogue
  PRIMARY KEY (word, course_id)
);
CREATE INDEX course_words_course ON course_words (course_id);

-- Goes up by one with each change of the catalogue, and lets one such change through at a time. One row, after the first.
CREATE TABLE catalogue (
  id      BIGINT NOT NULL PRIMARY KEY CHECK (id = 1),
  version BIGINT NOT NULL
);

-- Courses that somebody wants to come back to.
CREATE TABLE saved_courses (
  user_id    TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  course_id  TEXT NOT NULL REFERENCES courses (id) ON DELETE CASCADE,
  created_at TIMESTAMPTZ NOT NULL,
  PRIMARY KEY (user_id, course_id)
);
CREATE INDEX saved_courses_newest ON saved_courses (user_id, created_at DESC, course_id DESC);
CREATE INDEX saved_courses_course ON saved_courses (course_id);
CREATE INDEX enrollments_people ON enrollments (course_id, created_at, id);
CREATE INDEX enrollments_status ON enrollments (course_id, status, created_at, id);
CREATE INDEX enrollments_mine ON enrollments (user_id, status, updated_at DESC, id DESC);

-- +goose Down
DROP INDEX enrollments_mine;
DROP INDEX enrollments_status;
DROP INDEX enrollments_people;
DROP TABLE saved_courses;
DROP TABLE catalogue;
DROP TABLE course_words;
DROP TABLE search_grams;
DROP TABLE search_words;
DROP TABLE home_courses;
DROP TABLE currencies;
DROP TABLE course_recordings;
DROP TABLE course_doubt_sessions;
DROP TABLE course_tags;
DROP TABLE course_categories;
DROP TABLE course_prices;
DROP INDEX courses_type;
DROP INDEX courses_fee;
DROP INDEX courses_title;
ALTER TABLE courses DROP COLUMN doubt_schedule;
ALTER TABLE courses DROP COLUMN schedule;
ALTER TABLE courses DROP COLUMN access_until;
ALTER TABLE courses DROP COLUMN access_from;
ALTER TABLE courses DROP COLUMN access_type;
ALTER TABLE courses DROP COLUMN brochure;
ALTER TABLE courses DROP COLUMN fee_currency;
ALTER TABLE courses DROP COLUMN course_fee;
ALTER TABLE courses DROP COLUMN is_free;
ALTER TABLE courses DROP COLUMN page;
ALTER TABLE courses DROP COLUMN no_of_sessions;
ALTER TABLE courses DROP COLUMN max_hours_per_week;
ALTER TABLE courses DROP COLUMN min_hours_per_week;
ALTER TABLE courses DROP COLUMN is_quizzes;
ALTER TABLE courses DROP COLUMN is_projects;
ALTER TABLE courses DROP COLUMN is_assignments;
ALTER TABLE courses DROP COLUMN is_certification;
ALTER TABLE courses DROP COLUMN language;
ALTER TABLE courses DROP COLUMN origin;
ALTER TABLE courses RENAME COLUMN title_key TO search_text;
