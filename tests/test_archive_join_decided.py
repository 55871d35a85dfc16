"""What people decided and settled at two stations holds at both, by the later word."""

from __future__ import annotations

from pathlib import Path

import pytest

from scorecheck.archive.decide import ArchiveDecisions, add_decisions
from scorecheck.archive.import_event import import_event
from scorecheck.archive.opening import create_archive, open_archive
from scorecheck.archive.settling import contested, settle
from scorecheck.archive.steps import Take
from scorecheck.archive.store import Archive
from scorecheck.errors import ArchiveError
from tests import made_club
from tests.made_club import CATALOGUE, add, card, facts_of, photo
from tests.made_stations import SIXES, agree, code, exported, last, said, take

DOUBTS = {SIXES: {"18": 0.49, "24": 0.48}}


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
    (seen,) = add(first, photo(tmp_path, sheet, doubts=DOUBTS))
    agree(first, second)
    add_decisions(first, [said(seen.sha256, "18", "Anna Ek", remark="clear")], CATALOGUE)
    done = take(second, first)
    assert done.came is not None
    assert done.came.joined[0].decisions == 1
    (there,) = ArchiveDecisions(second, CATALOGUE).all()
    assert (there.by, there.remark, there.text) == ("Anna Ek", "clear", "18")
    agree(first, second)


def test_people_who_decided_differently_are_told_of(
    stations: tuple[Archive, Archive], tmp_path: Path
) -> None:
    first, second = stations
    (seen,) = add(first, photo(tmp_path, facts_of(first).sheets[0], doubts=DOUBTS))
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
    (seen,) = add(first, photo(tmp_path, facts_of(first).sheets[0], doubts=DOUBTS))
    agree(first, second)
    early, late = said(seen.sha256, "24"), said(seen.sha256, "18", "Bo")
    add_decisions(second, [late], CATALOGUE)
    add_decisions(first, [early], CATALOGUE)
    agree(first, second)
    for archive in stations:
        assert [one.text for one in ArchiveDecisions(archive, CATALOGUE).all()] == ["24", "18"]
        assert facts_of(archive).sheets[0].cards[0].findings == 0, "18 is what fits the sums"


def test_a_decision_with_other_words_is_refused(
    stations: tuple[Archive, Archive], tmp_path: Path
) -> None:
    first, second = stations
    (seen,) = add(first, photo(tmp_path, facts_of(first).sheets[0], doubts=DOUBTS))
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
