"""Sheets of no event after archives were joined: in which of them somebody put one to its place,
or took it back from there, all learn of it."""

from __future__ import annotations

from collections.abc import Iterable

from scorecheck.archive.papers import Papers
from scorecheck.archive.steps import Why
from scorecheck.archive.store import records
from scorecheck.archive.versions import Versions


def follow(versions: Versions, was: Iterable[str]) -> None:
    """Let sheets of no event be listed where none of an event has taken their photos over.

    Args:
        was: readings of them, as they were before anybody put them to a place.
    """
    papers = versions.papers
    placed = _placed(papers)
    for paper in dict.fromkeys(papers.paper_of(one) for one in was):
        current = None if paper is None else papers.current(paper)
        if current is None or current["sheet"] is not None:
            continue  # its photo is in another archive
        moved = current["why"] == Why.MOVED
        if placed.issuperset(current["readings"]) and not moved:
            versions.moved(current)
        elif moved and not placed.issuperset(current["readings"]):
            versions.returned([papers.reading(one) for one in current["readings"]], current)


def _placed(papers: Papers) -> set[str]:
    """The readings that were put to a place and are there still, as they were before."""
    told = {
        one.body["reading"]: one.body["was"] for one in records(papers.connection, kind="assigned")
    }
    gone = papers.taken_back(list(told))
    return {was for reading, was in told.items() if reading not in gone}
