-- +goose Up

-- Compared by bytes: with another collation, a range would not find the texts that begin with a prefix.
ALTER TABLE user_tails ALTER COLUMN tail TYPE TEXT COLLATE "C";

-- The audit log is append-only, for every program.
-- +goose StatementBegin
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'the audit log is append-only'; END $$;
-- +goose StatementEnd
CREATE TRIGGER audit_log_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_log FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
