-- A quiz without a pass mark is neither passed nor failed. Settings that hold none do not have the member.

-- +goose Up
UPDATE quiz_attempts SET passed = FALSE WHERE CAST(settings AS TEXT) NOT LIKE '%"pass_mark"%';
ALTER TABLE quiz_attempts DROP COLUMN gradings;

-- +goose Down
ALTER TABLE quiz_attempts ADD COLUMN gradings BIGINT NOT NULL DEFAULT 1;
