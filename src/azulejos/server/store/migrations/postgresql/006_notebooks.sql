-- Small documents that guests keep, by kind and key: puzzles solved, summaries of games reviewed
CREATE TABLE notes (
    guest TEXT NOT NULL REFERENCES guests ON DELETE CASCADE,
    kind  TEXT NOT NULL,
    key   TEXT NOT NULL,
    at    DOUBLE PRECISION NOT NULL,
    body  TEXT NOT NULL,
    PRIMARY KEY (guest, kind, key)
);

CREATE INDEX notes_at ON notes (guest, kind, at);
