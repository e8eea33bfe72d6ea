-- +goose Up
ALTER TABLE join_links ADD COLUMN moderates BOOLEAN NOT NULL DEFAULT FALSE; -- in a room on a meeting server
