"""Tournaments kept so that anyone can check them again: a chained log, and tables made from it.

An archive is a folder with `archive.sqlite` and `photos/`; the database may be PostgreSQL instead.
Everything that happened is a record of the log, to which records are only ever added, each with
the hash of the one before. All other tables but those of names are made from the log alone, and
`verify` makes them again and compares.
"""
