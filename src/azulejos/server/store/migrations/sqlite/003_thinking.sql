-- Bots among themselves play only while somebody watches: nothing is due there
UPDATE tables SET due = NULL
WHERE due IS NOT NULL AND NOT EXISTS (
    SELECT 1 FROM holders WHERE holders.table_id = tables.table_id AND guest IS NOT NULL
)
