-- +goose Up
-- Posts of the blog. What readers see is live_id; what its author writes is draft_id: nobody reads half a sentence.
CREATE TABLE posts (
  id                  TEXT NOT NULL PRIMARY KEY,
  status              TEXT NOT NULL CHECK (status IN ('draft', 'scheduled', 'published', 'archived')),
  version             BIGINT NOT NULL, -- of the draft, for If-Match
  draft_id            TEXT NOT NULL,
  live_id             TEXT,
  featured_rank       BIGINT,
  published_at        TIMESTAMPTZ, -- for the first time
  live_at             TIMESTAMPTZ, -- what readers see was published then
  scheduled_at        TIMESTAMPTZ,
  review_requested_at TIMESTAMPTZ,
  likes               BIGINT NOT NULL,
  created_by          TEXT NOT NULL REFERENCES users (id),
  created_at          TIMESTAMPTZ NOT NULL,
  updated_at          TIMESTAMPTZ NOT NULL,
  CHECK (status <> 'published' OR live_id IS NOT NULL AND published_at IS NOT NULL AND live_at IS NOT NULL),
  CHECK (status <> 'scheduled' OR scheduled_at IS NOT NULL)
);
CREATE INDEX posts_published ON posts (status, published_at DESC, id DESC);
CREATE INDEX posts_updated ON posts (updated_at DESC, id DESC);
CREATE INDEX posts_own ON posts (created_by, updated_at DESC, id DESC);
CREATE INDEX posts_author ON posts (created_by, status, published_at DESC, id DESC);
CREATE INDEX posts_featured ON posts (featured_rank) WHERE featured_rank IS NOT NULL;

-- Versions of the text of posts. A row stays as it is, except one that is saved while its author types.
CREATE TABLE post_contents (
  id               TEXT NOT NULL PRIMARY KEY,
  post_id          TEXT NOT NULL REFERENCES posts (id) ON DELETE CASCADE,
  title            TEXT NOT NULL,
  title_key        TEXT NOT NULL, -- folded, for searching
  excerpt          TEXT NOT NULL,
  html             TEXT NOT NULL, -- cleaned
  cover_id         TEXT NOT NULL, -- '' for none
  cover_width      BIGINT NOT NULL, -- pixels of the widest
  cover_alt        TEXT NOT NULL,
  language         TEXT NOT NULL, -- BCP 47; '' for that of the school
  tags             JSONB NOT NULL, -- names
  meta_title       TEXT NOT NULL,
  meta_description TEXT NOT NULL,
  words            BIGINT NOT NULL,
  read_minutes     BIGINT NOT NULL,
  cause            TEXT NOT NULL CHECK (cause IN ('autosave', 'saved', 'published', 'restored')),
  made_by          TEXT REFERENCES users (id),
  made_at          TIMESTAMPTZ NOT NULL
);
CREATE INDEX post_contents_of ON post_contents (post_id, made_at DESC, id DESC);
CREATE INDEX post_contents_made_by ON post_contents (made_by);
CREATE INDEX post_contents_cover ON post_contents (cover_id) WHERE cover_id <> '';

-- All addresses that a post has had: old ones lead to the current one.
CREATE TABLE post_slugs (
  slug       TEXT NOT NULL PRIMARY KEY,
  post_id    TEXT NOT NULL REFERENCES posts (id) ON DELETE CASCADE,
  is_current BOOLEAN NOT NULL,
  made_at    TIMESTAMPTZ NOT NULL
);
CREATE UNIQUE INDEX post_slugs_current ON post_slugs (post_id) WHERE is_current;
CREATE INDEX post_slugs_of ON post_slugs (post_id);

CREATE TABLE blog_tags (
  id       TEXT NOT NULL PRIMARY KEY,
  name     TEXT NOT NULL,
  name_key TEXT NOT NULL UNIQUE, -- folded
  slug     TEXT NOT NULL UNIQUE,
  posts    BIGINT NOT NULL -- that are published
);
CREATE INDEX blog_tags_most ON blog_tags (posts DESC, name_key);

-- Tags of published posts.
CREATE TABLE post_tags (
  tag_id       TEXT NOT NULL REFERENCES blog_tags (id) ON DELETE CASCADE,
  post_id      TEXT NOT NULL REFERENCES posts (id) ON DELETE CASCADE,
  published_at TIMESTAMPTZ NOT NULL, -- that of the post, for the order of lists
  position     BIGINT NOT NULL,
  PRIMARY KEY (tag_id, post_id)
);
CREATE INDEX post_tags_newest ON post_tags (tag_id, published_at DESC, post_id DESC);
CREATE INDEX post_tags_of ON post_tags (post_id, position);

CREATE TABLE post_likes (
  post_id TEXT NOT NULL REFERENCES posts (id) ON DELETE CASCADE,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  made_at TIMESTAMPTZ NOT NULL,
  PRIMARY KEY (post_id, user_id)
);
CREATE INDEX post_likes_of_user ON post_likes (user_id);
