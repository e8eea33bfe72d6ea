-- +goose Up
ALTER TABLE posts ADD COLUMN indexed_id TEXT NOT NULL DEFAULT ''; -- the text that searches find; '' for none
CREATE INDEX posts_unindexed ON posts (id) WHERE status = 'published' AND indexed_id <> live_id;

-- The search index of the blog: what is published.
CREATE TABLE post_words (
  word         TEXT NOT NULL REFERENCES search_words (word),
  post_id      TEXT NOT NULL REFERENCES posts (id) ON DELETE CASCADE,
  places       BIGINT NOT NULL, -- where it stands, as bits, of which larger ones count more: blog.inTitle …
  published_at TIMESTAMPTZ NOT NULL, -- of the post
  PRIMARY KEY (word, post_id)
);
CREATE INDEX post_words_newest ON post_words (word, published_at DESC, post_id DESC);
CREATE INDEX post_words_of ON post_words (post_id);
