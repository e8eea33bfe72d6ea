-- +goose Up
-- Summaries of courses may be rich text. summary keeps the words, for cards, search engines and the search; those of before have no markup.
ALTER TABLE courses ADD COLUMN summary_html TEXT NOT NULL DEFAULT '';
