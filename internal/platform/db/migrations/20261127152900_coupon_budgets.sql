-- Coupons: what they take off all orders together at most, and what they have.

-- +goose Up
ALTER TABLE coupons ADD COLUMN budget BIGINT CHECK (budget > 0); -- in the minor unit of the currency; null: any amount
ALTER TABLE coupons ADD COLUMN spent BIGINT NOT NULL DEFAULT 0 CHECK (spent >= 0 AND (budget IS NULL OR spent <= budget)); -- by the uses that are held or used, of orders in the currency
UPDATE coupons SET spent = (SELECT coalesce(sum(u.amount), 0) FROM coupon_uses AS u JOIN orders AS o ON o.id = u.order_id
  WHERE u.coupon_id = coupons.id AND u.state IN ('held', 'used') AND o.currency = coupons.currency);
