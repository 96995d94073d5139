CREATE TABLE tables (
    table_id  TEXT PRIMARY KEY,
    game      TEXT NOT NULL,
    is_public BOOLEAN NOT NULL,
    state     TEXT NOT NULL,
    updated   DOUBLE PRECISION NOT NULL,
    summary   TEXT NOT NULL,
    due       DOUBLE PRECISION
);

CREATE INDEX tables_open ON tables (updated) WHERE state = 'open' AND is_public;

CREATE INDEX tables_due ON tables (due) WHERE due IS NOT NULL;

CREATE TABLE entries (
    table_id TEXT NOT NULL REFERENCES tables,
    version  INTEGER NOT NULL,
    at       DOUBLE PRECISION NOT NULL,
    id       TEXT,
    body     TEXT NOT NULL,
    PRIMARY KEY (table_id, version)
);

CREATE UNIQUE INDEX entries_id ON entries (table_id, id) WHERE id IS NOT NULL;

CREATE TABLE holders (
    table_id TEXT NOT NULL REFERENCES tables,
    seat     INTEGER NOT NULL,
    guest    TEXT,
    PRIMARY KEY (table_id, seat)
);

CREATE INDEX holders_guest ON holders (guest) WHERE guest IS NOT NULL;

CREATE TABLE guests (
    guest TEXT PRIMARY KEY,
    name  TEXT NOT NULL
);

CREATE TABLE secrets (
    digest BYTEA PRIMARY KEY,
    guest  TEXT NOT NULL REFERENCES guests,
    kind   TEXT NOT NULL
);

CREATE TABLE leases (
    table_id TEXT PRIMARY KEY,
    holder   TEXT NOT NULL,
    until    TIMESTAMPTZ NOT NULL
);
