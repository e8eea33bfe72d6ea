-- Orders of companies: seats, by invoice.

-- +goose Up
ALTER TABLE orders ADD COLUMN company_id TEXT REFERENCES companies (id); -- for which it was ordered; null: for the buyer
ALTER TABLE orders ADD COLUMN po_number TEXT NOT NULL DEFAULT ''; -- of the company's own order
ALTER TABLE orders ADD COLUMN due_at TIMESTAMPTZ; -- of an order by invoice, which does not expire
ALTER TABLE orders ADD COLUMN approved_at TIMESTAMPTZ; -- when an administrator gave what it is for before it was paid
CREATE INDEX orders_company ON orders (company_id, created_at DESC, id DESC);

-- seats: places that a company gives to its people. other: what was agreed on, and is not given by the program.
ALTER TABLE order_lines ADD COLUMN kind TEXT NOT NULL DEFAULT 'course' CHECK (kind IN ('course', 'seats', 'other'));
ALTER TABLE order_lines ADD COLUMN quantity BIGINT NOT NULL DEFAULT 1 CHECK (quantity > 0);

ALTER TABLE seat_pools ADD COLUMN line_id TEXT REFERENCES order_lines (id); -- by which it was bought; null: granted by an administrator
CREATE UNIQUE INDEX seat_pools_line ON seat_pools (line_id);
