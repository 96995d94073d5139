-- When a secret was made (of earlier ones: by when), and by which link a device came
ALTER TABLE secrets ADD COLUMN made REAL NOT NULL DEFAULT 0;

UPDATE secrets SET made = CAST(strftime('%s', 'now') AS REAL);

ALTER TABLE secrets ADD COLUMN link BLOB REFERENCES secrets ON DELETE CASCADE;

CREATE INDEX secrets_guest ON secrets (guest);

CREATE INDEX secrets_link ON secrets (link) WHERE link IS NOT NULL;
