-- +goose Up
-- What the offline tools know of published posts, from which they suggest tags. A job follows the posts, so that none of it refers to them.
CREATE TABLE writing_posts (
  post_id    TEXT NOT NULL PRIMARY KEY,
  content_id TEXT NOT NULL, -- the text whose words these are
  words      JSONB NOT NULL -- all of them, each once: counted in writing_counts
);

-- The words that describe a post that has tags, with their weight.
CREATE TABLE writing_words (
  word    TEXT NOT NULL,
  post_id TEXT NOT NULL,
  weight  BIGINT NOT NULL, -- millionths
  PRIMARY KEY (word, post_id)
);
CREATE INDEX writing_words_post ON writing_words (post_id);

-- How many posts have a word; '' counts the posts.
CREATE TABLE writing_counts (
  word  TEXT NOT NULL PRIMARY KEY,
  posts BIGINT NOT NULL
);

-- How often the tools were used.
CREATE TABLE writing_days (
  day     TEXT NOT NULL, -- in the time zone of the school
  user_id TEXT NOT NULL REFERENCES users (id),
  tool    TEXT NOT NULL,
  outcome TEXT NOT NULL, -- offline, or the code of an error
  runs    BIGINT NOT NULL,
  millis  BIGINT NOT NULL, -- of all runs together
  slowest BIGINT NOT NULL, -- milliseconds of one run
  PRIMARY KEY (day, user_id, tool, outcome)
);
CREATE INDEX writing_days_user ON writing_days (user_id, day);
