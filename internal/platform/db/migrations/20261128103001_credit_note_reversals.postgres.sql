-- The reversal of a credit note is a document too, and payments of the test provider can fail.

-- +goose Up
ALTER TABLE receipts DROP CONSTRAINT receipts_kind_check;
ALTER TABLE receipts ADD CONSTRAINT receipts_kind_check CHECK (kind IN ('receipt', 'credit_note', 'invoice', 'credit_note_reversal'));
ALTER TABLE test_checkouts DROP CONSTRAINT test_checkouts_state_check;
ALTER TABLE test_checkouts ADD CONSTRAINT test_checkouts_state_check CHECK (state IN ('open', 'processing', 'paid', 'failed', 'cancelled'));
