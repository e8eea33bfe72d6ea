-- +goose Up
-- Refuses overlapping rows of one owner, whoever writes them (docs/adr/0011-no-two-rows-overlap.md). Rows of one owner do not overlap, so that the
-- one that begins last before the new row ends also ends last: one row decides.
-- +goose StatementBegin
CREATE TRIGGER instructor_busy_insert BEFORE INSERT ON instructor_busy WHEN (SELECT until_at FROM instructor_busy
  WHERE instructor_id = NEW.instructor_id AND from_at < NEW.until_at ORDER BY from_at DESC LIMIT 1) > NEW.from_at
BEGIN SELECT RAISE(ABORT, 'instructor_busy_overlap'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER instructor_busy_update BEFORE UPDATE OF instructor_id, from_at, until_at ON instructor_busy WHEN (SELECT until_at FROM instructor_busy
  WHERE instructor_id = NEW.instructor_id AND from_at < NEW.until_at AND id <> OLD.id ORDER BY from_at DESC LIMIT 1) > NEW.from_at
BEGIN SELECT RAISE(ABORT, 'instructor_busy_overlap'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER resource_busy_insert BEFORE INSERT ON resource_busy WHEN (SELECT until_at FROM resource_busy
  WHERE resource_id = NEW.resource_id AND from_at < NEW.until_at ORDER BY from_at DESC LIMIT 1) > NEW.from_at
BEGIN SELECT RAISE(ABORT, 'resource_busy_overlap'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER resource_busy_update BEFORE UPDATE OF resource_id, from_at, until_at ON resource_busy WHEN (SELECT until_at FROM resource_busy
  WHERE resource_id = NEW.resource_id AND from_at < NEW.until_at AND id <> OLD.id ORDER BY from_at DESC LIMIT 1) > NEW.from_at
BEGIN SELECT RAISE(ABORT, 'resource_busy_overlap'); END;
-- +goose StatementEnd
