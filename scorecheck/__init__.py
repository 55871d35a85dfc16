"""Prints score sheets of dice games, reads photos of the filled sheets and audits every entry."""

__version__ = "0.1.0"
