-- How much of a video each user has seen, to the millisecond. Until now only the stretches of 6 s that they had touched were kept; those
-- stand here until the user watches again, when the figure is computed from the watch events.

-- +goose Up
CREATE TABLE watched_time (
  video_id   TEXT NOT NULL REFERENCES videos (id) ON DELETE CASCADE,
  user_id    TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  watched_ms BIGINT NOT NULL, -- what was seen twice counts once
  PRIMARY KEY (video_id, user_id)
);
CREATE INDEX watched_time_user ON watched_time (user_id, video_id);
INSERT INTO watched_time (video_id, user_id, watched_ms)
  SELECT b.video_id, b.user_id, CASE WHEN count(*) * 6000 < v.duration_ms THEN count(*) * 6000 ELSE v.duration_ms END
  FROM watched_buckets AS b JOIN videos AS v ON v.id = b.video_id GROUP BY b.video_id, b.user_id, v.duration_ms;

-- +goose Down
DROP TABLE watched_time;
