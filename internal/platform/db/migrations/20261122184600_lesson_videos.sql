-- +goose Up
-- The videos of the lessons of a draft; those of the published version are in published_lessons. A video does not name its lesson
-- itself: the curriculum alone says where it is shown.
CREATE TABLE lesson_videos (
  course_id TEXT NOT NULL REFERENCES courses (id) ON DELETE CASCADE,
  lesson_id TEXT NOT NULL REFERENCES lessons (id) ON DELETE CASCADE,
  video_id  TEXT NOT NULL,
  position  BIGINT NOT NULL, -- of the lesson in the whole draft, from 1
  PRIMARY KEY (course_id, lesson_id)
);
CREATE INDEX lesson_videos_lesson ON lesson_videos (lesson_id);
CREATE INDEX lesson_videos_video ON lesson_videos (video_id);
INSERT INTO lesson_videos (course_id, lesson_id, video_id, position)
  SELECT course_id, lesson_id, video_id, position FROM published_lessons WHERE video_id <> '';
DROP INDEX videos_lesson;
ALTER TABLE videos DROP COLUMN lesson_id;

-- +goose Down
ALTER TABLE videos ADD COLUMN lesson_id TEXT NOT NULL DEFAULT '';
CREATE INDEX videos_lesson ON videos (lesson_id, position, id);
DROP TABLE lesson_videos;
