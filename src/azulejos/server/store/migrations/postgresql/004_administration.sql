-- When a guest was last here (of earlier ones: by when), and since when it is being erased
ALTER TABLE guests ADD COLUMN seen DOUBLE PRECISION NOT NULL DEFAULT 0;

ALTER TABLE guests ADD COLUMN erased DOUBLE PRECISION;

UPDATE guests SET seen = extract(epoch FROM now());

CREATE INDEX guests_seen ON guests (seen) WHERE erased IS NULL;

CREATE INDEX guests_erased ON guests (erased) WHERE erased IS NOT NULL;

-- At which tables a guest is named in the log, be it as somebody who spoke or sat there once
CREATE TABLE traces (
    guest    TEXT NOT NULL,
    table_id TEXT NOT NULL REFERENCES tables,
    PRIMARY KEY (guest, table_id)
);

CREATE INDEX traces_table ON traces (table_id);

INSERT INTO traces (guest, table_id)
SELECT guest, table_id FROM holders WHERE guest IS NOT NULL
UNION
SELECT split_part(id, ':', 1), table_id FROM entries
WHERE id LIKE '%:%' AND id NOT LIKE 'bot %'
UNION
SELECT seat ->> 'guest', table_id
FROM (SELECT table_id, body FROM entries WHERE version = 0) AS first,
    jsonb_array_elements(coalesce(body::jsonb -> 'seats', '[]')) AS seat
WHERE seat ->> 'guest' IS NOT NULL
UNION
SELECT body::jsonb -> 'holder' ->> 'guest', table_id FROM entries
WHERE body LIKE '{"type":"sat"%' AND body::jsonb -> 'holder' ->> 'guest' IS NOT NULL;

CREATE INDEX tables_updated ON tables (state, updated);

CREATE INDEX secrets_bot ON secrets (made) WHERE kind = 'bot';

-- Guests and networks that may not speak, or not do anything
CREATE TABLE restrictions (
    kind    TEXT NOT NULL,
    subject TEXT NOT NULL,
    effect  TEXT NOT NULL,
    reason  TEXT NOT NULL,
    made    DOUBLE PRECISION NOT NULL,
    until   DOUBLE PRECISION,
    PRIMARY KEY (kind, subject)
);

-- What the operator has changed, so that servers learn of it
CREATE TABLE notices (
    number  BIGSERIAL PRIMARY KEY,
    kind    TEXT NOT NULL,
    subject TEXT NOT NULL,
    at      DOUBLE PRECISION NOT NULL
);
