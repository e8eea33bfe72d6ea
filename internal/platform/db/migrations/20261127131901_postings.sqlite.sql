-- What the database refuses by itself: changes of the books.

-- +goose Up
-- +goose StatementBegin
CREATE TRIGGER postings_update BEFORE UPDATE ON postings BEGIN SELECT RAISE(ABORT, 'postings are append-only'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER postings_delete BEFORE DELETE ON postings BEGIN SELECT RAISE(ABORT, 'postings are append-only'); END;
-- +goose StatementEnd
