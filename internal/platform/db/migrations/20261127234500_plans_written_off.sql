-- What administrators have written off of payment plans, and the lists in which they see all plans.

-- +goose Up
ALTER TABLE payment_plans ADD COLUMN written_off_at TIMESTAMPTZ; -- null: nothing of it was
ALTER TABLE payment_plans ADD COLUMN written_off_reason TEXT NOT NULL DEFAULT '';
CREATE INDEX payment_plans_newest ON payment_plans (created_at DESC, id DESC);
CREATE INDEX payment_plans_status ON payment_plans (status, created_at DESC, id DESC);
