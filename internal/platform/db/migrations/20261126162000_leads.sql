-- Leads: what visitors ask the school for by its forms, and what its staff make of it. Brochures are listed by the titles of their courses.

-- +goose Up
CREATE TABLE leads (
  id             TEXT NOT NULL PRIMARY KEY,
  kind           TEXT NOT NULL CHECK (kind IN ('contact', 'enroll_form', 'brochure', 'corporate_training')),
  status         TEXT NOT NULL CHECK (status IN ('new', 'contacted', 'qualified', 'proposal', 'won', 'lost', 'spam')),
  form_id        TEXT UNIQUE, -- a form counts once; null for who sends none
  course_id      TEXT REFERENCES courses (id) ON DELETE SET NULL,
  full_name      TEXT NOT NULL,
  email          TEXT NOT NULL,
  email_key      TEXT NOT NULL,
  phone_number   TEXT NOT NULL, -- E.164, or empty
  country_code   TEXT NOT NULL, -- ISO 3166-1
  company_name   TEXT NOT NULL,
  people_count   BIGINT NOT NULL CHECK (people_count >= 0), -- to be trained; 0: unknown
  message        TEXT NOT NULL,
  details        JSONB NOT NULL, -- what only some forms ask for: lead.Details
  origin         JSONB NOT NULL, -- how they came to the form: lead.VisitOrigin
  source         TEXT NOT NULL, -- the campaign's source, or else the site that linked here; empty: neither
  wants_offers   BOOLEAN NOT NULL, -- whether they agreed to other offers
  languages      TEXT NOT NULL, -- of their browser
  user_id        TEXT REFERENCES users (id), -- their account
  assigned_to    TEXT REFERENCES users (id),
  next_action    TEXT NOT NULL,
  next_action_at TIMESTAMPTZ,
  merged_into    TEXT REFERENCES leads (id) ON DELETE CASCADE,
  contacted_at   TIMESTAMPTZ, -- when it first had another status than new or spam
  contact_hours  BIGINT, -- from created_at to contacted_at, rounded
  version        BIGINT NOT NULL,
  created_at     TIMESTAMPTZ NOT NULL,
  updated_at     TIMESTAMPTZ NOT NULL
);
CREATE INDEX leads_newest ON leads (created_at DESC, id DESC) WHERE merged_into IS NULL;
CREATE INDEX leads_by_status ON leads (status, created_at DESC, id DESC) WHERE merged_into IS NULL;
CREATE INDEX leads_by_kind ON leads (kind, created_at DESC, id DESC) WHERE merged_into IS NULL;
CREATE INDEX leads_by_country ON leads (country_code, created_at DESC, id DESC) WHERE merged_into IS NULL;
CREATE INDEX leads_assigned ON leads (assigned_to, created_at DESC, id DESC);
CREATE INDEX leads_course ON leads (course_id, created_at DESC, id DESC);
CREATE INDEX leads_email ON leads (email_key, created_at DESC, id DESC);
CREATE INDEX leads_user ON leads (user_id);
CREATE INDEX leads_merged ON leads (merged_into, created_at, id) WHERE merged_into IS NOT NULL;

-- What has happened to a lead: rows are only added.
CREATE TABLE lead_events (
  id         TEXT NOT NULL PRIMARY KEY,
  lead_id    TEXT NOT NULL REFERENCES leads (id) ON DELETE CASCADE,
  action     TEXT NOT NULL CHECK (action IN ('received', 'status', 'assigned', 'next_action', 'note', 'merged', 'converted')),
  user_id    TEXT REFERENCES users (id), -- null for the sender of a form
  before     TEXT NOT NULL, -- a status, or the id of a user
  after      TEXT NOT NULL,
  note       TEXT NOT NULL,
  created_at TIMESTAMPTZ NOT NULL
);
CREATE INDEX lead_events_lead ON lead_events (lead_id, created_at, id);
CREATE INDEX lead_events_user ON lead_events (user_id);

-- Texts by whose beginning a lead is found: parts of its name, address and company.
CREATE TABLE lead_search_keys (
  search_key TEXT NOT NULL,
  lead_id    TEXT NOT NULL REFERENCES leads (id) ON DELETE CASCADE,
  PRIMARY KEY (search_key, lead_id)
);
CREATE INDEX lead_search_keys_lead ON lead_search_keys (lead_id, search_key);

CREATE INDEX courses_with_brochure ON courses (status, title, id) WHERE brochure ->> 'ID' <> '';
