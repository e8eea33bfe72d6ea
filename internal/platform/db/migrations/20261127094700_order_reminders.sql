-- When a company was last reminded of an order by invoice that is overdue.

-- +goose Up
ALTER TABLE orders ADD COLUMN reminded_at TIMESTAMPTZ; -- null: not yet
CREATE INDEX orders_due ON orders (due_at) WHERE status = 'pending' AND due_at IS NOT NULL;
