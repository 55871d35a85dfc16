"""Whatever two stations do, and in whatever order: they agree, and no reading is lost."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as some

from scorecheck.archive.assign import SheetMeant, assign
from scorecheck.archive.decide import add_decisions
from scorecheck.archive.papers import Papers
from scorecheck.archive.settling import contested, settle
from scorecheck.archive.steps import Take
from scorecheck.archive.store import Archive, Change
from scorecheck.archive.take_back import take_back
from scorecheck.archive.unplaced import unplaced
from scorecheck.errors import UsageError
from tests.made_club import CATALOGUE, add, card, facts_of, photo
from tests.made_stations import SIXES, TWOS, agree, code, copies, said, take

# Photos of one sheet: as it is, with doubts that may say the same, and with other entries.
KINDS: tuple[dict[str, Any], ...] = (
    {},
    {"doubts": {SIXES: {"18": 0.49, "24": 0.48}}},
    {"doubts": {SIXES: {"24": 0.8, "18": 0.15}, TWOS: {"6": 0.49, "8": 0.48}}},
    {"cards": {"p2": card(6)}},
    {"cards": {"p1": card(7)}, "doubts": {TWOS: {"8": 0.7, "6": 0.29}}},
)


def test_no_reading_is_lost(stations: tuple[Archive, Archive], tmp_path: Path) -> None:
    first, second = stations
    for at, (archive, kind) in enumerate(zip((first, second, first, second), KINDS, strict=False)):
        add(archive, photo(tmp_path, facts_of(archive).sheets[0], f"{at}", **kind))
    agree(first, second)
    for archive in (first, second):
        with archive.read() as connection:
            papers = Papers(Change(connection))
            (paper,) = {r.body["paper"] for r in archive.records(kind="version")}
            current = papers.current(paper)
            waiting = {one.second for one in papers.open_conflicts(paper)}
        assert current is not None
        assert len({*current["readings"], *waiting}) == 4


# What a station may do, as data: each a letter and numbers that say which sheet, photo or word.
ACTIONS = some.one_of(
    some.tuples(some.just("photo"), some.integers(0, 1), some.integers(0, 4)),
    some.tuples(some.just("corrected"), some.integers(0, 1), some.integers(0, 4)),
    some.tuples(some.just("assign"), some.integers(0, 1), some.integers(0, 4)),
    some.tuples(some.just("undo"), some.integers(0, 1), some.just(0)),
    some.tuples(some.just("decide"), some.integers(0, 5), some.integers(0, 1)),
    some.tuples(some.just("settle"), some.integers(0, 3), some.integers(0, 1)),
    some.tuples(some.just("import"), some.just(0), some.just(0)),
)


@settings(max_examples=12, deadline=None, suppress_health_check=list(HealthCheck))
@given(some.lists(some.tuples(some.integers(0, 1), ACTIONS), min_size=2, max_size=8))
def test_whatever_two_stations_do_they_agree_once_each_has_the_others(
    tmp_path_factory: pytest.TempPathFactory, station_folders: Path, done: Sequence[tuple[int, Any]]
) -> None:
    folder = tmp_path_factory.mktemp("stations")
    with ExitStack() as stack:
        first, second, late = copies(stack, folder, station_folders)
        for at, (who, (what, one, other)) in enumerate(done):
            here, there = (first, second) if who == 0 else (second, first)
            act(here, there, folder, f"{at}", what, one, other)
        agree(first, second, quick=True)
        take(late, second)
        assert code(late) == code(first), "whoever comes later too"


def act(
    archive: Archive, other: Archive, folder: Path, name: str, what: str, one: int, two: int
) -> None:
    """One thing that a station does; what cannot be done is left."""
    if what in ("photo", "corrected"):
        sheet = facts_of(archive).sheets[one]
        path = photo(folder, sheet, f"{name}", **KINDS[two])
        add(archive, path, corrected=what == "corrected")
    elif what == "assign":  # the same, but the sheet's number could not be read
        sheet = facts_of(archive).sheets[one]
        path = photo(folder, sheet._replace(number=70 + int(name)), name, **KINDS[two])
        add(archive, path)
        for stray in unplaced(archive):
            assign(archive, stray.name, SheetMeant(number=sheet.number), "Eva", CATALOGUE)
    elif what == "undo":
        with suppress(UsageError):  # nothing was put there, or several sheets were
            meant = SheetMeant(number=facts_of(archive).sheets[one].number)
            take_back(archive, meant, "Eva", CATALOGUE)
    elif what == "decide":
        hashes = [record.body["sha256"] for record in archive.records(kind="photo")]
        for sha256 in itertools.islice(hashes, one, one + 1):
            add_decisions(archive, [said(sha256, ("18", "24")[two])], CATALOGUE)
    elif what == "settle":
        for found in itertools.islice(contested(archive), one, one + 1):
            settle(archive, found.number, (Take.FIRST, Take.SECOND)[two], "Eva", CATALOGUE)
    else:
        take(archive, other)
