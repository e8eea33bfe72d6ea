-- The schema from which all migrations begin. Frozen: what changes it is another migration.
--
-- One file serves both databases. What they have no words in common for stands in the two files that follow it.
-- Times are UTC with microseconds, ids are UUIDv7 as text. Go sets every value; defaults are left of columns that were added later.

-- +goose Up

-- People: directory ------------------------------------------------------------------------------------------

CREATE TABLE users (
  id                TEXT NOT NULL PRIMARY KEY,
  email             TEXT NOT NULL, -- as typed, for writing to; email_key is what must be unique
  email_key         TEXT NOT NULL, -- lower case
  email_verified_at TIMESTAMPTZ, -- null until the user has confirmed the address
  full_name         TEXT NOT NULL,
  name_key          TEXT NOT NULL DEFAULT '', -- full_name as it is compared: text.Fold
  password_hash     TEXT NOT NULL, -- argon2id in PHC form
  status            TEXT NOT NULL CHECK (status IN ('active', 'disabled')),
  created_at        TIMESTAMPTZ NOT NULL,
  updated_at        TIMESTAMPTZ NOT NULL
);
CREATE UNIQUE INDEX users_email ON users (email_key);
CREATE INDEX users_name ON users (name_key, id);
CREATE INDEX users_created ON users (created_at, id);
CREATE INDEX users_status ON users (status, id);
CREATE INDEX users_unverified ON users (id) WHERE email_verified_at IS NULL;

CREATE TABLE user_roles (
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  role    TEXT NOT NULL CHECK (role IN ('student', 'instructor', 'corporate', 'admin')),
  PRIMARY KEY (user_id, role)
);
CREATE INDEX user_roles_role ON user_roles (role, user_id);

-- The search index of users: name and email from the start of each word on (text.SearchKeys).
CREATE TABLE user_tails (
  tail    TEXT NOT NULL, -- compared by bytes: the file for PostgreSQL sets the collation, SQLite always does
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  PRIMARY KEY (tail, user_id)
);
CREATE INDEX user_tails_user ON user_tails (user_id);

-- People: session --------------------------------------------------------------------------------------------

-- One row a device. The refresh token rotates at each use and is not stored, not even hashed: it is session, generation and
-- a MAC over both under a key outside the database, so that a stolen backup holds nothing to sign in with.
CREATE TABLE sessions (
  id             TEXT NOT NULL PRIMARY KEY, -- "sid" of the access token
  user_id        TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  generation     BIGINT NOT NULL, -- of the live refresh token, from 1; a request with an older one means that the token was stolen
  rotated_at     TIMESTAMPTZ NOT NULL,
  user_agent     TEXT NOT NULL,
  network        TEXT NOT NULL, -- of the last rotation, not the machine: 192.0.2.0/24
  two_factor     BOOLEAN NOT NULL DEFAULT FALSE, -- whether a second factor was used
  proven_at      TIMESTAMPTZ, -- when the user last proved their identity
  created_at     TIMESTAMPTZ NOT NULL,
  expires_at     TIMESTAMPTZ NOT NULL, -- moves with each use
  revoked_at     TIMESTAMPTZ,
  revoked_reason TEXT NOT NULL CHECK (revoked_reason IN ('', 'logout', 'reuse', 'elsewhere', 'locked', 'password'))
);
CREATE INDEX sessions_expiry ON sessions (expires_at);
CREATE INDEX sessions_user ON sessions (user_id, rotated_at DESC);

-- Devices on which a user has signed in before. They are not locked out by failed attempts from elsewhere.
CREATE TABLE devices (
  id           TEXT NOT NULL PRIMARY KEY,
  user_id      TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  token_hash   TEXT NOT NULL, -- SHA-256 of 256 random bits
  created_at   TIMESTAMPTZ NOT NULL,
  last_used_at TIMESTAMPTZ NOT NULL
);
CREATE UNIQUE INDEX devices_token ON devices (token_hash);
CREATE INDEX devices_user ON devices (user_id);
CREATE INDEX devices_last ON devices (last_used_at);

-- Sign-ins whose password was right and whose second step is pending. The token is the id and a MAC over it, like that of a link.
CREATE TABLE sign_in_challenges (
  id         TEXT NOT NULL PRIMARY KEY,
  user_id    TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  enrol      BOOLEAN NOT NULL, -- the user has no second factor yet and must set one up
  device_id  TEXT NOT NULL, -- the known device of the sign-in; '' for an unknown one
  created_at TIMESTAMPTZ NOT NULL,
  expires_at TIMESTAMPTZ NOT NULL
);
CREATE INDEX sign_in_challenges_user ON sign_in_challenges (user_id);
CREATE INDEX sign_in_challenges_expiry ON sign_in_challenges (expires_at);

-- People: lockout and securitylog ----------------------------------------------------------------------------

-- Failed attempts, counted by what was typed, whether or not there is such an account.
CREATE TABLE lockouts (
  key          TEXT NOT NULL PRIMARY KEY, -- HMAC over reason and identifier: what was typed is not stored; for the second step the identifier is the user's id
  reason       TEXT NOT NULL CHECK (reason IN ('failed_login_attempts', 'password_change_attempts', 'two_factor_attempts')),
  user_id      TEXT REFERENCES users (id) ON DELETE CASCADE, -- null: no such account
  attempts     BIGINT NOT NULL, -- failed, or being checked right now
  last_at      TIMESTAMPTZ NOT NULL, -- when the last attempt was counted
  locked_until TIMESTAMPTZ,
  locked_by    TEXT NOT NULL -- the attempt that set the lock, '' for none
);
CREATE INDEX lockouts_user ON lockouts (user_id);
CREATE INDEX lockouts_locked ON lockouts (locked_until);
CREATE INDEX lockouts_last ON lockouts (last_at);

-- Locks by an administrator. They end at locked_until, or when an administrator lifts them.
CREATE TABLE admin_locks (
  user_id      TEXT NOT NULL PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  locked_by    TEXT NOT NULL REFERENCES users (id),
  note         TEXT NOT NULL,
  locked_at    TIMESTAMPTZ NOT NULL,
  locked_until TIMESTAMPTZ
);

-- One row a lock, for statistics.
CREATE TABLE lockout_events (
  id           TEXT NOT NULL PRIMARY KEY,
  reason       TEXT NOT NULL CHECK (reason IN ('failed_login_attempts', 'password_change_attempts', 'two_factor_attempts', 'admin_lock')),
  user_id      TEXT REFERENCES users (id) ON DELETE CASCADE, -- null: no such account
  attempts     BIGINT NOT NULL, -- 0 for a lock by an administrator
  locked_at    TIMESTAMPTZ NOT NULL,
  locked_until TIMESTAMPTZ,
  day          TEXT NOT NULL -- of locked_at in UTC, YYYY-MM-DD
);
CREATE INDEX lockout_events_day ON lockout_events (day);
CREATE INDEX lockout_events_user ON lockout_events (user_id);

-- The security log.
CREATE TABLE security_events (
  id         TEXT NOT NULL PRIMARY KEY,
  user_id    TEXT REFERENCES users (id) ON DELETE CASCADE, -- null: no such account; written all the same, so that both take as long
  at         TIMESTAMPTZ NOT NULL,
  kind       TEXT NOT NULL,
  network    TEXT NOT NULL, -- not the machine: 192.0.2.0/24
  user_agent TEXT NOT NULL
);
CREATE INDEX security_events_user ON security_events (user_id, at, id);
CREATE INDEX security_events_at ON security_events (at);

-- People: signup ---------------------------------------------------------------------------------------------

-- Registrations whose address is not confirmed yet. The account is made when it is, so that whoever signs up learns nothing about others.
CREATE TABLE sign_ups (
  id            TEXT NOT NULL PRIMARY KEY,
  email         TEXT NOT NULL,
  email_key     TEXT NOT NULL, -- not unique, and it may have an account: the email goes to its owner, who decides
  full_name     TEXT NOT NULL,
  password_hash TEXT NOT NULL,
  application   JSONB NOT NULL, -- for another role; null for none
  created_at    TIMESTAMPTZ NOT NULL,
  expires_at    TIMESTAMPTZ NOT NULL, -- of the link; sending it again moves it
  ended_at      TIMESTAMPTZ -- when the account was made
);
CREATE INDEX sign_ups_address ON sign_ups (email_key, created_at DESC);
CREATE INDEX sign_ups_age ON sign_ups (created_at);

