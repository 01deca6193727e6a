"""The web application: tables, seats, store, live updates, pages."""
