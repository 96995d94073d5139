"""What is kept, in SQLite or PostgreSQL."""
