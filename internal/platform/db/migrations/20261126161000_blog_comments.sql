-- +goose Up
ALTER TABLE posts ADD COLUMN comments BIGINT NOT NULL DEFAULT 0; -- that are published
ALTER TABLE posts ADD COLUMN comments_mode TEXT NOT NULL DEFAULT '' CHECK (comments_mode IN ('', 'open', 'first_approved', 'all_approved', 'closed')); -- '' for that of the school

CREATE TABLE blog_comments (
  id         TEXT NOT NULL PRIMARY KEY,
  post_id    TEXT NOT NULL REFERENCES posts (id) ON DELETE CASCADE,
  thread_id  TEXT NOT NULL, -- '' begins a thread
  answers_id TEXT NOT NULL, -- '' for none
  author_id  TEXT NOT NULL REFERENCES users (id),
  body       TEXT NOT NULL,
  body_hash  TEXT NOT NULL, -- SHA-256 of the folded text, to find the same again
  hosts      JSONB NOT NULL, -- to which it links
  status     TEXT NOT NULL CHECK (status IN ('published', 'pending', 'spam', 'rejected', 'deleted')),
  score      BIGINT NOT NULL,
  reasons    JSONB NOT NULL,
  reports    BIGINT NOT NULL CHECK (reports >= 0), -- that nobody has decided on
  form_id    TEXT NOT NULL, -- of the form with which it was sent; '' for none
  created_at TIMESTAMPTZ NOT NULL,
  edited_at  TIMESTAMPTZ,
  decided_by TEXT REFERENCES users (id),
  decided_at TIMESTAMPTZ,
  reason     TEXT NOT NULL
);
CREATE INDEX blog_comments_thread ON blog_comments (post_id, thread_id, id);
CREATE INDEX blog_comments_queue ON blog_comments (status, id);
CREATE INDEX blog_comments_reported ON blog_comments (id) WHERE reports > 0 AND status = 'published';
CREATE INDEX blog_comments_author ON blog_comments (author_id, status, id);
CREATE INDEX blog_comments_text ON blog_comments (body_hash, created_at) WHERE status <> 'deleted';
CREATE INDEX blog_comments_form ON blog_comments (form_id) WHERE form_id <> '';
CREATE INDEX blog_comments_decided_by ON blog_comments (decided_by) WHERE decided_by IS NOT NULL;

CREATE TABLE blog_comment_reports (
  comment_id TEXT NOT NULL REFERENCES blog_comments (id) ON DELETE CASCADE,
  user_id    TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  reason     TEXT NOT NULL,
  created_at TIMESTAMPTZ NOT NULL,
  PRIMARY KEY (comment_id, user_id)
);
CREATE INDEX blog_comment_reports_user ON blog_comment_reports (user_id);

-- Users who can't comment any more.
CREATE TABLE blog_blocked_commenters (
  user_id    TEXT NOT NULL PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  reason     TEXT NOT NULL,
  blocked_by TEXT NOT NULL REFERENCES users (id),
  blocked_at TIMESTAMPTZ NOT NULL
);
CREATE INDEX blog_blocked_commenters_by ON blog_blocked_commenters (blocked_by);
