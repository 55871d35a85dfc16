"""The words for what becomes of sheets, readings and conflicts; records hold them as they are."""

from __future__ import annotations

from enum import StrEnum


class Step(StrEnum):
    """What a sheet in a photo was to the archive."""

    ADDED = "added"
    JOINED = "joined"
    CORRECTED = "corrected"
    CONFLICT = "conflict"
    KNOWN = "known"
    """Its reading had come from another archive; now the photo is here too."""


class Why(StrEnum):
    """Why a version was made."""

    ADDED = "added"
    JOINED = "joined"
    CORRECTED = "corrected"
    """It took the place of the one before."""
    DECIDED = "decided"
    MERGED = "merged"
    """Another archive knew more of it."""
    ASSIGNED = "assigned"
    """Somebody said that a sheet of no event is this one."""
    MOVED = "moved"
    """It goes on elsewhere: it was put to its place in an event, or was taken back from there."""
    RETURNED = "returned"
    """Somebody took back that a photo is of an event's sheet: it is where it was before."""


class Take(StrEnum):
    """How a conflict of two readings is settled."""

    FIRST = "first"
    """The archive is right as it stands."""
    SECOND = "second"
    """The later reading is right, or the sheet was corrected: that is a new version."""
    BOTH = "both"
    """They are two sheets of paper with one number."""
    JOINED = "joined"
    """With what people have decided since, they no longer contradict each other."""
    ELSEWHERE = "elsewhere"
    """One of them was ruled out by another ruling on the sheet."""
    RENEWED = "renewed"
    """With what people have decided since, it is about other cells: another one tells of them."""
