"""The server: tables, stores, streams, pages, JSON interface."""
