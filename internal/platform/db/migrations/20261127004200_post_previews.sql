-- +goose Up
ALTER TABLE posts ADD COLUMN preview_hash TEXT NOT NULL DEFAULT ''; -- SHA-256 of the secret of its preview link; '' for none
ALTER TABLE posts ADD COLUMN preview_expires_at TIMESTAMPTZ;
ALTER TABLE posts ADD COLUMN deleted_at TIMESTAMPTZ; -- it can be restored for 30 days
ALTER TABLE post_contents ADD COLUMN canonical_url TEXT NOT NULL DEFAULT ''; -- where it was published first, elsewhere
CREATE UNIQUE INDEX posts_preview ON posts (preview_hash) WHERE preview_hash <> '';
CREATE INDEX posts_deleted ON posts (deleted_at DESC, id DESC) WHERE deleted_at IS NOT NULL;
