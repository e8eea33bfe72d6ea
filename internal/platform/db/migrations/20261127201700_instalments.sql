-- Courses that are paid in monthly instalments: the plan that a buyer has chosen, and what is due when. A due is paid by an order of its own.

-- +goose Up
ALTER TABLE course_prices ADD COLUMN instalments BIGINT NOT NULL DEFAULT 0 CHECK (instalments = 0 OR instalments BETWEEN 2 AND 24); -- 0: only at once

CREATE TABLE payment_plans (
  id           TEXT NOT NULL PRIMARY KEY,
  user_id      TEXT NOT NULL REFERENCES users (id),
  course_id    TEXT REFERENCES courses (id) ON DELETE SET NULL,
  title        TEXT NOT NULL,
  currency     TEXT NOT NULL,
  status       TEXT NOT NULL CHECK (status IN ('pending', 'active', 'past_due', 'cancelled', 'ended')), -- pending: until the first due is paid
  access_until TIMESTAMPTZ, -- of a cancelled one whose course is still open
  created_at   TIMESTAMPTZ NOT NULL,
  updated_at   TIMESTAMPTZ NOT NULL
);
CREATE INDEX payment_plans_user ON payment_plans (user_id, created_at, id);
CREATE INDEX payment_plans_course ON payment_plans (course_id);
CREATE INDEX payment_plans_access ON payment_plans (access_until) WHERE access_until IS NOT NULL;

CREATE TABLE dues (
  id       TEXT NOT NULL PRIMARY KEY,
  plan_id  TEXT NOT NULL REFERENCES payment_plans (id),
  number   BIGINT NOT NULL,
  charged  BIGINT NOT NULL CHECK (charged > 0), -- its share of the price, in the minor unit of the currency of the plan
  amount   BIGINT NOT NULL CHECK (amount > 0),  -- with taxes
  due_at   TIMESTAMPTZ NOT NULL,
  status   TEXT NOT NULL CHECK (status IN ('open', 'paid', 'overdue', 'cancelled')),
  reminded BIGINT NOT NULL DEFAULT 0, -- how many of the reminders were sent
  paid_at  TIMESTAMPTZ
);
CREATE UNIQUE INDEX dues_number ON dues (plan_id, number);
CREATE INDEX dues_open ON dues (due_at) WHERE status = 'open';

ALTER TABLE order_lines ADD COLUMN due_id TEXT REFERENCES dues (id); -- which it pays
CREATE INDEX order_lines_due ON order_lines (due_id) WHERE due_id IS NOT NULL;
