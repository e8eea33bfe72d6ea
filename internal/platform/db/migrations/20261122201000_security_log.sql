-- +goose Up
ALTER TABLE security_events ADD COLUMN address TEXT NOT NULL DEFAULT ''; -- the machine, where the operator has chosen to keep it
DROP INDEX security_events_at;
CREATE INDEX security_events_at ON security_events (at, id);
CREATE INDEX security_events_kind ON security_events (kind, at, id);
CREATE INDEX security_events_network ON security_events (network, at, id);
CREATE INDEX security_events_address ON security_events (address, at, id);

-- +goose Down
DROP INDEX security_events_address;
DROP INDEX security_events_network;
DROP INDEX security_events_kind;
DROP INDEX security_events_at;
CREATE INDEX security_events_at ON security_events (at);
ALTER TABLE security_events DROP COLUMN address;
