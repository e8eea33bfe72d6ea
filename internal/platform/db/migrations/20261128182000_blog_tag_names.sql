-- +goose Up
-- Names and addresses that tags of the blog had before they were renamed, or merged into others. A name or an address that a tag has
-- comes before one that another tag had.
CREATE TABLE blog_tag_names (
  name_key TEXT NOT NULL PRIMARY KEY, -- folded
  name     TEXT NOT NULL,
  tag_id   TEXT NOT NULL REFERENCES blog_tags (id) ON DELETE CASCADE
);
CREATE INDEX blog_tag_names_of ON blog_tag_names (tag_id, name_key);

CREATE TABLE blog_tag_slugs (
  slug   TEXT NOT NULL PRIMARY KEY,
  tag_id TEXT NOT NULL REFERENCES blog_tags (id) ON DELETE CASCADE
);
CREATE INDEX blog_tag_slugs_of ON blog_tag_slugs (tag_id);
