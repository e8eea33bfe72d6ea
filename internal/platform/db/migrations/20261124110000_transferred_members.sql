-- +goose Up
-- Members who were transferred to another batch of the course: where they went. They count as members who have left.
ALTER TABLE batch_members ADD COLUMN transferred_to TEXT REFERENCES batches (id) ON DELETE SET NULL;
CREATE INDEX batch_members_transferred ON batch_members (transferred_to);
