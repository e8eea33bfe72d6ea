-- +goose Up
-- Refuses overlapping rows of one owner, whoever writes them (docs/adr/0011-no-two-rows-overlap.md). The extension is trusted: the owner
-- of the database may create it.
CREATE EXTENSION IF NOT EXISTS btree_gist;
ALTER TABLE instructor_busy ADD CONSTRAINT instructor_busy_overlap EXCLUDE USING gist (instructor_id WITH =, tstzrange(from_at, until_at) WITH &&);
ALTER TABLE resource_busy ADD CONSTRAINT resource_busy_overlap EXCLUDE USING gist (resource_id WITH =, tstzrange(from_at, until_at) WITH &&);