CREATE TABLE invitations (
  id         TEXT NOT NULL PRIMARY KEY,
  email      TEXT NOT NULL,
  roles      JSONB NOT NULL,
  invited_by TEXT NOT NULL REFERENCES users (id),
  created_at TIMESTAMPTZ NOT NULL,
  expires_at TIMESTAMPTZ NOT NULL,
  ended_at   TIMESTAMPTZ -- when it was accepted or withdrawn
);
CREATE INDEX invitations_newest ON invitations (created_at DESC, id DESC);
CREATE INDEX invitations_open ON invitations (created_at DESC, id DESC) WHERE ended_at IS NULL;

CREATE TABLE role_applications (
  id         TEXT NOT NULL PRIMARY KEY,
  user_id    TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  role       TEXT NOT NULL CHECK (role IN ('instructor', 'corporate')),
  about      TEXT NOT NULL, -- the applicant about themselves
  status     TEXT NOT NULL CHECK (status IN ('pending', 'approved', 'rejected')),
  note       TEXT NOT NULL, -- the administrator's answer
  decided_by TEXT REFERENCES users (id),
  created_at TIMESTAMPTZ NOT NULL,
  decided_at TIMESTAMPTZ
);
CREATE UNIQUE INDEX role_applications_pending ON role_applications (user_id, role) WHERE status = 'pending';
CREATE INDEX role_applications_status ON role_applications (status, created_at DESC, id DESC);
CREATE INDEX role_applications_newest ON role_applications (created_at DESC, id DESC);
CREATE INDEX role_applications_person ON role_applications (user_id, created_at DESC, id DESC);

-- People: emaillink and recovery -----------------------------------------------------------------------------

-- Links that are sent by email. A link holds its id and a MAC over it under a key outside the database: like that of a session its
-- token is not stored, not even hashed.
CREATE TABLE email_links (
  id         TEXT NOT NULL PRIMARY KEY, -- of the job that sends it, so that a second attempt sends the same link
  user_id    TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  purpose    TEXT NOT NULL CHECK (purpose IN ('verify', 'reset', 'unlock')),
  created_at TIMESTAMPTZ NOT NULL,
  expires_at TIMESTAMPTZ NOT NULL,
  used_at    TIMESTAMPTZ -- also set when the link is revoked
);
CREATE INDEX email_links_user ON email_links (user_id);
CREATE INDEX email_links_expiry ON email_links (expires_at);

-- A new email address takes effect once the link sent to it has been opened.
CREATE TABLE email_changes (
  id           TEXT NOT NULL PRIMARY KEY,
  user_id      TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  old_email    TEXT NOT NULL,
  new_email    TEXT NOT NULL,
  created_at   TIMESTAMPTZ NOT NULL,
  expires_at   TIMESTAMPTZ NOT NULL, -- of the link to the new address; once confirmed, of the link to the old one that undoes the change
  confirmed_at TIMESTAMPTZ,
  ended_at     TIMESTAMPTZ -- undone, or replaced by another change
);
CREATE INDEX email_changes_user ON email_changes (user_id);
CREATE INDEX email_changes_expiry ON email_changes (expires_at);

-- People: twofactor ------------------------------------------------------------------------------------------

-- The roles that require a second factor.
CREATE TABLE two_factor_roles (
  role   TEXT NOT NULL PRIMARY KEY CHECK (role IN ('student', 'instructor', 'corporate', 'admin')),
  set_by TEXT REFERENCES users (id) ON DELETE SET NULL,
  set_at TIMESTAMPTZ NOT NULL
);

-- Authenticator apps: the confirmed one, and the one being set up, whose codes do not sign in yet.
CREATE TABLE authenticators (
  user_id      TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  confirmed    BOOLEAN NOT NULL,
  secret       TEXT NOT NULL, -- sealed under a key outside the database
  master       BIGINT NOT NULL, -- version of that key
  last_step    BIGINT NOT NULL, -- RFC 6238 time step of the last accepted code: none is accepted twice
  created_at   TIMESTAMPTZ NOT NULL,
  PRIMARY KEY (user_id, confirmed)
);

CREATE TABLE recovery_codes (
  user_id    TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  code_hash  TEXT NOT NULL, -- HMAC under a key outside the database: 50 random bits could be found from a plain hash
  created_at TIMESTAMPTZ NOT NULL,
  used_at    TIMESTAMPTZ,
  PRIMARY KEY (user_id, code_hash)
);

CREATE TABLE passkeys (
  id            TEXT NOT NULL PRIMARY KEY,
  user_id       TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  credential_id TEXT NOT NULL, -- base64url, chosen by the authenticator
  credential    JSONB NOT NULL, -- public key, counter and flags: nothing secret
  name          TEXT NOT NULL,
  created_at    TIMESTAMPTZ NOT NULL,
  last_used_at  TIMESTAMPTZ
);
CREATE UNIQUE INDEX passkeys_credential ON passkeys (credential_id);
CREATE INDEX passkeys_user ON passkeys (user_id);

-- What an authenticator is asked to sign. Using a row deletes it.
CREATE TABLE passkey_challenges (
  id         TEXT NOT NULL PRIMARY KEY,
  user_id    TEXT REFERENCES users (id) ON DELETE CASCADE, -- null: any user may answer
  purpose    TEXT NOT NULL CHECK (purpose IN ('register', 'sign_in', 'second_step', 'confirm')),
  data       JSONB NOT NULL,
  expires_at TIMESTAMPTZ NOT NULL
);
CREATE INDEX passkey_challenges_expiry ON passkey_challenges (expires_at);
CREATE INDEX passkey_challenges_user ON passkey_challenges (user_id);

-- People: identity -------------------------------------------------------------------------------------------

-- Accounts at identity providers with which users sign in here.
CREATE TABLE federated_identities (
  id           TEXT NOT NULL PRIMARY KEY,
  user_id      TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  provider     TEXT NOT NULL,
  issuer       TEXT NOT NULL, -- within which a subject is unique and never reassigned (OpenID Connect Core 1.0, section 2)
  subject      TEXT NOT NULL,
  email        TEXT NOT NULL, -- as the provider said last, '' for none; only displayed, never compared
  created_at   TIMESTAMPTZ NOT NULL,
  last_used_at TIMESTAMPTZ NOT NULL
);
CREATE UNIQUE INDEX federated_identities_subject ON federated_identities (provider, issuer, subject);
CREATE INDEX federated_identities_user ON federated_identities (user_id);

-- Sign-ins at a provider in progress. State, nonce and PKCE verifier are derived from the id under a key outside the database, so
-- that a stolen database does not help to finish one.
CREATE TABLE authorization_requests (
  id         TEXT NOT NULL PRIMARY KEY,
  provider   TEXT NOT NULL,
  user_id    TEXT REFERENCES users (id) ON DELETE CASCADE, -- the user who links the identity to their account; null for a sign-in
  next       TEXT NOT NULL, -- the page to open afterwards, '' for the default
  created_at TIMESTAMPTZ NOT NULL,
  expires_at TIMESTAMPTZ NOT NULL,
  used_at    TIMESTAMPTZ
);
CREATE INDEX authorization_requests_user ON authorization_requests (user_id);
CREATE INDEX authorization_requests_expiry ON authorization_requests (expires_at);

-- Identities that the provider has confirmed and that wait: for the user to prove that the account is theirs too, or to confirm the
-- address of a sign-up.
CREATE TABLE identity_proofs (
  id         TEXT NOT NULL PRIMARY KEY,
  user_id    TEXT REFERENCES users (id) ON DELETE CASCADE, -- null for a sign-up
  sign_up    TEXT NOT NULL, -- the sign-up; '' when it waits for user_id
  provider   TEXT NOT NULL,
  issuer     TEXT NOT NULL,
  subject    TEXT NOT NULL,
  email      TEXT NOT NULL,
  created_at TIMESTAMPTZ NOT NULL,
  expires_at TIMESTAMPTZ NOT NULL,
  used_at    TIMESTAMPTZ
);
CREATE INDEX identity_proofs_user ON identity_proofs (user_id);
CREATE INDEX identity_proofs_sign_up ON identity_proofs (sign_up);
CREATE INDEX identity_proofs_expiry ON identity_proofs (expires_at);

-- People: profile --------------------------------------------------------------------------------------------

CREATE TABLE profiles (
  user_id    TEXT NOT NULL PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  version    BIGINT NOT NULL, -- grows with each change, so that an edit of an older version is refused
  about      JSONB NOT NULL, -- profile.About
  avatar_id  TEXT NOT NULL, -- '' for none
  updated_at TIMESTAMPTZ NOT NULL
);

