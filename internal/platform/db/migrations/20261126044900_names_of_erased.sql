-- Users who were erased had an English name; the screens say in the language of their reader that the account is gone.
-- +goose Up
UPDATE users SET full_name = '', name_key = '' WHERE full_name = 'Deleted person' AND email LIKE 'erased-%@invalid';
