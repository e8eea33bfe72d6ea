-- +goose Up
-- The field's words: the key by which a notification arrives once, and the inbox that counts what is unread.
ALTER TABLE notifications RENAME COLUMN occasion TO dedup_key;
ALTER TABLE notification_boxes RENAME TO notification_inboxes;

-- +goose Down
ALTER TABLE notification_inboxes RENAME TO notification_boxes;
ALTER TABLE notifications RENAME COLUMN dedup_key TO occasion;
