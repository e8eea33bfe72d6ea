-- Invoices are documents too.

-- +goose Up
ALTER TABLE receipts DROP CONSTRAINT receipts_kind_check;
ALTER TABLE receipts ADD CONSTRAINT receipts_kind_check CHECK (kind IN ('receipt', 'credit_note', 'invoice'));
