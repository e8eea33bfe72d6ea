-- The number by which a school knows a student, for imports.

-- +goose Up
ALTER TABLE users ADD COLUMN student_number TEXT; -- as typed; null for none
ALTER TABLE users ADD COLUMN student_number_key TEXT; -- lower case: what must be unique
CREATE UNIQUE INDEX users_student_number ON users (student_number_key);
