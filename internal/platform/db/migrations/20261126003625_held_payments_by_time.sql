-- +goose Up
CREATE INDEX held_payments_received ON held_payments (received_at, id);
