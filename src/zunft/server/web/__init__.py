"""HTTP: pages, the JSON interface, streams, and authentication."""