-- Archives of everything that is held about a user.
CREATE TABLE data_exports (
  id           TEXT NOT NULL PRIMARY KEY,
  user_id      TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  status       TEXT NOT NULL CHECK (status IN ('preparing', 'ready', 'failed', 'expired')),
  tables_done  BIGINT NOT NULL,
  tables_total BIGINT NOT NULL,
  size_bytes   BIGINT NOT NULL, -- 0 until ready
  created_at   TIMESTAMPTZ NOT NULL,
  ready_at     TIMESTAMPTZ,
  expires_at   TIMESTAMPTZ NOT NULL -- when the archive is deleted
);
CREATE INDEX data_exports_user ON data_exports (user_id, id DESC);
CREATE UNIQUE INDEX data_exports_one ON data_exports (user_id) WHERE status = 'preparing';
CREATE INDEX data_exports_expiry ON data_exports (expires_at) WHERE status IN ('ready', 'failed');

-- Accounts to be erased. The row of an erased account stays as the record of it; it names nobody.
CREATE TABLE deletion_requests (
  user_id      TEXT NOT NULL PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  requested_by TEXT NOT NULL REFERENCES users (id),
  requested_at TIMESTAMPTZ NOT NULL,
  erase_at     TIMESTAMPTZ NOT NULL, -- until then it can be undone
  erased_at    TIMESTAMPTZ
);
CREATE INDEX deletion_requests_due ON deletion_requests (erase_at) WHERE erased_at IS NULL;

-- People: user -----------------------------------------------------------------------------------------------

-- Filters of the list of users that an administrator has saved.
CREATE TABLE user_filters (
  id         TEXT NOT NULL PRIMARY KEY,
  owner_id   TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  name       TEXT NOT NULL,
  query      TEXT NOT NULL, -- the query string of the list
  created_at TIMESTAMPTZ NOT NULL
);
CREATE UNIQUE INDEX user_filters_name ON user_filters (owner_id, name);

-- Administrators acting as another user. The id is the session id of the token.
CREATE TABLE impersonations (
  id         TEXT NOT NULL PRIMARY KEY,
  admin_id   TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  session_id TEXT NOT NULL, -- of the administrator; the impersonation ends with it
  user_id    TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  reason     TEXT NOT NULL,
  read_only  BOOLEAN NOT NULL,
  created_at TIMESTAMPTZ NOT NULL,
  expires_at TIMESTAMPTZ NOT NULL,
  ended_at   TIMESTAMPTZ
);
CREATE INDEX impersonations_expiry ON impersonations (expires_at);
CREATE INDEX impersonations_user ON impersonations (user_id);
CREATE INDEX impersonations_admin ON impersonations (admin_id);

-- People: notification ---------------------------------------------------------------------------------------

-- One row for each user who has been notified of anything. It is locked before a notification is written, so that numbers grow in the
-- order of the commits: a client that has everything up to a number misses nothing.
CREATE TABLE notification_inboxes (
  user_id TEXT NOT NULL PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  version BIGINT NOT NULL, -- grows with every change of the inbox
  unread  BIGINT NOT NULL -- notifications in the list that are not read
);

CREATE TABLE notifications (
  id         TEXT NOT NULL PRIMARY KEY,
  user_id    TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  dedup_key  TEXT NOT NULL, -- the id of the event: delivered twice, it arrives once
  kind       TEXT NOT NULL,
  data       JSONB NOT NULL, -- placeholders of the text: ids and titles, by name
  number     BIGINT NOT NULL, -- the version of the inbox with which it came
  in_app     BOOLEAN NOT NULL, -- shown in the list
  mail       TEXT NOT NULL CHECK (mail IN ('none', 'sent', 'waiting')), -- waiting: for the next digest
  created_at TIMESTAMPTZ NOT NULL,
  read_at    TIMESTAMPTZ
);
CREATE UNIQUE INDEX notifications_once ON notifications (user_id, dedup_key, kind);
CREATE UNIQUE INDEX notifications_number ON notifications (user_id, number);
CREATE INDEX notifications_unread ON notifications (user_id, number) WHERE in_app AND read_at IS NULL;
CREATE INDEX notifications_waiting ON notifications (user_id) WHERE mail = 'waiting';
CREATE INDEX notifications_age ON notifications (created_at);

-- Settings of a user that differ from the defaults of a kind.
CREATE TABLE notification_preferences (
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  kind    TEXT NOT NULL,
  in_app  BOOLEAN NOT NULL,
  mail    BOOLEAN NOT NULL,
  PRIMARY KEY (user_id, kind)
);

-- When emails are sent; at once for a user without a row.
CREATE TABLE notification_schedules (
  user_id   TEXT NOT NULL PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  frequency TEXT NOT NULL CHECK (frequency IN ('at_once', 'daily', 'weekly')),
  hour      BIGINT NOT NULL CHECK (hour BETWEEN 0 AND 23), -- of the day in time_zone
  weekday   BIGINT NOT NULL CHECK (weekday BETWEEN 0 AND 6), -- 0 is Sunday
  time_zone TEXT NOT NULL, -- IANA
  next_at   TIMESTAMPTZ -- of the next digest; null for none
);
CREATE INDEX notification_schedules_next ON notification_schedules (next_at) WHERE next_at IS NOT NULL;

-- Platform: jobs ---------------------------------------------------------------------------------------------

-- Background work. A worker runs a job while it holds the lease; fence grows with each claim, and a result counts only under the fence
-- of the latest claim.
CREATE TABLE jobs (
  id           TEXT NOT NULL PRIMARY KEY,
  kind         TEXT NOT NULL,
  ref          TEXT NOT NULL, -- id of the job's object, a video for example; '' for periodic work
  batch        TEXT NOT NULL, -- jobs of one batch may be claimed together (the rungs of a piece); '' for none
  payload      JSONB NOT NULL,
  priority     BIGINT NOT NULL, -- the lowest first
  state        TEXT NOT NULL CHECK (state IN ('waiting', 'running', 'done', 'failed', 'cancelled')),
  due_at       TIMESTAMPTZ NOT NULL,
  fence        BIGINT NOT NULL,
  attempts     BIGINT NOT NULL,
  max_attempts BIGINT NOT NULL,
  worker       TEXT NOT NULL,
  lease_until  TIMESTAMPTZ,
  progress     BIGINT NOT NULL, -- of the running attempt, in a unit of the job's kind
  last_error   TEXT NOT NULL,
  created_at   TIMESTAMPTZ NOT NULL,
  finished_at  TIMESTAMPTZ
);
CREATE INDEX jobs_waiting ON jobs (priority, due_at, id) WHERE state = 'waiting';
CREATE INDEX jobs_running ON jobs (lease_until) WHERE state = 'running';
CREATE INDEX jobs_ref ON jobs (ref, kind);

-- Platform: audit --------------------------------------------------------------------------------------------

-- What administrators do. Triggers refuse to change or delete rows. No foreign keys: the log outlives the users whom it names.
CREATE TABLE audit_log (
  id          TEXT NOT NULL PRIMARY KEY,
  at          TIMESTAMPTZ NOT NULL,
  actor_id    TEXT NOT NULL, -- '' for the command line
  behalf_id   TEXT NOT NULL, -- the user whom the actor impersonated; '' for none
  action      TEXT NOT NULL, -- user.role_changed
  area        TEXT NOT NULL, -- of the action, before the dot
  target_kind TEXT NOT NULL,
  target_id   TEXT NOT NULL,
  was         JSONB, -- the members that changed, before and after
  became      JSONB,
  network     TEXT NOT NULL,
  user_agent  TEXT NOT NULL
);
CREATE INDEX audit_log_at ON audit_log (at, id);
CREATE INDEX audit_log_actor ON audit_log (actor_id, at, id);
CREATE INDEX audit_log_target ON audit_log (target_id, at, id);
CREATE INDEX audit_log_action ON audit_log (action, at, id);
CREATE INDEX audit_log_area ON audit_log (area, at, id);
CREATE INDEX audit_log_behalf ON audit_log (behalf_id, at, id);

-- Personal data of the audit log, kept apart so that it can be erased with the user; the log itself stays.
CREATE TABLE audit_personal (
  id      TEXT NOT NULL PRIMARY KEY, -- of the row in audit_log
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  was     JSONB NOT NULL, -- members that the log has as "(erased)"
  became  JSONB NOT NULL
);
CREATE INDEX audit_personal_user ON audit_personal (user_id);

-- Platform: config, ratelimit, idempotency -------------------------------------------------------------------

-- State of the installation: that it has been set up, that it was filled with sample content.
CREATE TABLE settings (
  name  TEXT NOT NULL PRIMARY KEY,
  value TEXT NOT NULL
);

-- Attempts within the current window, counted by all servers together.
CREATE TABLE rate_limits (
  key     TEXT NOT NULL PRIMARY KEY, -- HMAC over the rule and the client or account: no address is stored
  taken   BIGINT NOT NULL,
  ends_at TIMESTAMPTZ NOT NULL -- of the window, which began with the first attempt
);
CREATE INDEX rate_limits_end ON rate_limits (ends_at);

