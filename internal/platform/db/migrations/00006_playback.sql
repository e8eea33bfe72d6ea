-- Watching: captions, where each person stands, and what the teacher learns from it.

-- +goose Up
CREATE TABLE video_captions (
  video_id   TEXT NOT NULL REFERENCES videos (id) ON DELETE CASCADE,
  language   TEXT NOT NULL, -- BCP 47
  label      TEXT NOT NULL,
  body       TEXT NOT NULL, -- WebVTT
  created_at TIMESTAMPTZ NOT NULL,
  updated_at TIMESTAMPTZ NOT NULL,
  PRIMARY KEY (video_id, language)
);
CREATE UNIQUE INDEX video_captions_label ON video_captions (video_id, label); -- players tell them apart by it

CREATE TABLE watch_positions (
  user_id     TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  video_id    TEXT NOT NULL REFERENCES videos (id) ON DELETE CASCADE,
  position_ms BIGINT NOT NULL,
  client_time TIMESTAMPTZ NOT NULL, -- the last writer by client time wins
  updated_at  TIMESTAMPTZ NOT NULL,
  PRIMARY KEY (user_id, video_id)
);

-- Events as clients made them, kept by their client-made id so that one sent twice counts once. All tables below follow
-- from them, grow by increments and sums of sets, and so come out the same in any order.
CREATE TABLE watch_events (
  user_id     TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  id          TEXT NOT NULL, -- the client's, so it is unique for one person only
  video_id    TEXT NOT NULL REFERENCES videos (id) ON DELETE CASCADE,
  kind        TEXT NOT NULL CHECK (kind IN ('start', 'watched', 'stall')),
  from_ms     BIGINT NOT NULL,
  to_ms       BIGINT NOT NULL,
  value_ms    BIGINT NOT NULL, -- start-up time, length of a stall
  rendition   TEXT NOT NULL,
  client_time TIMESTAMPTZ NOT NULL,
  received_at TIMESTAMPTZ NOT NULL,
  PRIMARY KEY (user_id, id)
);
CREATE INDEX watch_events_video ON watch_events (video_id, received_at);

CREATE TABLE watch_viewers (
  video_id TEXT NOT NULL REFERENCES videos (id) ON DELETE CASCADE,
  user_id  TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  PRIMARY KEY (video_id, user_id)
);

-- What a person has seen of a video: bucket n is the 6 s from 6n on.
CREATE TABLE watched_buckets (
  video_id TEXT NOT NULL REFERENCES videos (id) ON DELETE CASCADE,
  user_id  TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  bucket   BIGINT NOT NULL,
  PRIMARY KEY (video_id, user_id, bucket)
);

-- How many people have seen each bucket.
CREATE TABLE watch_retention (
  video_id TEXT NOT NULL REFERENCES videos (id) ON DELETE CASCADE,
  bucket   BIGINT NOT NULL,
  viewers  BIGINT NOT NULL,
  PRIMARY KEY (video_id, bucket)
);

-- How many views started how fast: class n is the start-up times that are nearest to 1.05^n ms.
CREATE TABLE watch_startups (
  video_id TEXT NOT NULL REFERENCES videos (id) ON DELETE CASCADE,
  class    BIGINT NOT NULL,
  views    BIGINT NOT NULL,
  PRIMARY KEY (video_id, class)
);

CREATE TABLE watch_totals (
  video_id TEXT NOT NULL PRIMARY KEY REFERENCES videos (id) ON DELETE CASCADE,
  views    BIGINT NOT NULL,
  viewers  BIGINT NOT NULL,
  watch_ms BIGINT NOT NULL, -- of film played; what is seen twice counts twice
  stalls   BIGINT NOT NULL,
  stall_ms BIGINT NOT NULL
);

-- +goose Down
DROP TABLE watch_totals;
DROP TABLE watch_startups;
DROP TABLE watch_retention;
DROP TABLE watched_buckets;
DROP TABLE watch_viewers;
DROP TABLE watch_events;
DROP TABLE watch_positions;
DROP TABLE video_captions;
