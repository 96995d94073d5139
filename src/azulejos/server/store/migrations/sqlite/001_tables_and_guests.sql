CREATE TABLE tables (
    table_id  TEXT PRIMARY KEY,
    game      TEXT NOT NULL,
    is_public INTEGER NOT NULL,
    state     TEXT NOT NULL,
    updated   REAL NOT NULL,
    summary   TEXT NOT NULL,
    due       REAL
) STRICT, WITHOUT ROWID;

CREATE INDEX tables_open ON tables (updated) WHERE state = 'open' AND is_public;

CREATE INDEX tables_due ON tables (due) WHERE due IS NOT NULL;

CREATE TABLE entries (
    table_id TEXT NOT NULL REFERENCES tables,
    version  INTEGER NOT NULL,
    at       REAL NOT NULL,
    id       TEXT,
    body     TEXT NOT NULL,
    PRIMARY KEY (table_id, version)
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX entries_id ON entries (table_id, id) WHERE id IS NOT NULL;

CREATE TABLE holders (
    table_id TEXT NOT NULL REFERENCES tables,
    seat     INTEGER NOT NULL,
    guest    TEXT,
    PRIMARY KEY (table_id, seat)
) STRICT, WITHOUT ROWID;

CREATE INDEX holders_guest ON holders (guest) WHERE guest IS NOT NULL;

CREATE TABLE guests (
    guest TEXT PRIMARY KEY,
    name  TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE secrets (
    digest BLOB PRIMARY KEY,
    guest  TEXT NOT NULL REFERENCES guests,
    kind   TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE leases (
    table_id TEXT PRIMARY KEY,
    holder   TEXT NOT NULL,
    until    REAL NOT NULL
) STRICT, WITHOUT ROWID;