-- Answers to requests with an Idempotency-Key, so that one that is sent twice counts once.
CREATE TABLE idempotency_keys (
  user_id    TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  key        TEXT NOT NULL, -- made by the client
  digest     TEXT NOT NULL, -- SHA-256 of the request
  status     BIGINT NOT NULL, -- 0 until the answer is known
  etag       TEXT NOT NULL,
  answer     TEXT NOT NULL, -- JSON
  created_at TIMESTAMPTZ NOT NULL,
  PRIMARY KEY (user_id, key)
);
CREATE INDEX idempotency_keys_age ON idempotency_keys (created_at);

-- Learning: course, authoring, schedule ----------------------------------------------------------------------

CREATE TABLE courses (
  id                 TEXT NOT NULL PRIMARY KEY,
  origin             TEXT NOT NULL DEFAULT 'courses' CHECK (origin IN ('courses', 'tcourse')), -- the routes by which it was made
  course_type        TEXT NOT NULL CHECK (course_type IN ('blended', 'live', 'free')),
  status             TEXT NOT NULL CHECK (status IN ('draft', 'Published', 'archived')),
  title              TEXT NOT NULL,
  title_key          TEXT NOT NULL, -- the title as it is compared: text.Fold
  summary            TEXT NOT NULL,
  description        TEXT NOT NULL,
  category           TEXT NOT NULL,
  level              TEXT NOT NULL CHECK (level IN ('beginner', 'intermediate', 'advanced')),
  language           TEXT NOT NULL DEFAULT 'en', -- BCP 47
  is_certification   BOOLEAN NOT NULL DEFAULT FALSE,
  is_assignments     BOOLEAN NOT NULL DEFAULT FALSE,
  is_projects        BOOLEAN NOT NULL DEFAULT FALSE,
  is_quizzes         BOOLEAN NOT NULL DEFAULT FALSE,
  min_hours_per_week BIGINT NOT NULL DEFAULT 0, -- 0: not given
  max_hours_per_week BIGINT NOT NULL DEFAULT 0,
  no_of_sessions     BIGINT NOT NULL DEFAULT 0,
  page               JSONB NOT NULL DEFAULT '{}', -- course.Page: lists that are only shown on the page of a course
  brochure           JSONB NOT NULL DEFAULT '{}', -- authoring.brochureFile
  is_free            BOOLEAN NOT NULL DEFAULT TRUE, -- follows from course_prices
  course_fee         BIGINT NOT NULL DEFAULT 0, -- of its first active price row, in minor units
  fee_currency       TEXT NOT NULL DEFAULT '', -- '' for a free course
  access_type        TEXT NOT NULL DEFAULT 'registered' CHECK (access_type IN ('open', 'registered', 'by_date')), -- of a free course
  access_from        TIMESTAMPTZ,
  access_until       TIMESTAMPTZ,
  schedule           JSONB NOT NULL DEFAULT '{}', -- schedule.Schedule of a live course
  doubt_schedule     JSONB NOT NULL DEFAULT '{}', -- schedule.DoubtSchedule of a blended course
  created_by         TEXT NOT NULL REFERENCES users (id),
  created_at         TIMESTAMPTZ NOT NULL,
  updated_at         TIMESTAMPTZ NOT NULL
);
CREATE INDEX courses_newest ON courses (status, created_at DESC, id DESC);
CREATE INDEX courses_title ON courses (status, title_key, id);
CREATE INDEX courses_fee ON courses (status, fee_currency, course_fee, id);
CREATE INDEX courses_type ON courses (status, course_type, created_at DESC, id DESC);
CREATE INDEX courses_author ON courses (created_by, created_at DESC, id DESC);
CREATE INDEX courses_category ON courses (status, category, created_at DESC, id DESC);

CREATE TABLE course_instructors (
  course_id TEXT NOT NULL REFERENCES courses (id) ON DELETE CASCADE,
  user_id   TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  PRIMARY KEY (course_id, user_id)
);
CREATE INDEX course_instructors_user ON course_instructors (user_id);

-- Features and tools of courses, for filters.
CREATE TABLE course_tags (
  course_id TEXT NOT NULL REFERENCES courses (id) ON DELETE CASCADE,
  kind      TEXT NOT NULL CHECK (kind IN ('feature', 'tool')),
  tag_key   TEXT NOT NULL, -- text.Fold
  tag       TEXT NOT NULL,
  PRIMARY KEY (course_id, kind, tag_key)
);
CREATE INDEX course_tags_key ON course_tags (kind, tag_key, course_id);

-- Extra sessions of blended courses in which questions are answered.
CREATE TABLE course_doubt_sessions (
  id          TEXT NOT NULL PRIMARY KEY,
  course_id   TEXT NOT NULL REFERENCES courses (id) ON DELETE CASCADE,
  title       TEXT NOT NULL,
  description TEXT NOT NULL,
  date        TEXT NOT NULL, -- local, like start_time and end_time, in timezone
  start_time  TEXT NOT NULL,
  end_time    TEXT NOT NULL,
  timezone    TEXT NOT NULL, -- IANA
  starts_at   TIMESTAMPTZ NOT NULL,
  ends_at     TIMESTAMPTZ NOT NULL,
  created_at  TIMESTAMPTZ NOT NULL
);
CREATE INDEX course_doubt_sessions_course ON course_doubt_sessions (course_id, starts_at);

-- Learning: enrollment ---------------------------------------------------------------------------------------

CREATE TABLE enrollments (
  id         TEXT NOT NULL PRIMARY KEY,
  user_id    TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  course_id  TEXT NOT NULL REFERENCES courses (id) ON DELETE CASCADE,
  status     TEXT NOT NULL CHECK (status IN ('invited', 'pending_payment', 'waitlisted', 'active', 'suspended', 'completed', 'withdrawn', 'expired')),
  created_at TIMESTAMPTZ NOT NULL,
  updated_at TIMESTAMPTZ NOT NULL
);
CREATE UNIQUE INDEX enrollments_once ON enrollments (user_id, course_id);
CREATE INDEX enrollments_course ON enrollments (course_id);
CREATE INDEX enrollments_people ON enrollments (course_id, created_at, id);
CREATE INDEX enrollments_status ON enrollments (course_id, status, created_at, id);
CREATE INDEX enrollments_mine ON enrollments (user_id, status, updated_at DESC, id DESC);

-- Who is in a course: the one definition. Every feature of every wing that asks "does this user learn here?" reads this view, so that
-- batches, payments and expiry change it here alone. It is a plain filter of its table, so that both databases look rows up by the table's indexes.
CREATE VIEW enrolled_students AS
  SELECT id, user_id, course_id, status, created_at, updated_at FROM enrollments WHERE status IN ('active', 'completed');

-- Courses that users keep for later.
CREATE TABLE saved_courses (
  user_id    TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  course_id  TEXT NOT NULL REFERENCES courses (id) ON DELETE CASCADE,
  created_at TIMESTAMPTZ NOT NULL,
  PRIMARY KEY (user_id, course_id)
);
CREATE INDEX saved_courses_newest ON saved_courses (user_id, created_at DESC, course_id DESC);
CREATE INDEX saved_courses_course ON saved_courses (course_id);

-- Learning: price and pricing --------------------------------------------------------------------------------

-- Prices of a course, one currency a row. Amounts are in the minor unit of the currency, discounts in percent.
CREATE TABLE course_prices (
  course_id           TEXT NOT NULL REFERENCES courses (id) ON DELETE CASCADE,
  currency            TEXT NOT NULL, -- ISO 4217
  position            BIGINT NOT NULL, -- from 1; the first active one is shown in lists
  individual          BIGINT NOT NULL CHECK (individual >= 0), -- for a student who is taught alone
  batch               BIGINT NOT NULL CHECK (batch >= 0), -- for each student of a group
  min_batch_size      BIGINT NOT NULL CHECK (min_batch_size >= 2),
  max_batch_size      BIGINT NOT NULL CHECK (max_batch_size >= min_batch_size),
  early_bird_discount BIGINT NOT NULL CHECK (early_bird_discount BETWEEN 0 AND 100),
  early_bird_until    TIMESTAMPTZ, -- null: as long as the row is active
  group_discount      BIGINT NOT NULL CHECK (group_discount BETWEEN 0 AND 100),
  is_active           BOOLEAN NOT NULL,
  PRIMARY KEY (course_id, currency)
);
CREATE INDEX course_prices_fee ON course_prices (currency, batch, course_id) WHERE is_active;

