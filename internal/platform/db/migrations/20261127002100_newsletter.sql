-- The newsletter: lists, who has subscribed to them and how they agreed, campaigns, and who has got which.

-- +goose Up
CREATE TABLE newsletter_lists (
  id          TEXT NOT NULL PRIMARY KEY,
  name        TEXT NOT NULL,
  description TEXT NOT NULL,
  archived    BOOLEAN NOT NULL, -- nobody can subscribe to it any more
  version     BIGINT NOT NULL,
  created_at  TIMESTAMPTZ NOT NULL
);
CREATE INDEX newsletter_lists_oldest ON newsletter_lists (created_at, id);

CREATE TABLE newsletter_subscribers (
  id              TEXT NOT NULL PRIMARY KEY,
  email           TEXT NOT NULL,
  email_key       TEXT NOT NULL UNIQUE,
  full_name       TEXT NOT NULL,
  status          TEXT NOT NULL CHECK (status IN ('pending', 'confirmed', 'unsubscribed', 'bounced', 'complained')),
  languages       TEXT NOT NULL, -- of their browser
  consent         JSONB NOT NULL, -- what they agreed to, when, and from which network: newsletter.Consent
  user_id         TEXT REFERENCES users (id), -- their account
  created_at      TIMESTAMPTZ NOT NULL,
  asked_at        TIMESTAMPTZ NOT NULL, -- when they last sent the form
  confirmed_at    TIMESTAMPTZ,
  ended_at        TIMESTAMPTZ -- when they unsubscribed, or an email came back
);
CREATE INDEX newsletter_subscribers_newest ON newsletter_subscribers (created_at DESC, id DESC);
CREATE INDEX newsletter_subscribers_by_status ON newsletter_subscribers (status, created_at DESC, id DESC);
CREATE INDEX newsletter_subscribers_asked ON newsletter_subscribers (status, asked_at);
CREATE INDEX newsletter_subscribers_user ON newsletter_subscribers (user_id);

CREATE TABLE newsletter_subscriptions (
  list_id       TEXT NOT NULL REFERENCES newsletter_lists (id),
  subscriber_id TEXT NOT NULL REFERENCES newsletter_subscribers (id) ON DELETE CASCADE,
  confirmed     BOOLEAN NOT NULL, -- as the subscriber is
  PRIMARY KEY (list_id, subscriber_id)
);
CREATE INDEX newsletter_subscriptions_confirmed ON newsletter_subscriptions (list_id, confirmed, subscriber_id);
CREATE INDEX newsletter_subscriptions_subscriber ON newsletter_subscriptions (subscriber_id, list_id);

CREATE TABLE newsletter_campaigns (
  id            TEXT NOT NULL PRIMARY KEY,
  list_id       TEXT NOT NULL REFERENCES newsletter_lists (id),
  subject       TEXT NOT NULL,
  body          TEXT NOT NULL, -- HTML
  status        TEXT NOT NULL CHECK (status IN ('draft', 'scheduled', 'sending', 'paused', 'sent', 'cancelled')),
  pause_reason  TEXT NOT NULL CHECK (pause_reason IN ('', 'administrator', 'refusals', 'server')),
  send_at       TIMESTAMPTZ,
  started_at    TIMESTAMPTZ,
  finished_at   TIMESTAMPTZ,
  position      TEXT NOT NULL, -- the last subscriber for whom there is a delivery: they follow in order of their ids
  recipients    BIGINT NOT NULL, -- when it started
  sent          BIGINT NOT NULL,
  refused       BIGINT NOT NULL,
  unsubscribed  BIGINT NOT NULL, -- by a link in it
  sent_before   BIGINT NOT NULL, -- when it was last resumed: refusals are counted from then on
  refused_before BIGINT NOT NULL,
  created_by    TEXT NOT NULL REFERENCES users (id),
  version       BIGINT NOT NULL,
  created_at    TIMESTAMPTZ NOT NULL,
  updated_at    TIMESTAMPTZ NOT NULL
);
CREATE INDEX newsletter_campaigns_newest ON newsletter_campaigns (created_at DESC, id DESC);
CREATE INDEX newsletter_campaigns_list ON newsletter_campaigns (list_id);
CREATE INDEX newsletter_campaigns_author ON newsletter_campaigns (created_by);

CREATE TABLE newsletter_deliveries (
  id            TEXT NOT NULL PRIMARY KEY, -- of the email, too: a repeated one has the same Message-ID
  campaign_id   TEXT NOT NULL REFERENCES newsletter_campaigns (id) ON DELETE CASCADE,
  subscriber_id TEXT NOT NULL REFERENCES newsletter_subscribers (id) ON DELETE CASCADE,
  state         TEXT NOT NULL CHECK (state IN ('queued', 'sent', 'refused', 'bounced', 'skipped')),
  claimed_until TIMESTAMPTZ, -- until then one worker alone may send it
  sent_at       TIMESTAMPTZ,
  UNIQUE (campaign_id, subscriber_id)
);
CREATE INDEX newsletter_deliveries_order ON newsletter_deliveries (campaign_id, id);
CREATE INDEX newsletter_deliveries_state ON newsletter_deliveries (campaign_id, state, id);
CREATE INDEX newsletter_deliveries_subscriber ON newsletter_deliveries (subscriber_id);

-- The list with which every school begins.
INSERT INTO newsletter_lists (id, name, description, archived, version, created_at)
VALUES ('01936b1a-0000-7000-8000-000000000001', 'Newsletter', '', FALSE, 1, '2026-11-27 00:00:00+00:00');
