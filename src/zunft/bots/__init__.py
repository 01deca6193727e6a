"""Players that are programs. They see a seat, never the table."""
