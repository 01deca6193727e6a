"""Accounts and ratings."""
