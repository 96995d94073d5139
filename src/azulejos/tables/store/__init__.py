"""What a server keeps: the rows, and what it asks of a store, which needs no database here."""
