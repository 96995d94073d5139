-- Up to which state of a table events of its game were published (of older games none)
ALTER TABLE tables ADD COLUMN published TEXT NOT NULL DEFAULT 'open';

CREATE INDEX tables_unpublished ON tables (updated) WHERE published <> state
