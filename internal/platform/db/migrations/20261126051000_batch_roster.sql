-- +goose Up
ALTER TABLE batches ADD COLUMN roster_visible BOOLEAN NOT NULL DEFAULT FALSE; -- members see each other's names
