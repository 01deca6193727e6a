"""Notification of changes: open streams, and notices by push, mail and webhook."""