-- Currencies that the school offers, the default first. Without rows: those of price.usualCurrencies.
CREATE TABLE currencies (
  code     TEXT NOT NULL PRIMARY KEY, -- ISO 4217
  position BIGINT NOT NULL
);

-- Learning: catalogue and searchindex ------------------------------------------------------------------------

-- One row, whose version grows with each change of the catalogue; its lock serializes such changes.
CREATE TABLE catalogue (
  id      BIGINT NOT NULL PRIMARY KEY CHECK (id = 1),
  version BIGINT NOT NULL
);

-- The tree of categories. A course names one; a name without a row stands at the top.
CREATE TABLE course_categories (
  name     TEXT NOT NULL PRIMARY KEY,
  parent   TEXT NOT NULL, -- name of the parent; '' at the top
  position BIGINT NOT NULL
);
CREATE INDEX course_categories_parent ON course_categories (parent);

-- Courses that the home page shows with their prices.
CREATE TABLE home_courses (
  course_id TEXT NOT NULL PRIMARY KEY REFERENCES courses (id) ON DELETE CASCADE,
  position  BIGINT NOT NULL
);

-- The search index of the catalogue. A word is found by its beginnings and, misspelt, by its trigrams; both are grams and looked up
-- whole, so that no collation matters.
CREATE TABLE search_words (
  word TEXT NOT NULL PRIMARY KEY -- text.Fold
);

CREATE TABLE search_grams (
  gram TEXT NOT NULL, -- '^pyt' is a beginning, 'yth' a trigram
  word TEXT NOT NULL REFERENCES search_words (word) ON DELETE CASCADE,
  PRIMARY KEY (gram, word)
);
CREATE INDEX search_grams_word ON search_grams (word);

CREATE TABLE course_words (
  word       TEXT NOT NULL REFERENCES search_words (word),
  course_id  TEXT NOT NULL REFERENCES courses (id) ON DELETE CASCADE,
  places     BIGINT NOT NULL, -- the fields that contain it, as bits: searchindex.inTitle …
  published  BOOLEAN NOT NULL, -- whether the course is in the catalogue
  created_at TIMESTAMPTZ, -- of the course: lists for frequent words are read along course_words_newest
  PRIMARY KEY (word, course_id)
);
CREATE INDEX course_words_course ON course_words (course_id);
CREATE INDEX course_words_newest ON course_words (word, created_at DESC, course_id DESC);

-- Video: transcode -------------------------------------------------------------------------------------------

-- A generation is one whole set of derived objects under a path of its own; retry and invalidate make a new one beside the old and
-- switch when it can play.
CREATE TABLE videos (
  id                 TEXT NOT NULL PRIMARY KEY,
  course_id          TEXT NOT NULL REFERENCES courses (id),
  lesson_id          TEXT NOT NULL, -- '' while no lesson shows it
  owner_id           TEXT NOT NULL REFERENCES users (id),
  title              TEXT NOT NULL,
  description        TEXT NOT NULL,
  position           BIGINT NOT NULL, -- among the videos of its course
  is_preview         BOOLEAN NOT NULL, -- everybody may watch
  original_file_name TEXT NOT NULL, -- display text only, never part of a path
  content_type       TEXT NOT NULL,
  file_size          BIGINT NOT NULL, -- bytes
  status             TEXT NOT NULL CHECK (status IN ('pending', 'uploading', 'processing', 'completed', 'failed', 'cancelled')),
  generation         BIGINT NOT NULL, -- the newest, perhaps still being made
  live_generation    BIGINT NOT NULL, -- the one that plays; 0 for none
  failure_code       TEXT NOT NULL,
  failure_reason     TEXT NOT NULL, -- a sentence for the teacher
  duration_ms        BIGINT NOT NULL, -- 0 until probed
  width              BIGINT NOT NULL,
  height             BIGINT NOT NULL,
  poster             BIGINT NOT NULL, -- which of the ten thumbnails
  created_at         TIMESTAMPTZ NOT NULL,
  updated_at         TIMESTAMPTZ NOT NULL,
  uploaded_at        TIMESTAMPTZ,
  refused_at         TIMESTAMPTZ, -- when the source was refused and deleted
  completed_at       TIMESTAMPTZ
);
CREATE INDEX videos_course ON videos (course_id, position, id);
CREATE INDEX videos_owner ON videos (owner_id, created_at DESC, id DESC);
CREATE INDEX videos_newest ON videos (created_at DESC, id DESC);
CREATE INDEX videos_lesson ON videos (lesson_id, position, id);

CREATE TABLE video_generations (
  video_id       TEXT NOT NULL REFERENCES videos (id) ON DELETE CASCADE,
  generation     BIGINT NOT NULL,
  source_key     TEXT NOT NULL, -- what is encoded: the upload, or a copy of its streams with an index
  plan           JSONB NOT NULL, -- media.Plan; 'null' until probed
  playable       BOOLEAN NOT NULL, -- one rung and its audio are complete
  has_images     BOOLEAN NOT NULL, -- thumbnails, storyboard and poster are stored
  images_settled BOOLEAN NOT NULL, -- they are stored, or cannot be made
  images_fence   BIGINT NOT NULL, -- of the attempt whose images are served; 0 before the first
  thumbnails_at  JSONB NOT NULL, -- seconds from the start, one for each thumbnail
  started_at     TIMESTAMPTZ NOT NULL,
  playable_at    TIMESTAMPTZ, -- of the first rung and its audio
  finished_at    TIMESTAMPTZ,
  PRIMARY KEY (video_id, generation)
);

CREATE TABLE video_renditions (
  video_id       TEXT NOT NULL REFERENCES videos (id) ON DELETE CASCADE,
  generation     BIGINT NOT NULL,
  name           TEXT NOT NULL, -- 1080p … 240p, audio
  rank           BIGINT NOT NULL, -- 0 is the lowest rung, -1 the audio
  status         TEXT NOT NULL CHECK (status IN ('pending', 'processing', 'completed', 'failed')),
  failure_reason TEXT NOT NULL,
  pieces_total   BIGINT NOT NULL,
  pieces_done    BIGINT NOT NULL,
  frames_total   BIGINT NOT NULL,
  frames_done    BIGINT NOT NULL, -- of finished pieces
  codec          TEXT NOT NULL, -- RFC 6381: avc1.64001e, mp4a.40.2
  init_hash      TEXT NOT NULL, -- SHA-256 of the clear init, the same from every piece
  init_fence     BIGINT NOT NULL, -- of the attempt whose init is served
  init_size      BIGINT NOT NULL, -- bytes, sealed
  peak_bandwidth BIGINT NOT NULL, -- bit/s over one segment of 3 s or more
  bytes          BIGINT NOT NULL,
  media_ms       BIGINT NOT NULL, -- duration of bytes, so that bytes*8/media_ms is the mean bandwidth
  PRIMARY KEY (video_id, generation, name)
);

-- Finished pieces of renditions. The fence is that of the job and part of the objects' keys.
CREATE TABLE video_pieces (
  video_id      TEXT NOT NULL REFERENCES videos (id) ON DELETE CASCADE,
  generation    BIGINT NOT NULL,
  rendition     TEXT NOT NULL,
  piece         BIGINT NOT NULL,
  first_segment BIGINT NOT NULL, -- from 1
  fence         BIGINT NOT NULL,
  sizes         JSONB NOT NULL, -- bytes of each segment, sealed
  done_at       TIMESTAMPTZ NOT NULL,
  PRIMARY KEY (video_id, generation, rendition, piece)
);

-- Data keys, wrapped by a master key that is not in the database. Epoch n covers segments 600n+1 … 600n+600.
CREATE TABLE video_keys (
  video_id       TEXT NOT NULL REFERENCES videos (id) ON DELETE CASCADE,
  generation     BIGINT NOT NULL,
  epoch          BIGINT NOT NULL,
  wrapped        TEXT NOT NULL, -- base64
  master_version BIGINT NOT NULL,
  PRIMARY KEY (video_id, generation, epoch)
);

CREATE TABLE video_logs (
  id         TEXT NOT NULL PRIMARY KEY,
  video_id   TEXT NOT NULL REFERENCES videos (id) ON DELETE CASCADE,
  generation BIGINT NOT NULL,
  level      TEXT NOT NULL CHECK (level IN ('info', 'warning', 'error')),
  step       TEXT NOT NULL, -- upload, probe, piece, audio, images, publish
  message    TEXT NOT NULL,
  detail     TEXT NOT NULL, -- the end of the tool's output
  created_at TIMESTAMPTZ NOT NULL
);
CREATE INDEX video_logs_video ON video_logs (video_id, id);

-- Video: upload ----------------------------------------------------------------------------------------------

