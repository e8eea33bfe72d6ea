-- What the database refuses by itself: changes of documents.

-- +goose Up
-- +goose StatementBegin
CREATE TRIGGER receipts_update BEFORE UPDATE ON receipts BEGIN SELECT RAISE(ABORT, 'receipts are append-only'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER receipts_delete BEFORE DELETE ON receipts BEGIN SELECT RAISE(ABORT, 'receipts are append-only'); END;
-- +goose StatementEnd
