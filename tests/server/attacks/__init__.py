"""Attacks on the server over HTTP: regression tests for the findings of audits."""
