"""Two stations' archives of one event: joined, they know the same, whatever the order."""

from __future__ import annotations

import itertools
import json
import shutil
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as some

from scorecheck.archive.assign import SheetMeant, assign
from scorecheck.archive.code import event_code
from scorecheck.archive.corrections import corrections
from scorecheck.archive.decide import ArchiveDecisions, add_decisions
from scorecheck.archive.event_draw import draw_round
from scorecheck.archive.event_players import add_players, withdraw
from scorecheck.archive.export_json import export_document
from scorecheck.archive.import_event import Imported, import_event
from scorecheck.archive.opening import create_archive, open_archive
from scorecheck.archive.papers import Papers
from scorecheck.archive.player_list import Entrant
from scorecheck.archive.settling import contested, settle
from scorecheck.archive.steps import Step, Take
from scorecheck.archive.store import Archive, Change
from scorecheck.archive.unplaced import strays, unplaced
from scorecheck.archive.verify import verify
from scorecheck.errors import ArchiveError, InputError
from tests import made_club
from tests.made_archive import Place
from tests.made_club import CATALOGUE, GAME, WANTED, add, card, club, facts_of, photo
from tests.made_decisions import decision

SIXES, TWOS = "p1/sixes/value", "p2/twos/value"


def exported(archive: Archive) -> dict[str, Any]:
    """The export, as it comes out of its file."""
    with archive.read() as connection:
        document = json.loads(json.dumps(export_document(connection, facts_of(archive))))
    assert isinstance(document, dict)
    return document


def take(archive: Archive, other: Archive) -> Imported:
    """What `archive import` does with the other one's export."""
    return import_event(archive, exported(other), CATALOGUE)


def code(archive: Archive) -> str:
    return event_code(facts_of(archive))


def last(archive: Archive) -> int:
    return len(list(archive.records()))


