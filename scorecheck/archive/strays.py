"""Sheets of no event after archives were joined: in which of them somebody put one to its place,
or took it back from there, all learn of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from scorecheck.archive.papers import Papers
from scorecheck.archive.reading_json import Body
from scorecheck.archive.steps import Why
from scorecheck.archive.store import records
from scorecheck.archive.versions import Versions


def follow(versions: Versions, was: Iterable[str]) -> None:
    """Let sheets of no event be listed where none of an event has taken their photos over.

    Args:
        was: readings of them, as they were before anybody put them to a place.
    """
    papers = versions.papers
    placed = {body["was"] for body in _standing(papers)}
    for paper in dict.fromkeys(papers.paper_of(one) for one in was):
        current = None if paper is None else papers.current(paper)
        if current is None or current["sheet"] is not None:
            continue  # its photo is in another archive
        moved = current["why"] == Why.MOVED
        if placed.issuperset(current["readings"]) and not moved:
            versions.moved(current)
        elif moved and not placed.issuperset(current["readings"]):
            versions.returned([papers.reading(one) for one in current["readings"]], current)


def put_twice(papers: Papers, event: str) -> dict[str, list[int]]:
    """Sheets of no event that are several of an event, as people in two archives said: the readings
    as they were before, with the numbers of the sheets."""
    sheets: dict[str, set[int]] = {}
    for body in _standing(papers):
        if body["event"] == event:
            sheets.setdefault(body["was"], set()).add(body["sheet"])
    return {was: sorted(numbers) for was, numbers in sheets.items() if len(numbers) > 1}


def _standing(papers: Papers) -> Iterator[Body]:
    """For each reading that was put to a place and is there still, the record that says so."""
    told = {one.body["reading"]: one.body for one in records(papers.connection, kind="assigned")}
    gone = papers.taken_back(list(told))
    yield from (body for reading, body in told.items() if reading not in gone)
