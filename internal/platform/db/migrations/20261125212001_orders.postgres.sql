-- What the database refuses by itself: changes of documents.

-- +goose Up
-- +goose StatementBegin
CREATE FUNCTION refuse_receipt_change() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'receipts are append-only'; END $$;
-- +goose StatementEnd
CREATE TRIGGER receipts_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON receipts FOR EACH STATEMENT EXECUTE FUNCTION refuse_receipt_change();
