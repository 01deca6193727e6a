"""The database: SQLite or PostgreSQL, its schema and its queries, backup and restore."""
