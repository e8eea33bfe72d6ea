-- What the database refuses by itself: changes of the books.

-- +goose Up
-- +goose StatementBegin
CREATE FUNCTION refuse_posting_change() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'postings are append-only'; END $$;
-- +goose StatementEnd
CREATE TRIGGER postings_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON postings FOR EACH STATEMENT EXECUTE FUNCTION refuse_posting_change();
