-- +goose Up
ALTER TABLE videos ADD COLUMN is_downloadable BOOLEAN NOT NULL DEFAULT FALSE; -- those who may watch it may have it as a file
