-- +goose Up
-- Members whose enrollment in the course is suspended or has expired: their status follows from it, and changes back with it.
ALTER TABLE batch_members ADD COLUMN by_enrollment BOOLEAN NOT NULL DEFAULT FALSE;
CREATE INDEX batch_members_joined ON batch_members (batch_id, joined_at, user_id);
