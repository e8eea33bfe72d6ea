-- Seats: places in courses that companies have and give to their people, out of pools that are never overdrawn.

-- +goose Up
CREATE TABLE seat_pools (
  id         TEXT NOT NULL PRIMARY KEY,
  company_id TEXT NOT NULL REFERENCES companies (id),
  courses    JSONB NOT NULL, -- ids; an empty list: all
  total      BIGINT NOT NULL CHECK (total > 0),
  taken      BIGINT NOT NULL CHECK (taken BETWEEN 0 AND total), -- seats that are not released
  starts_at  TIMESTAMPTZ NOT NULL,
  ends_at    TIMESTAMPTZ, -- null: never
  swap_days  BIGINT NOT NULL CHECK (swap_days >= 0), -- how long a seat that was taken can be given to another person
  swaps_left BIGINT NOT NULL CHECK (swaps_left >= 0),
  note       TEXT NOT NULL, -- for its managers
  created_at TIMESTAMPTZ NOT NULL,
  ended_at   TIMESTAMPTZ -- when its seats were ended
);
CREATE INDEX seat_pools_newest ON seat_pools (company_id, created_at DESC, id DESC);
CREATE INDEX seat_pools_end ON seat_pools (ends_at) WHERE ended_at IS NULL;

CREATE TABLE seats (
  id         TEXT NOT NULL PRIMARY KEY,
  company_id TEXT NOT NULL REFERENCES companies (id),
  pool_id    TEXT NOT NULL REFERENCES seat_pools (id),
  email      TEXT NOT NULL, -- to which it was offered; empty once that is erased
  email_key  TEXT NOT NULL,
  user_id    TEXT REFERENCES users (id) ON DELETE SET NULL, -- who has taken it
  course_id  TEXT REFERENCES courses (id) ON DELETE SET NULL,
  state      TEXT NOT NULL CHECK (state IN ('offered', 'active', 'released', 'ended')),
  offered_at TIMESTAMPTZ NOT NULL,
  expires_at TIMESTAMPTZ NOT NULL, -- of an offer
  taken_at   TIMESTAMPTZ,
  ended_at   TIMESTAMPTZ
);
CREATE UNIQUE INDEX seats_of_email ON seats (company_id, email_key, course_id) WHERE state IN ('offered', 'active');
CREATE UNIQUE INDEX seats_of_user ON seats (company_id, user_id, course_id) WHERE state IN ('offered', 'active') AND user_id IS NOT NULL;
CREATE INDEX seats_newest ON seats (company_id, offered_at DESC, id DESC);
CREATE INDEX seats_pool ON seats (pool_id, offered_at DESC, id DESC);
CREATE INDEX seats_user ON seats (user_id);
CREATE INDEX seats_course ON seats (course_id);
CREATE INDEX seats_offer ON seats (expires_at) WHERE state = 'offered';
