"""Two stations' archives of one event: joined, each has what either had."""

from __future__ import annotations

import shutil
from contextlib import ExitStack
from pathlib import Path

from scorecheck.archive.assign import SheetMeant, assign
from scorecheck.archive.corrections import corrections
from scorecheck.archive.decide import add_decisions
from scorecheck.archive.event_draw import draw_round
from scorecheck.archive.event_players import add_players, withdraw
from scorecheck.archive.opening import create_archive, open_archive
from scorecheck.archive.settling import contested, settle
from scorecheck.archive.steps import Step, Take
from scorecheck.archive.store import Archive
from scorecheck.archive.unplaced import strays, unplaced
from tests import made_club
from tests.made_archive import Place
from tests.made_club import CATALOGUE, GAME, add, card, club, facts_of, photo
from tests.made_stations import SIXES, agree, code, last, said, take


def test_sheets_of_both_are_in_both(stations: tuple[Archive, Archive], tmp_path: Path) -> None:
    first, second = stations
    one, two, three, four = facts_of(first).sheets
    add(first, photo(tmp_path, one), photo(tmp_path, two))
    add(second, photo(tmp_path, three), photo(tmp_path, four))
    done = take(first, second)
    assert done.came is not None
    assert [sheet.number for sheet in done.came.joined] == [3, 4]
    assert done.came.contested == []
    agree(first, second)
    assert all(sheet.is_in for sheet in facts_of(second).sheets)


def test_ones_own_export_changes_nothing(tmp_path: Path) -> None:
    with made_club.played(tmp_path / "a") as archive:
        before, known = last(archive), code(archive)
        done = take(archive, archive)
        assert (done.records, done.code, done.there) == (0, known, known)
        assert last(archive) == before


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


def test_in_either_database(place: Place, tmp_path: Path, station_folders: Path) -> None:
    shutil.copytree(station_folders / "a", tmp_path / "first")
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
