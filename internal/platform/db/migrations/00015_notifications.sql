-- What people are told, and how they want to be told.

-- +goose Up
-- One box for each person who has been told anything. Its row is locked before the notifications in it are written, so
-- that their numbers grow in the order of the commits: who knows everything up to a number misses nothing later.
CREATE TABLE notification_boxes (
  user_id TEXT NOT NULL PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  version BIGINT NOT NULL, -- grows with every change of the box
  unread  BIGINT NOT NULL -- notifications that are shown and not read
);

CREATE TABLE notifications (
  id         TEXT NOT NULL PRIMARY KEY,
  user_id    TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  occasion   TEXT NOT NULL, -- the id of the event: told twice it arrives once
  kind       TEXT NOT NULL,
  data       JSONB NOT NULL, -- what its words are made of: ids and titles, by name
  number     BIGINT NOT NULL, -- the version of the box with which it came
  in_app     BOOLEAN NOT NULL, -- shown in the list
  mail       TEXT NOT NULL CHECK (mail IN ('none', 'sent', 'waiting')), -- waiting: for the next digest
  created_at TIMESTAMPTZ NOT NULL,
  read_at    TIMESTAMPTZ
);
CREATE UNIQUE INDEX notifications_once ON notifications (user_id, occasion, kind);
CREATE UNIQUE INDEX notifications_number ON notifications (user_id, number);
CREATE INDEX notifications_unread ON notifications (user_id, number) WHERE in_app AND read_at IS NULL;
CREATE INDEX notifications_waiting ON notifications (user_id) WHERE mail = 'waiting';
CREATE INDEX notifications_age ON notifications (created_at);

-- Where somebody wants it otherwise than a kind has it by itself.
CREATE TABLE notification_choices (
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  kind    TEXT NOT NULL,
  in_app  BOOLEAN NOT NULL,
  mail    BOOLEAN NOT NULL,
  PRIMARY KEY (user_id, kind)
);

-- When mail comes; without a row at once.
CREATE TABLE notification_rhythms (
  user_id   TEXT NOT NULL PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  rhythm    TEXT NOT NULL CHECK (rhythm IN ('at_once', 'daily', 'weekly')),
  hour      BIGINT NOT NULL CHECK (hour BETWEEN 0 AND 23), -- of the day in time_zone
  weekday   BIGINT NOT NULL CHECK (weekday BETWEEN 0 AND 6), -- 0 is Sunday
  time_zone TEXT NOT NULL, -- IANA
  next_at   TIMESTAMPTZ -- of the next digest; null: none comes
);
CREATE INDEX notification_rhythms_next ON notification_rhythms (next_at) WHERE next_at IS NOT NULL;

-- +goose Down
DROP TABLE notification_rhythms;
DROP TABLE notification_choices;
DROP TABLE notifications;
DROP TABLE notification_boxes;
