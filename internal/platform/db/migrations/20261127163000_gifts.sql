-- Gifts: places in courses that their buyers pay for another person.

-- +goose Up
ALTER TABLE order_lines ADD COLUMN gift BOOLEAN NOT NULL DEFAULT false; -- its row in gifts says who learns

CREATE TABLE gifts (
  id             TEXT NOT NULL PRIMARY KEY,
  line_id        TEXT NOT NULL UNIQUE REFERENCES order_lines (id),
  order_id       TEXT NOT NULL REFERENCES orders (id),
  buyer_id       TEXT NOT NULL REFERENCES users (id),
  email          TEXT NOT NULL, -- where the link is sent; empty once it is not needed any more
  email_key      TEXT NOT NULL,
  recipient_name TEXT NOT NULL, -- as the buyer writes it
  sender_name    TEXT NOT NULL,
  message        TEXT NOT NULL,
  link           BIGINT NOT NULL, -- grows each time it is sent elsewhere, which ends the link before
  send_at        TIMESTAMPTZ, -- null: as soon as it is paid
  paid_at        TIMESTAMPTZ,
  sent_at        TIMESTAMPTZ,
  expires_at     TIMESTAMPTZ, -- of what was sent
  redeemed_by    TEXT REFERENCES users (id), -- also the account that has the address, which needs no link
  redeemed_at    TIMESTAMPTZ,
  opened_at      TIMESTAMPTZ, -- when they have accepted it by the link
  returned_at    TIMESTAMPTZ, -- when the recipient did not want it
  revoked_at     TIMESTAMPTZ, -- refunded or disputed
  created_at     TIMESTAMPTZ NOT NULL
);
CREATE INDEX gifts_order ON gifts (order_id);
CREATE INDEX gifts_buyer ON gifts (buyer_id, created_at DESC, id DESC);
CREATE INDEX gifts_redeemed ON gifts (redeemed_by);
CREATE INDEX gifts_due ON gifts (send_at) WHERE sent_at IS NULL;