-- Parts belong to the video, not to the session, so that the successor of an expired session has everything that was received before.
CREATE TABLE upload_sessions (
  id                 TEXT NOT NULL PRIMARY KEY, -- uploadId
  video_id           TEXT NOT NULL,
  user_id            TEXT NOT NULL REFERENCES users (id),
  course_id          TEXT NOT NULL REFERENCES courses (id),
  object_key         TEXT NOT NULL,
  storage_ref        TEXT NOT NULL, -- the storage's handle of the unfinished object; '' once it is gone
  original_file_name TEXT NOT NULL,
  content_type       TEXT NOT NULL,
  file_size          BIGINT NOT NULL, -- bytes, as declared
  chunk_size         BIGINT NOT NULL, -- bytes
  total_chunks       BIGINT NOT NULL,
  reserved_bytes     BIGINT NOT NULL, -- source plus estimated ladder
  metadata           JSONB NOT NULL,
  status             TEXT NOT NULL CHECK (status IN ('initialized', 'uploading', 'completing', 'completed', 'failed', 'aborted', 'expired')),
  successor_id       TEXT NOT NULL, -- the session that took over; '' for none
  refreshes          BIGINT NOT NULL,
  job_id             TEXT NOT NULL, -- processingJobId once completed
  estimate_seconds   BIGINT NOT NULL, -- of the processing, once completed
  expires_at         TIMESTAMPTZ NOT NULL,
  created_at         TIMESTAMPTZ NOT NULL,
  updated_at         TIMESTAMPTZ NOT NULL,
  completed_at       TIMESTAMPTZ
);
CREATE INDEX upload_sessions_open ON upload_sessions (expires_at) WHERE status IN ('initialized', 'uploading', 'expired');
CREATE INDEX upload_sessions_leftover ON upload_sessions (updated_at) WHERE status IN ('failed', 'aborted') AND storage_ref <> '';
CREATE INDEX upload_sessions_video ON upload_sessions (video_id);
CREATE INDEX upload_sessions_user ON upload_sessions (user_id) WHERE status IN ('initialized', 'uploading', 'completing');

CREATE TABLE upload_parts (
  video_id    TEXT NOT NULL,
  part_number BIGINT NOT NULL, -- from 1
  size        BIGINT NOT NULL, -- bytes
  crc32c      BIGINT NOT NULL,
  etag        TEXT NOT NULL, -- for the client
  storage_tag TEXT NOT NULL, -- from the storage
  attempt     TEXT NOT NULL, -- id of the request, UUIDv7: an older one never replaces a newer one
  received_at TIMESTAMPTZ NOT NULL,
  PRIMARY KEY (video_id, part_number)
);

-- Video: playback --------------------------------------------------------------------------------------------

CREATE TABLE video_captions (
  video_id   TEXT NOT NULL REFERENCES videos (id) ON DELETE CASCADE,
  language   TEXT NOT NULL, -- BCP 47
  label      TEXT NOT NULL,
  body       TEXT NOT NULL, -- WebVTT
  created_at TIMESTAMPTZ NOT NULL,
  updated_at TIMESTAMPTZ NOT NULL,
  PRIMARY KEY (video_id, language)
);
CREATE UNIQUE INDEX video_captions_label ON video_captions (video_id, label); -- players offer captions by label

-- Video: viewing ---------------------------------------------------------------------------------------------

CREATE TABLE watch_positions (
  user_id     TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  video_id    TEXT NOT NULL REFERENCES videos (id) ON DELETE CASCADE,
  position_ms BIGINT NOT NULL,
  client_time TIMESTAMPTZ NOT NULL, -- the last writer by client time wins
  updated_at  TIMESTAMPTZ NOT NULL,
  PRIMARY KEY (user_id, video_id)
);

-- Events of players, with an id made by the client so that one sent twice counts once. All tables below are derived from them by
-- increments and unions of sets, so that the order of arrival does not matter.
CREATE TABLE watch_events (
  user_id     TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  id          TEXT NOT NULL, -- made by the client, hence unique for one user only
  video_id    TEXT NOT NULL REFERENCES videos (id) ON DELETE CASCADE,
  kind        TEXT NOT NULL CHECK (kind IN ('start', 'watched', 'stall')),
  from_ms     BIGINT NOT NULL,
  to_ms       BIGINT NOT NULL,
  value_ms    BIGINT NOT NULL, -- start-up time, length of a stall
  rendition   TEXT NOT NULL,
  client_time TIMESTAMPTZ NOT NULL,
  received_at TIMESTAMPTZ NOT NULL,
  PRIMARY KEY (user_id, id)
);
CREATE INDEX watch_events_video ON watch_events (video_id, received_at);
CREATE INDEX watch_events_viewer ON watch_events (user_id, video_id);

CREATE TABLE watch_viewers (
  video_id TEXT NOT NULL REFERENCES videos (id) ON DELETE CASCADE,
  user_id  TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  PRIMARY KEY (video_id, user_id)
);
CREATE INDEX watch_viewers_user ON watch_viewers (user_id, video_id);

-- What a user has seen of a video: bucket n is the 6 s from second 6n on.
CREATE TABLE watched_buckets (
  video_id TEXT NOT NULL REFERENCES videos (id) ON DELETE CASCADE,
  user_id  TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  bucket   BIGINT NOT NULL,
  PRIMARY KEY (video_id, user_id, bucket)
);

-- How many users have seen each bucket.
CREATE TABLE watch_retention (
  video_id TEXT NOT NULL REFERENCES videos (id) ON DELETE CASCADE,
  bucket   BIGINT NOT NULL,
  viewers  BIGINT NOT NULL,
  PRIMARY KEY (video_id, bucket)
);

-- Histogram of start-up times: class n holds those nearest to 1.05^n ms.
CREATE TABLE watch_startups (
  video_id TEXT NOT NULL REFERENCES videos (id) ON DELETE CASCADE,
  class    BIGINT NOT NULL,
  views    BIGINT NOT NULL,
  PRIMARY KEY (video_id, class)
);

CREATE TABLE watch_totals (
  video_id TEXT NOT NULL PRIMARY KEY REFERENCES videos (id) ON DELETE CASCADE,
  views    BIGINT NOT NULL,
  viewers  BIGINT NOT NULL,
  watch_ms BIGINT NOT NULL, -- playing time; what is watched twice counts twice
  stalls   BIGINT NOT NULL,
  stall_ms BIGINT NOT NULL
);

-- Learning: recordings of courses ----------------------------------------------------------------------------

-- Recordings of a week of a live course.
CREATE TABLE course_recordings (
  id         TEXT NOT NULL PRIMARY KEY,
  course_id  TEXT NOT NULL REFERENCES courses (id) ON DELETE CASCADE,
  week_id    TEXT NOT NULL, -- a section of the curriculum
  video_id   TEXT NOT NULL REFERENCES videos (id) ON DELETE CASCADE,
  title      TEXT NOT NULL,
  created_at TIMESTAMPTZ NOT NULL
);
CREATE UNIQUE INDEX course_recordings_once ON course_recordings (course_id, week_id, video_id);
CREATE INDEX course_recordings_video ON course_recordings (video_id);

-- Learning: curriculum, outline, content ---------------------------------------------------------------------

-- The curriculum of a course: the draft that its teachers edit, and numbered versions that learners see.
CREATE TABLE curricula (
  course_id         TEXT NOT NULL PRIMARY KEY REFERENCES courses (id) ON DELETE CASCADE,
  outline           JSONB NOT NULL, -- outline.Outline of the draft
  revision          BIGINT NOT NULL, -- grows by one with each edit
  published_version BIGINT NOT NULL, -- what learners see; 0 for none
  published_outline JSONB NOT NULL, -- the outline of that version, so that the most frequent request reads one row
  publish_at        TIMESTAMPTZ, -- when the draft will be published
  publish_by        TEXT REFERENCES users (id), -- who scheduled that
  created_at        TIMESTAMPTZ NOT NULL,
  updated_at        TIMESTAMPTZ NOT NULL,
  updated_by        TEXT NOT NULL REFERENCES users (id)
);
CREATE INDEX curricula_due ON curricula (publish_at) WHERE publish_at IS NOT NULL;

-- Every lesson and section that ever existed: an id belongs to one course for good. Progress, submissions and notes refer to these rows.
CREATE TABLE lessons (
  id         TEXT NOT NULL PRIMARY KEY,
  course_id  TEXT NOT NULL REFERENCES courses (id) ON DELETE CASCADE,
  created_at TIMESTAMPTZ NOT NULL
);
CREATE INDEX lessons_course ON lessons (course_id);

