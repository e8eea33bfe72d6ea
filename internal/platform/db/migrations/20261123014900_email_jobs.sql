-- +goose Up
-- Jobs that are named for the email that they send, as those of the other features are.
UPDATE jobs SET kind = 'notification.email' WHERE kind = 'notification.letter';
UPDATE jobs SET kind = 'profile.email' WHERE kind = 'profile.letter';
UPDATE jobs SET kind = 'twofactor.email' WHERE kind = 'twofactor.letter';
