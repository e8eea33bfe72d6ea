-- +goose Up
ALTER TABLE batches ADD COLUMN late_join_until TEXT NOT NULL DEFAULT ''; -- a day in the zone of the batch; empty: until it ends
