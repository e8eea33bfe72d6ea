-- +goose Up
-- The field's words: how often mail comes is its frequency, and when the next digest is due stands in a schedule.
DROP INDEX notification_rhythms_next;
ALTER TABLE notification_rhythms RENAME COLUMN rhythm TO frequency;
ALTER TABLE notification_rhythms RENAME TO notification_schedules;
CREATE INDEX notification_schedules_next ON notification_schedules (next_at) WHERE next_at IS NOT NULL;

-- +goose Down
DROP INDEX notification_schedules_next;
ALTER TABLE notification_schedules RENAME TO notification_rhythms;
ALTER TABLE notification_rhythms RENAME COLUMN frequency TO rhythm;
CREATE INDEX notification_rhythms_next ON notification_rhythms (next_at) WHERE next_at IS NOT NULL;
