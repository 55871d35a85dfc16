"""Tournaments kept so that anyone can check them again: records, photos, verdicts."""