@pytest.fixture(scope="module")
def pattern(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two archives with the same event and printed sheets, and no photo yet."""
    folder = tmp_path_factory.mktemp("pattern")
    with club(folder / "a") as first:
        create_archive(folder / "b")
        with open_archive(folder / "b") as second:
            take(second, first)
    return folder


@pytest.fixture
def stations(tmp_path: Path, pattern: Path) -> Iterator[tuple[Archive, Archive]]:
    """Those two, for one test."""
    with ExitStack() as stack:
        first, second, _ = copies(stack, tmp_path, pattern)
        yield first, second


def copies(stack: ExitStack, folder: Path, pattern: Path) -> list[Archive]:
    """Both stations, and one more that knows nothing but the event."""
    opened = []
    for name, source in (("a", "a"), ("b", "b"), ("c", "b")):
        shutil.copytree(pattern / source, folder / name)
        opened.append(stack.enter_context(open_archive(folder / name)))
    return opened


def agree(first: Archive, second: Archive, *, quick: bool = False) -> None:
    """Join both; they are equal afterwards, and whole."""
    take(first, second)
    take(second, first)
    assert code(first) == code(second)
    for archive in (first, second):
        assert verify(archive, quick=quick).misfits == ()
    before = last(first), last(second)
    take(first, second)
    take(second, first)
    assert (last(first), last(second)) == before, "nothing is left to tell"


def test_sheets_of_both_are_in_both(stations: tuple[Archive, Archive], tmp_path: Path) -> None:
    first, second = stations
    one, two, three, four = facts_of(first).sheets
    add(first, photo(tmp_path, one), photo(tmp_path, two))
    add(second, photo(tmp_path, three), photo(tmp_path, four))
    done = take(first, second)
    assert done.came is not None
    assert [sheet.number for sheet in done.came.joined] == [3, 4]
    assert (done.came.only_here, done.came.contested) == (2, [])
    agree(first, second)
    assert all(sheet.is_in for sheet in facts_of(second).sheets)


def test_ones_own_export_changes_nothing(tmp_path: Path) -> None:
    with made_club.played(tmp_path / "a") as archive:
        before, known = last(archive), code(archive)
        done = take(archive, archive)
        assert (done.records, done.code, done.there) == (0, known, known)
        assert last(archive) == before


def test_two_readings_of_one_sheet_that_differ_are_a_conflict(
    stations: tuple[Archive, Archive], tmp_path: Path
) -> None:
    first, second = stations
    sheet = facts_of(first).sheets[0]
    add(first, photo(tmp_path, sheet))
    add(second, photo(tmp_path, sheet, "x", {"p2": card(6)}))
    done = take(first, second)
    assert done.came is not None
    assert done.came.contested == [1]
    assert facts_of(first).sheets[0].contested == {"p2"}
    agree(first, second)
    (open_one,) = contested(first)
    settle(first, open_one.number, Take.SECOND, "Eva", CATALOGUE)
    settled = code(first)
    take(second, first)
    assert (contested(second), code(second)) == ([], settled)
    agree(first, second)


def test_what_is_settled_differently_at_both_goes_by_the_later_word(
    stations: tuple[Archive, Archive], tmp_path: Path
) -> None:
    first, second = stations
    sheet = facts_of(first).sheets[0]
    add(first, photo(tmp_path, sheet))
    add(second, photo(tmp_path, sheet, "x", {"p2": card(6)}))
    agree(first, second)
    for archive, points in ((first, 237 + 6), (second, 237 + made_club.chance(1, 2))):
        (one,) = contested(archive)
        settle(archive, one.number, Take.SECOND, "Eva", CATALOGUE)
        assert facts_of(archive).sheets[0].cards[1].points == points
    agree(first, second)
    later = facts_of(second).sheets[0].cards[1].points
    assert facts_of(first).sheets[0].cards[1].points == later == 237 + made_club.chance(1, 2)


def test_decisions_come_with_their_people(
    stations: tuple[Archive, Archive], tmp_path: Path
) -> None:
    first, second = stations
    sheet = facts_of(first).sheets[0]
    doubts = {SIXES: {"18": 0.49, "24": 0.48}}
    (seen,) = add(first, photo(tmp_path, sheet, doubts=doubts))
    agree(first, second)
    add_decisions(first, [said(seen.sha256, "18", "Anna Ek", remark="clear")], CATALOGUE)
    done = take(second, first)
    assert done.came is not None
    assert done.came.joined[0].decisions == 1
    (there,) = ArchiveDecisions(second, CATALOGUE).all()
    assert (there.by, there.remark, there.text) == ("Anna Ek", "clear", "18")
    agree(first, second)


def said(sha256: str | None, text: str, by: str = "Åsa", cell: str = SIXES, **more: Any) -> Any:
    return decision(text, by, sha256=sha256, cell=cell, read=None, **more)


def test_people_who_decided_differently_are_told_of(
    stations: tuple[Archive, Archive], tmp_path: Path
) -> None:
    first, second = stations
    doubts = {SIXES: {"18": 0.49, "24": 0.48}}
    (seen,) = add(first, photo(tmp_path, facts_of(first).sheets[0], doubts=doubts))
    agree(first, second)
    add_decisions(first, [said(seen.sha256, "18")], CATALOGUE)
    add_decisions(second, [said(seen.sha256, "24", "Bo")], CATALOGUE)
    done = take(first, second)
    assert done.came is not None
    (told,) = done.came.differing
    assert (told.sheet, told.cell, told.here, told.there, told.holds) == (
        1,
        SIXES,
        "18",
        "24",
        "24",
    )
    agree(first, second)


def test_the_later_word_holds_whichever_archive_wrote_it_down_first(
    stations: tuple[Archive, Archive], tmp_path: Path
) -> None:
    first, second = stations
    doubts = {SIXES: {"18": 0.49, "24": 0.48}}
    (seen,) = add(first, photo(tmp_path, facts_of(first).sheets[0], doubts=doubts))
    agree(first, second)
    early, late = said(seen.sha256, "24"), said(seen.sha256, "18", "Bo")
    add_decisions(second, [late], CATALOGUE)
    add_decisions(first, [early], CATALOGUE)
    agree(first, second)
    for archive in stations:
        assert [one.text for one in ArchiveDecisions(archive, CATALOGUE).all()] == ["24", "18"]
        assert facts_of(archive).sheets[0].cards[0].findings == 0, "18 is what fits the sums"


def test_a_photo_of_a_sheet_that_came_without_it_is_kept_and_changes_nothing(
    stations: tuple[Archive, Archive], tmp_path: Path
) -> None:
    first, second = stations
    path = photo(tmp_path, facts_of(first).sheets[0])
    add(first, path)
    take(second, first)
    known = code(second)
    (outcome,) = add(second, path)
    assert [sheet.step for sheet in outcome.sheets] == [Step.KNOWN]
    assert code(second) == known
    agree(first, second)


def test_a_decision_with_other_words_is_refused(
    stations: tuple[Archive, Archive], tmp_path: Path
) -> None:
    first, second = stations
    doubts = {SIXES: {"18": 0.49, "24": 0.48}}
    (seen,) = add(first, photo(tmp_path, facts_of(first).sheets[0], doubts=doubts))
    one = said(seen.sha256, "18")
    add_decisions(first, [one], CATALOGUE)
    take(second, first)
    third = tmp_path / "third"
    create_archive(third)
    with open_archive(third) as other:
        document = exported(first)
        take(other, second)
        (body,) = [r["body"] for r in document["records"] if r["kind"] == "decision"]
        body["text"] = "24"
        before = last(other)
        with pytest.raises(ArchiveError, match="says something else than record"):
            import_event(other, document, CATALOGUE)
        assert last(other) == before


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"rounds": 3}, "the number of rounds (2 here, 3 there)"),
        ({"seed": "1"}, "the seed of its draws (4711 here, 1 there)"),
        ({"ties": ()}, "the rules for ties (best-game, wins here, – there)"),
    ],
)
def test_an_event_that_only_shares_its_name_is_refused(
    tmp_path: Path, change: dict[str, Any], told: str
) -> None:
    with club(tmp_path / "a") as first, club(tmp_path / "b", replace(WANTED, **change)) as second:
        before = last(first)
        with pytest.raises(ArchiveError, match="are not one event") as refused:
            take(first, second)
        assert told in str(refused.value.message)
        assert last(first) == before


def test_other_players_are_another_event(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with club(tmp_path / "a") as first:
        others = (*made_club.ENTRANTS[:2], Entrant("Eve", "Röd"), made_club.ENTRANTS[3])
        monkeypatch.setattr(made_club, "ENTRANTS", others)
        with club(tmp_path / "b") as second, pytest.raises(ArchiveError) as refused:
            take(first, second)
    assert "player no. 3 (Cleo, Röd here, Eve, Röd there)" in str(refused.value.message)


def test_a_round_that_was_drawn_at_one_station_comes_with_its_sheets(tmp_path: Path) -> None:
    with club(tmp_path / "a", rounds=(1,)) as first, ExitStack() as stack:
        create_archive(tmp_path / "b")
        second = stack.enter_context(open_archive(tmp_path / "b"))
        take(second, first)
        draw_round(first, "varcupen", 2, GAME)
        done = take(second, first)
        assert done.came is not None
        assert done.came.sheets == (3, 4)
        agree(first, second)


def test_players_who_came_or_left_at_one_station_do_so_at_both(
    stations: tuple[Archive, Archive],
) -> None:
    first, second = stations
    add_players(first, None, ["Eve"])
    withdraw(second, None, "2")
    done = take(second, first)
    assert done.came is not None
    assert done.came.players == ((5, "Eve"),)
    agree(first, second)
    for archive in stations:
        players = facts_of(archive).players
        assert [one.number for one in players if one.withdrawn] == [2]
        assert len(players) == 5
    withdraw(first, None, "2", back=True)
    agree(first, second)
    assert not any(one.withdrawn for one in facts_of(second).players)


def test_a_round_drawn_at_both_with_other_tables_is_refused(tmp_path: Path) -> None:
    with club(tmp_path / "a", rounds=(1,)) as first, club(tmp_path / "b", rounds=(1,)) as second:
        draw_round(first, "varcupen", 2, GAME)
        draw_round(second, "varcupen", 2, GAME, {1, 2})
        with pytest.raises(ArchiveError, match="sheet 3"):
            take(first, second)


def test_a_changed_export_is_refused_and_changes_nothing(
    stations: tuple[Archive, Archive], tmp_path: Path
) -> None:
    first, second = stations
    add(second, photo(tmp_path, facts_of(first).sheets[0]))
    document = exported(second)
    document["standings"]["players"][0]["total"] += 1
    before = last(first)
    with pytest.raises(InputError, match="no export of an event"):
        import_event(first, document, CATALOGUE)
    assert last(first) == before


def test_in_either_database(place: Place, tmp_path: Path, pattern: Path) -> None:
    shutil.copytree(pattern / "a", tmp_path / "first")
    with open_archive(tmp_path / "first") as first, place.open() as second:
        take(second, first)
        one, two, *_ = facts_of(first).sheets
        doubts = {SIXES: {"18": 0.49, "24": 0.48}}
        (seen,) = add(second, photo(tmp_path, one, doubts=doubts))
        add_decisions(second, [said(seen.sha256, "18")], CATALOGUE)
        add(first, photo(tmp_path, one, "x", cards={"p2": card(6)}))
        add(second, photo(tmp_path, two._replace(number=77), "stray"))
        assign(second, unplaced(second)[0].name, SheetMeant(number=two.number), "Eva", CATALOGUE)
        add_players(second, None, ["Eve"])
        withdraw(first, None, "2")
        agree(first, second)
        (conflict,) = contested(second, CATALOGUE)
        assert [total.column for total in conflict.totals] == ["p2"]
        settle(second, conflict.number, Take.SECOND, "Eva", CATALOGUE)
        agree(first, second)
        assert contested(first) == []
        with second.read() as connection:
            assert corrections(connection, "varcupen", last(second))[1]
            assert strays(connection, "yahtzee") == 0


# What a station may do, as data: each a letter and numbers that say which sheet, photo or word.
ACTIONS = some.one_of(
    some.tuples(some.just("photo"), some.integers(0, 1), some.integers(0, 4)),
    some.tuples(some.just("corrected"), some.integers(0, 1), some.integers(0, 4)),
    some.tuples(some.just("assign"), some.integers(0, 1), some.integers(0, 4)),
    some.tuples(some.just("decide"), some.integers(0, 5), some.integers(0, 1)),
    some.tuples(some.just("settle"), some.integers(0, 3), some.integers(0, 1)),
    some.tuples(some.just("import"), some.just(0), some.just(0)),
)


@settings(max_examples=12, deadline=None, suppress_health_check=list(HealthCheck))
@given(some.lists(some.tuples(some.integers(0, 1), ACTIONS), min_size=2, max_size=8))
def test_whatever_two_stations_do_they_agree_once_each_has_the_others(
    tmp_path_factory: pytest.TempPathFactory, pattern: Path, done: Sequence[tuple[int, Any]]
) -> None:
    folder = tmp_path_factory.mktemp("stations")
    with ExitStack() as stack:
        first, second, late = copies(stack, folder, pattern)
        for at, (who, (what, one, other)) in enumerate(done):
            here, there = (first, second) if who == 0 else (second, first)
            act(here, there, folder, f"{at}", what, one, other)
        agree(first, second, quick=True)
        take(late, second)
        assert code(late) == code(first), "whoever comes later too"


# Photos of one sheet: as it is, with doubts that may say the same, and with other entries.
KINDS: tuple[dict[str, Any], ...] = (
    {},
    {"doubts": {SIXES: {"18": 0.49, "24": 0.48}}},
    {"doubts": {SIXES: {"24": 0.8, "18": 0.15}, TWOS: {"6": 0.49, "8": 0.48}}},
    {"cards": {"p2": card(6)}},
    {"cards": {"p1": card(7)}, "doubts": {TWOS: {"8": 0.7, "6": 0.29}}},
)


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
    elif what == "decide":
        hashes = [record.body["sha256"] for record in archive.records(kind="photo")]
        for sha256 in itertools.islice(hashes, one, one + 1):
            add_decisions(archive, [said(sha256, ("18", "24")[two])], CATALOGUE)
    elif what == "settle":
        for found in itertools.islice(contested(archive), one, one + 1):
            settle(archive, found.number, (Take.FIRST, Take.SECOND)[two], "Eva", CATALOGUE)
    else:
        take(archive, other)


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
