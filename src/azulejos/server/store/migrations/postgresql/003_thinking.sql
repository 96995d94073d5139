-- Since when a lease is held: one that begins in the future is void, as the clock was set back
ALTER TABLE leases ADD COLUMN since TIMESTAMPTZ NOT NULL DEFAULT clock_timestamp();

-- Bots among themselves play only while somebody watches: nothing is due there
UPDATE tables SET due = NULL
WHERE due IS NOT NULL AND NOT EXISTS (
    SELECT FROM holders WHERE holders.table_id = tables.table_id AND guest IS NOT NULL
)
