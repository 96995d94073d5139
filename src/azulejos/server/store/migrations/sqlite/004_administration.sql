-- When a guest was last here (of earlier ones: by when), and since when it is being erased
ALTER TABLE guests ADD COLUMN seen REAL NOT NULL DEFAULT 0;

ALTER TABLE guests ADD COLUMN erased REAL;

UPDATE guests SET seen = CAST(strftime('%s', 'now') AS REAL);

CREATE INDEX guests_seen ON guests (seen) WHERE erased IS NULL;

CREATE INDEX guests_erased ON guests (erased) WHERE erased IS NOT NULL;

-- At which tables a guest is named in the log, be it as somebody who spoke or sat there once
CREATE TABLE traces (
    guest    TEXT NOT NULL,
    table_id TEXT NOT NULL REFERENCES tables,
    PRIMARY KEY (guest, table_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX traces_table ON traces (table_id);

INSERT OR IGNORE INTO traces (guest, table_id)
SELECT guest, table_id FROM holders WHERE guest IS NOT NULL;

INSERT OR IGNORE INTO traces (guest, table_id)
SELECT substr(id, 1, instr(id, ':') - 1), table_id FROM entries
WHERE id LIKE '%:%' AND id NOT LIKE 'bot %';

INSERT OR IGNORE INTO traces (guest, table_id)
SELECT json_extract(seat.value, '$.guest'), table_id
FROM entries, json_each(entries.body, '$.seats') AS seat
WHERE version = 0 AND json_extract(seat.value, '$.guest') IS NOT NULL;

INSERT OR IGNORE INTO traces (guest, table_id)
SELECT json_extract(body, '$.holder.guest'), table_id FROM entries
WHERE body LIKE '{"type":"sat"%' AND json_extract(body, '$.holder.guest') IS NOT NULL;

CREATE INDEX tables_updated ON tables (state, updated);

CREATE INDEX secrets_bot ON secrets (made) WHERE kind = 'bot';

-- Guests and networks that may not speak, or not do anything
CREATE TABLE restrictions (
    kind    TEXT NOT NULL,
    subject TEXT NOT NULL,
    effect  TEXT NOT NULL,
    reason  TEXT NOT NULL,
    made    REAL NOT NULL,
    until   REAL,
    PRIMARY KEY (kind, subject)
) STRICT, WITHOUT ROWID;

-- What the operator has changed, so that servers learn of it
CREATE TABLE notices (
    number  INTEGER PRIMARY KEY AUTOINCREMENT,
    kind    TEXT NOT NULL,
    subject TEXT NOT NULL,
    at      REAL NOT NULL
) STRICT;
