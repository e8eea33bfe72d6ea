-- Coupons: what takes a part off an order, how often, and by whom it was used.

-- +goose Up
CREATE TABLE coupons (
  id              TEXT NOT NULL PRIMARY KEY,
  code            TEXT NOT NULL, -- as administrators write it
  code_key        TEXT NOT NULL UNIQUE, -- as it is compared: folded, without spaces
  kind            TEXT NOT NULL CHECK (kind IN ('percent', 'amount')),
  rate_ppm        BIGINT NOT NULL CHECK (rate_ppm BETWEEN 0 AND 1000000), -- of percent
  amount          BIGINT NOT NULL CHECK (amount >= 0), -- of amount, in the minor unit of the currency
  currency        TEXT NOT NULL, -- empty: any
  courses         JSONB NOT NULL, -- ids; an empty list: all
  min_total       BIGINT NOT NULL CHECK (min_total >= 0), -- of what it applies to
  most            BIGINT CHECK (most > 0), -- uses by all; null: any number
  most_each       BIGINT CHECK (most_each > 0), -- uses by one buyer
  taken           BIGINT NOT NULL,
  with_early_bird BOOLEAN NOT NULL, -- whether it also applies to places with an early-bird discount
  starts_at       TIMESTAMPTZ,
  ends_at         TIMESTAMPTZ,
  active          BOOLEAN NOT NULL,
  note            TEXT NOT NULL,
  version         BIGINT NOT NULL,
  created_at      TIMESTAMPTZ NOT NULL,
  updated_at      TIMESTAMPTZ NOT NULL,
  CHECK (taken >= 0 AND (most IS NULL OR taken <= most))
);
CREATE INDEX coupons_newest ON coupons (created_at DESC, id DESC);

-- How often each buyer has used a coupon, for its limit per person.
CREATE TABLE coupon_people (
  coupon_id TEXT NOT NULL REFERENCES coupons (id),
  user_id   TEXT NOT NULL REFERENCES users (id),
  taken     BIGINT NOT NULL CHECK (taken >= 0),
  PRIMARY KEY (coupon_id, user_id)
);
CREATE INDEX coupon_people_user ON coupon_people (user_id);

-- A use is held while its order can be paid. over: the order was paid after its use had been given to somebody else.
CREATE TABLE coupon_uses (
  order_id   TEXT NOT NULL PRIMARY KEY REFERENCES orders (id),
  coupon_id  TEXT NOT NULL REFERENCES coupons (id),
  user_id    TEXT NOT NULL REFERENCES users (id),
  amount     BIGINT NOT NULL,
  state      TEXT NOT NULL CHECK (state IN ('held', 'used', 'released', 'over')),
  created_at TIMESTAMPTZ NOT NULL
);
CREATE INDEX coupon_uses_coupon ON coupon_uses (coupon_id, created_at DESC, order_id DESC);
CREATE INDEX coupon_uses_user ON coupon_uses (user_id);

ALTER TABLE orders ADD COLUMN coupon_code TEXT NOT NULL DEFAULT ''; -- as it was entered, once it was accepted

-- The same lines, of which a coupon takes a part too.
CREATE TABLE order_lines_with_coupons (
  id             TEXT NOT NULL PRIMARY KEY,
  order_id       TEXT NOT NULL REFERENCES orders (id),
  position       BIGINT NOT NULL,
  course_id      TEXT REFERENCES courses (id) ON DELETE SET NULL,
  title          TEXT NOT NULL, -- of the course, when it was ordered
  plan           TEXT NOT NULL CHECK (plan IN ('individual', 'batch')),
  list           BIGINT NOT NULL,
  early_bird     BIGINT NOT NULL,
  coupon         BIGINT NOT NULL,
  charged        BIGINT NOT NULL CHECK (charged >= 0 AND charged = list - early_bird - coupon),
  beneficiary_id TEXT NOT NULL REFERENCES users (id)
);
INSERT INTO order_lines_with_coupons (id, order_id, position, course_id, title, plan, list, early_bird, coupon, charged, beneficiary_id)
  SELECT id, order_id, position, course_id, title, plan, list, early_bird, 0, charged, beneficiary_id FROM order_lines;
DROP TABLE order_lines;
ALTER TABLE order_lines_with_coupons RENAME TO order_lines;
CREATE UNIQUE INDEX order_lines_position ON order_lines (order_id, position);
CREATE INDEX order_lines_course ON order_lines (course_id);
CREATE INDEX order_lines_beneficiary ON order_lines (beneficiary_id);
