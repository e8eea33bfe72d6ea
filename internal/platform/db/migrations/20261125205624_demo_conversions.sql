-- +goose Up
-- The enrolment that followed from a demo class.
ALTER TABLE demo_bookings ADD COLUMN converted_enrollment_id TEXT REFERENCES enrollments (id) ON DELETE SET NULL;
ALTER TABLE demo_bookings ADD COLUMN converted_at TIMESTAMPTZ; -- stays when the enrolment is deleted
CREATE UNIQUE INDEX demo_bookings_conversion ON demo_bookings (converted_enrollment_id);
CREATE INDEX demo_bookings_unclaimed ON demo_bookings (email_key) WHERE user_id IS NULL;

-- Locked while an address books, so that it has as many demos ahead as it may. The rows themselves say nothing.
CREATE TABLE demo_addresses (
  email_key TEXT NOT NULL PRIMARY KEY,
  booked_at TIMESTAMPTZ NOT NULL
);
CREATE INDEX demo_addresses_age ON demo_addresses (booked_at);