-- What is in a lesson. Rows are immutable: an edit adds one, so that a version keeps what it was published with.
CREATE TABLE lesson_contents (
  id         TEXT NOT NULL PRIMARY KEY,
  course_id  TEXT NOT NULL REFERENCES courses (id) ON DELETE CASCADE,
  content    JSONB NOT NULL,
  created_at TIMESTAMPTZ NOT NULL
);
CREATE INDEX lesson_contents_course ON lesson_contents (course_id, created_at);

CREATE TABLE curriculum_versions (
  course_id    TEXT NOT NULL REFERENCES courses (id) ON DELETE CASCADE,
  number       BIGINT NOT NULL,
  outline      JSONB NOT NULL,
  note         TEXT NOT NULL,
  published_by TEXT NOT NULL REFERENCES users (id),
  published_at TIMESTAMPTZ NOT NULL,
  PRIMARY KEY (course_id, number)
);

-- Earlier drafts, for undo.
CREATE TABLE curriculum_edits (
  course_id TEXT NOT NULL REFERENCES courses (id) ON DELETE CASCADE,
  revision  BIGINT NOT NULL, -- of this outline
  outline   JSONB NOT NULL,
  what      TEXT NOT NULL, -- description of the edit that replaced it
  edited_by TEXT NOT NULL REFERENCES users (id),
  edited_at TIMESTAMPTZ NOT NULL,
  PRIMARY KEY (course_id, revision)
);

-- The lessons of the published version, for counts and joins.
CREATE TABLE published_lessons (
  course_id     TEXT NOT NULL REFERENCES courses (id) ON DELETE CASCADE,
  lesson_id     TEXT NOT NULL REFERENCES lessons (id) ON DELETE CASCADE,
  section_id    TEXT NOT NULL,
  position      BIGINT NOT NULL, -- in the whole course, from 1
  type          TEXT NOT NULL,
  title         TEXT NOT NULL,
  required      BOOLEAN NOT NULL,
  previewable   BOOLEAN NOT NULL,
  content_id    TEXT NOT NULL, -- '' for none
  video_id      TEXT NOT NULL, -- '' for none
  completion    TEXT NOT NULL, -- the completion rule; its figures follow
  watched_share BIGINT NOT NULL,
  minimum_score BIGINT NOT NULL,
  release_at    TIMESTAMPTZ, -- null: no date
  release_days  BIGINT, -- after enrolment
  release_after TEXT, -- the lesson to complete first; null or '' for none
  PRIMARY KEY (course_id, lesson_id)
);
CREATE INDEX published_lessons_lesson ON published_lessons (lesson_id);
CREATE INDEX published_lessons_after ON published_lessons (course_id, release_after) WHERE release_after <> '';
CREATE INDEX published_lessons_video ON published_lessons (video_id);

-- Files that lessons show or offer: images in texts, PDFs, material.
CREATE TABLE course_files (
  id           TEXT NOT NULL PRIMARY KEY,
  course_id    TEXT NOT NULL REFERENCES courses (id) ON DELETE CASCADE,
  name         TEXT NOT NULL, -- display text only, never part of a path
  type         TEXT NOT NULL, -- media type, detected from the first bytes
  size         BIGINT NOT NULL, -- bytes
  uploaded_by  TEXT NOT NULL REFERENCES users (id),
  created_at   TIMESTAMPTZ NOT NULL
);
CREATE INDEX course_files_course ON course_files (course_id, created_at);

-- Learning: exchange -----------------------------------------------------------------------------------------

CREATE TABLE curriculum_templates (
  id         TEXT NOT NULL PRIMARY KEY,
  title      TEXT NOT NULL,
  summary    TEXT NOT NULL,
  category   TEXT NOT NULL,
  difficulty TEXT NOT NULL CHECK (difficulty IN ('beginner', 'intermediate', 'advanced')),
  weeks      BIGINT NOT NULL, -- duration of the course
  lessons    BIGINT NOT NULL,
  archive    JSONB NOT NULL, -- exchange.Archive
  created_by TEXT NOT NULL REFERENCES users (id),
  created_at TIMESTAMPTZ NOT NULL
);
CREATE INDEX curriculum_templates_newest ON curriculum_templates (created_at DESC, id DESC);

-- Learning: questionbank and quiz ----------------------------------------------------------------------------

CREATE TABLE quiz_questions (
  id          TEXT NOT NULL PRIMARY KEY,
  course_id   TEXT NOT NULL REFERENCES courses (id) ON DELETE CASCADE,
  kind        TEXT NOT NULL CHECK (kind IN ('single', 'multiple', 'true_false', 'short', 'ordering', 'numeric')),
  body        JSONB NOT NULL, -- question.NewQuestion, with the answer key
  search_text TEXT NOT NULL, -- prompt and tags, folded
  revision    BIGINT NOT NULL, -- grows by one with each change
  created_at  TIMESTAMPTZ NOT NULL,
  updated_at  TIMESTAMPTZ NOT NULL,
  removed_at  TIMESTAMPTZ -- no longer listed nor drawn; quizzes published with it keep it
);
CREATE INDEX quiz_questions_newest ON quiz_questions (course_id, updated_at DESC, id DESC);

CREATE TABLE quiz_question_tags (
  question_id TEXT NOT NULL REFERENCES quiz_questions (id) ON DELETE CASCADE,
  course_id   TEXT NOT NULL REFERENCES courses (id) ON DELETE CASCADE,
  tag         TEXT NOT NULL,
  PRIMARY KEY (question_id, tag)
);
CREATE INDEX quiz_question_tags_tag ON quiz_question_tags (course_id, tag, question_id);

CREATE TABLE quiz_attempts (
  id           TEXT NOT NULL PRIMARY KEY,
  course_id    TEXT NOT NULL REFERENCES courses (id) ON DELETE CASCADE,
  lesson_id    TEXT NOT NULL REFERENCES lessons (id) ON DELETE CASCADE,
  user_id      TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  number       BIGINT NOT NULL, -- from 1, for each user and lesson
  trial        BOOLEAN NOT NULL, -- by a teacher of the course: counts nowhere
  status       TEXT NOT NULL CHECK (status IN ('running', 'submitted')),
  seed         BIGINT NOT NULL, -- from which the questions and their order were drawn
  settings     JSONB NOT NULL, -- quiz.QuizSettings when it began
  paper        JSONB NOT NULL, -- the questions as drawn, with answer keys
  started_at   TIMESTAMPTZ NOT NULL,
  deadline_at  TIMESTAMPTZ,
  submitted_at TIMESTAMPTZ,
  timed_out    BOOLEAN NOT NULL, -- submitted by the server at the deadline
  gradings     BIGINT NOT NULL, -- how often it was graded
  earned       TEXT NOT NULL, -- points as an exact fraction, '7/3'; '' while the attempt is running
  possible     BIGINT NOT NULL, -- points
  percent      BIGINT CHECK (percent BETWEEN 0 AND 100), -- rounded down
  passed       BOOLEAN NOT NULL,
  UNIQUE (user_id, lesson_id, number)
);
CREATE UNIQUE INDEX quiz_attempts_running ON quiz_attempts (user_id, lesson_id) WHERE status = 'running';
CREATE INDEX quiz_attempts_lesson ON quiz_attempts (lesson_id, started_at DESC, id DESC);

CREATE TABLE quiz_answers (
  attempt_id  TEXT NOT NULL REFERENCES quiz_attempts (id) ON DELETE CASCADE,
  question_id TEXT NOT NULL,
  sequence    BIGINT NOT NULL, -- made by the client: the highest wins, whenever it arrives
  answer      TEXT NOT NULL, -- question.QuizAnswer as JSON; '' for none
  saved_at    TIMESTAMPTZ NOT NULL,
  outcome     TEXT NOT NULL CHECK (outcome IN ('', 'right', 'partial', 'wrong', 'blank')), -- '' until it is graded
  PRIMARY KEY (attempt_id, question_id)
);

-- Learning: assignment ---------------------------------------------------------------------------------------

