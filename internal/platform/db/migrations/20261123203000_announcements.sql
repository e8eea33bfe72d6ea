-- +goose Up
-- Announcements: what administrators and instructors want users to know.
CREATE TABLE announcements (
  id           TEXT NOT NULL PRIMARY KEY,
  title        TEXT NOT NULL,
  title_key    TEXT NOT NULL, -- folded, for searching
  content      TEXT NOT NULL,
  format       TEXT NOT NULL CHECK (format IN ('plain', 'html')), -- of the content
  type         TEXT NOT NULL,
  priority     TEXT NOT NULL CHECK (priority IN ('low', 'medium', 'high', 'urgent')),
  state        TEXT NOT NULL CHECK (state IN ('draft', 'released', 'archived')), -- scheduled, published and expired follow from the dates
  publish_at   TIMESTAMPTZ NOT NULL,
  expires_at   TIMESTAMPTZ,
  sticky       BOOLEAN NOT NULL, -- stays above the others
  requires_ack BOOLEAN NOT NULL, -- readers are asked to confirm it
  notify       TEXT NOT NULL CHECK (notify IN ('none', 'in_app', 'mail')),
  version      BIGINT NOT NULL,
  round        BIGINT NOT NULL, -- grows each time that everyone is asked to read it anew
  send_number  BIGINT NOT NULL, -- grows each time that its notifications are planned anew: only the latest job sends
  send_after   TEXT NOT NULL, -- the user up to whom they were sent; '' for none
  sent         BIGINT NOT NULL, -- to how many
  sent_at      TIMESTAMPTZ, -- when all were sent
  edited_at    TIMESTAMPTZ, -- after it was published
  created_by   TEXT NOT NULL REFERENCES users (id),
  created_at   TIMESTAMPTZ NOT NULL,
  CHECK (publish_at < expires_at)
);
CREATE INDEX announcements_published ON announcements (publish_at DESC, id DESC);
CREATE INDEX announcements_created ON announcements (created_at DESC, id DESC);
CREATE INDEX announcements_title ON announcements (title_key, id);
CREATE INDEX announcements_author ON announcements (created_by);

-- Whom an announcement addresses: all, role:…, course:…, batch:… and user:…. Its readers are found by these when they read.
CREATE TABLE announcement_targets (
  announcement_id TEXT NOT NULL REFERENCES announcements (id) ON DELETE CASCADE,
  audience        TEXT NOT NULL,
  visible_from    TIMESTAMPTZ NOT NULL,
  visible_until   TIMESTAMPTZ NOT NULL, -- not included: equal to visible_from for drafts and archived ones; the end of 9999 for no end
  PRIMARY KEY (announcement_id, audience)
);
CREATE INDEX announcement_targets_current ON announcement_targets (audience, visible_until, visible_from, announcement_id);

-- What users have done with announcements. No row: nothing yet.
CREATE TABLE announcement_receipts (
  user_id         TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  announcement_id TEXT NOT NULL REFERENCES announcements (id) ON DELETE CASCADE,
  seen_at         TIMESTAMPTZ NOT NULL,
  read_at         TIMESTAMPTZ,
  acknowledged_at TIMESTAMPTZ,
  PRIMARY KEY (user_id, announcement_id)
);
CREATE INDEX announcement_receipts_read ON announcement_receipts (user_id, announcement_id) WHERE read_at IS NOT NULL;
CREATE INDEX announcement_receipts_readers ON announcement_receipts (announcement_id, user_id);
