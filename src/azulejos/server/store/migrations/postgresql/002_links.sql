-- When a secret was made (of earlier ones: by when), and by which link a device came
ALTER TABLE secrets ADD COLUMN made DOUBLE PRECISION NOT NULL DEFAULT extract(epoch FROM now());

ALTER TABLE secrets ADD COLUMN link BYTEA REFERENCES secrets ON DELETE CASCADE;

CREATE INDEX secrets_guest ON secrets (guest);

CREATE INDEX secrets_link ON secrets (link) WHERE link IS NOT NULL;