CREATE TABLE submissions (
  id              TEXT NOT NULL PRIMARY KEY,
  course_id       TEXT NOT NULL REFERENCES courses (id) ON DELETE CASCADE,
  lesson_id       TEXT NOT NULL REFERENCES lessons (id) ON DELETE CASCADE,
  user_id         TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  status          TEXT NOT NULL CHECK (status IN ('not_submitted', 'submitted', 'pending_review', 'graded', 'returned')),
  number          BIGINT NOT NULL, -- number of versions handed in
  late            BOOLEAN NOT NULL, -- of the latest version
  excused         BOOLEAN NOT NULL,
  draft_text      TEXT NOT NULL,
  draft_link      TEXT NOT NULL,
  draft_sequence  BIGINT NOT NULL, -- made by the client: the highest wins
  submitted_at    TIMESTAMPTZ, -- of the latest version
  revision        BIGINT NOT NULL, -- grows by one with each grading
  grade           JSONB NOT NULL, -- assignment.Grade; null for none
  graded_by       TEXT REFERENCES users (id),
  returned_at     TIMESTAMPTZ,
  returned_grade  JSONB NOT NULL, -- the latest returned grade, which the learner sees
  created_at      TIMESTAMPTZ NOT NULL,
  updated_at      TIMESTAMPTZ NOT NULL,
  UNIQUE (user_id, lesson_id)
);
CREATE INDEX submissions_grading ON submissions (course_id, submitted_at, id);
CREATE INDEX submissions_lesson ON submissions (lesson_id, submitted_at, id);

-- Versions that were handed in. Immutable.
CREATE TABLE submission_versions (
  submission_id TEXT NOT NULL REFERENCES submissions (id) ON DELETE CASCADE,
  number        BIGINT NOT NULL, -- from 1
  text          TEXT NOT NULL,
  link          TEXT NOT NULL,
  due_at        TIMESTAMPTZ, -- at that time
  penalty       BIGINT NOT NULL, -- percent, for being late
  submitted_at  TIMESTAMPTZ NOT NULL,
  PRIMARY KEY (submission_id, number)
);

CREATE TABLE submission_files (
  id            TEXT NOT NULL PRIMARY KEY,
  submission_id TEXT NOT NULL REFERENCES submissions (id) ON DELETE CASCADE,
  number        BIGINT NOT NULL, -- of the version; 0 for the draft
  name          TEXT NOT NULL, -- display text only, never part of a path
  type          TEXT NOT NULL, -- media type, detected from the first bytes
  size          BIGINT NOT NULL, -- bytes
  created_at    TIMESTAMPTZ NOT NULL
);
CREATE INDEX submission_files_submission ON submission_files (submission_id, number, id);

-- Learning: progress and analytics ---------------------------------------------------------------------------

-- What learners did, with an id made by the client so that an event sent twice counts once. lesson_progress is derived from these and
-- from watch_events in the order of the clients' clocks, whenever they arrive.
CREATE TABLE progress_events (
  user_id     TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  id          TEXT NOT NULL, -- made by the client, hence unique for one user only
  course_id   TEXT NOT NULL REFERENCES courses (id) ON DELETE CASCADE,
  lesson_id   TEXT NOT NULL REFERENCES lessons (id) ON DELETE CASCADE,
  kind        TEXT NOT NULL CHECK (kind IN ('opened', 'viewed', 'done', 'undone', 'paused', 'resumed', 'skipped', 'time', 'hint', 'submitted', 'scored', 'failed', 'completed')),
  value       BIGINT NOT NULL, -- seconds of time, percent of hint and scored
  client_time TIMESTAMPTZ NOT NULL,
  received_at TIMESTAMPTZ NOT NULL,
  PRIMARY KEY (user_id, id)
);
CREATE INDEX progress_events_lesson ON progress_events (user_id, lesson_id);

CREATE TABLE lesson_progress (
  user_id      TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  lesson_id    TEXT NOT NULL REFERENCES lessons (id) ON DELETE CASCADE,
  course_id    TEXT NOT NULL REFERENCES courses (id) ON DELETE CASCADE,
  status       TEXT NOT NULL CHECK (status IN ('not_started', 'in_progress', 'completed', 'paused', 'failed', 'skipped')),
  percent      BIGINT NOT NULL CHECK (percent BETWEEN 0 AND 100),
  score        BIGINT CHECK (score BETWEEN 0 AND 100), -- the best; null without a score
  time_spent   BIGINT NOT NULL, -- seconds
  started_at   TIMESTAMPTZ, -- by the clients' clocks, like all times but updated_at
  completed_at TIMESTAMPTZ,
  last_at      TIMESTAMPTZ NOT NULL,
  updated_at   TIMESTAMPTZ NOT NULL,
  PRIMARY KEY (user_id, lesson_id)
);
CREATE INDEX lesson_progress_learner ON lesson_progress (user_id, course_id);
CREATE INDEX lesson_progress_lesson ON lesson_progress (lesson_id, last_at);

-- Progress in a course as a whole, one row a learner, so that lists need not count.
CREATE TABLE course_progress (
  user_id      TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  course_id    TEXT NOT NULL REFERENCES courses (id) ON DELETE CASCADE,
  version      BIGINT NOT NULL, -- of the curriculum by which it was counted
  completed    BIGINT NOT NULL, -- required lessons
  required     BIGINT NOT NULL,
  percent      BIGINT CHECK (percent BETWEEN 0 AND 100), -- null where nothing is required
  time_spent   BIGINT NOT NULL, -- seconds
  last_lesson  TEXT NOT NULL,
  started_at   TIMESTAMPTZ,
  last_at      TIMESTAMPTZ NOT NULL,
  completed_at TIMESTAMPTZ, -- never reset
  updated_at   TIMESTAMPTZ NOT NULL,
  PRIMARY KEY (user_id, course_id)
);
CREATE INDEX course_progress_course ON course_progress (course_id, last_at DESC, user_id);
CREATE INDEX course_progress_rank ON course_progress (course_id, completed DESC, user_id);

-- When learners were active, in quarters of an hour, which add up to days in every time zone. Derived from progress_events and
-- watch_events, like lesson_progress.
CREATE TABLE lesson_activity (
  user_id   TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  lesson_id TEXT NOT NULL REFERENCES lessons (id) ON DELETE CASCADE,
  course_id TEXT NOT NULL REFERENCES courses (id) ON DELETE CASCADE,
  starts_at TIMESTAMPTZ NOT NULL, -- the quarter of an hour, by the clients' clocks
  acts      BIGINT NOT NULL CHECK (acts >= 0), -- what the learner did, without grades and the like
  seconds   BIGINT NOT NULL CHECK (seconds >= 0),
  completed BOOLEAN NOT NULL, -- whether the lesson was completed then
  PRIMARY KEY (user_id, lesson_id, starts_at)
);
CREATE INDEX lesson_activity_learner ON lesson_activity (user_id, starts_at);

-- Learners who are not on the leaderboard of a course.
CREATE TABLE leaderboard_opt_outs (
  user_id   TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  course_id TEXT NOT NULL REFERENCES courses (id) ON DELETE CASCADE,
  left_at   TIMESTAMPTZ NOT NULL,
  PRIMARY KEY (user_id, course_id)
);

-- Learning: note and discussion ------------------------------------------------------------------------------

-- Notes of users for themselves.
CREATE TABLE lesson_notes (
  id          TEXT NOT NULL PRIMARY KEY,
  user_id     TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  course_id   TEXT NOT NULL REFERENCES courses (id) ON DELETE CASCADE,
  lesson_id   TEXT NOT NULL REFERENCES lessons (id) ON DELETE CASCADE,
  at_ms       BIGINT, -- position in the video; null for none
  body        TEXT NOT NULL, -- plain text
  search_text TEXT NOT NULL DEFAULT '', -- body as it is compared: text.Fold
  created_at  TIMESTAMPTZ NOT NULL,
  updated_at  TIMESTAMPTZ NOT NULL
);
CREATE INDEX lesson_notes_lesson ON lesson_notes (user_id, lesson_id, id);
CREATE INDEX lesson_notes_course ON lesson_notes (user_id, course_id, updated_at DESC, id DESC);

-- Comments for everybody who learns in the course.
CREATE TABLE lesson_comments (
  id            TEXT NOT NULL PRIMARY KEY,
  course_id     TEXT NOT NULL REFERENCES courses (id) ON DELETE CASCADE,
  lesson_id     TEXT NOT NULL REFERENCES lessons (id) ON DELETE CASCADE,
  thread_id     TEXT NOT NULL, -- the comment that is answered; '' for one that begins a thread
  author_id     TEXT NOT NULL REFERENCES users (id),
  body          TEXT NOT NULL, -- plain text; empty once deleted
  created_at    TIMESTAMPTZ NOT NULL,
  edited_at     TIMESTAMPTZ,
  deleted_at    TIMESTAMPTZ, -- the row stays for its answers
  hidden_at     TIMESTAMPTZ, -- by staff; its author and staff still see it
  hidden_by     TEXT REFERENCES users (id),
  hidden_reason TEXT NOT NULL DEFAULT '' -- '' for none, and while it is not hidden
);
CREATE INDEX lesson_comments_thread ON lesson_comments (lesson_id, thread_id, id);
CREATE INDEX lesson_comments_author ON lesson_comments (author_id);
