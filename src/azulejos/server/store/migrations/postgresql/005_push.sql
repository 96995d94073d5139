-- Since when a person is to move who may be notified of it, and of which turn that was done
ALTER TABLE tables ADD COLUMN turn_since DOUBLE PRECISION;

ALTER TABLE tables ADD COLUMN notified DOUBLE PRECISION;

CREATE INDEX tables_turn ON tables (turn_since) WHERE turn_since IS NOT NULL;

-- Where a device is reached by web push, which ends with the secret by which the device is known
CREATE TABLE subscriptions (
    device   BYTEA PRIMARY KEY REFERENCES secrets ON DELETE CASCADE,
    endpoint TEXT NOT NULL UNIQUE,
    p256dh   BYTEA NOT NULL,
    auth     BYTEA NOT NULL,
    language TEXT NOT NULL,
    made     DOUBLE PRECISION NOT NULL
)
