-- +goose Up
-- Columns and tables get the names that the API and the code have for them; a column that nothing reads goes.

ALTER TABLE audit_log RENAME COLUMN was TO before;
ALTER TABLE audit_log RENAME COLUMN became TO after;
ALTER TABLE audit_log RENAME COLUMN behalf_id TO on_behalf_of_id;
DROP INDEX audit_log_behalf;
CREATE INDEX audit_log_on_behalf_of ON audit_log (on_behalf_of_id, at, id);
ALTER TABLE audit_personal RENAME COLUMN was TO before;
ALTER TABLE audit_personal RENAME COLUMN became TO after;

ALTER TABLE user_tails RENAME COLUMN tail TO search_key;
ALTER TABLE user_tails RENAME TO user_search_keys;
DROP INDEX user_tails_user;
CREATE INDEX user_search_keys_user ON user_search_keys (user_id);

ALTER TABLE authenticators RENAME COLUMN master TO master_version;
ALTER TABLE course_words DROP COLUMN places;
ALTER TABLE curriculum_edits RENAME COLUMN what TO description;
