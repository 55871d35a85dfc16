"""Decisions into the archive: each once, judged at once, and who decided can be forgotten."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import delete

from scorecheck.archive.add import FileOutcome, add_files
from scorecheck.archive.decide import FORGOTTEN, ArchiveDecisions, Decided, add_decisions
from scorecheck.archive.opening import create_archive, open_archive
from scorecheck.archive.steps import Step
from scorecheck.archive.store import Archive
from scorecheck.archive.tables import names
from scorecheck.archive.verify import verify
from scorecheck.decisions.record import SETTLING, Decision
from scorecheck.errors import ArchiveError, UsageError
from scorecheck.measure.stub_photos import read_stub, write_photo
from tests.made_decisions import catalogue, decision, undo
from tests.made_sheets import CLEAN

CHANCE = "g1/chance/value"
FULL_HOUSE = "g1/full_house/value"
SIXES = "g1/sixes/value"
SMALL = "g1/small_straight/value"
YAHTZEE = "g1/yahtzee/value"
DOUBT = {CHANCE: {"14": 0.49, "19": 0.48}}


@pytest.fixture
def archive(tmp_path: Path) -> Iterator[Archive]:
    create_archive(tmp_path / "club")
    with open_archive(tmp_path / "club") as one:
        yield one
        assert verify(one).misfits == ()


def add(archive: Archive, name: str = "a.jpg", **more: Any) -> FileOutcome:
    path = write_photo(archive.folder.parent / name, {"g1": CLEAN}, nonce=name, **more)
    (outcome,) = add_files(archive, [path], read_stub, catalogue())
    return outcome


def on(outcome: FileOutcome, text: str | None = "19", by: str = "Åsa", **more: Any) -> Decision:
    return decision(text, by, sha256=outcome.sha256, read=None, **more)


def decide(archive: Archive, *decisions: Decision) -> Decided:
    return add_decisions(archive, decisions, catalogue())


def current(archive: Archive) -> dict[str, Any]:
    return [record.body for record in archive.records(kind="version")][-1]


def open_cells(archive: Archive) -> list[str]:
    return [cell for card in current(archive)["cards"] for cell in card["open"]]


def test_a_decision_settles_its_cell_in_a_new_version(archive: Archive) -> None:
    one = on(add(archive, doubts=DOUBT))
    assert open_cells(archive) == [CHANCE]
    assert decide(archive, one).added == (one,)
    version = current(archive)
    assert (version["version"], version["why"]) == (2, "decided")
    assert version["decisions"] == [one.id]
    assert version["cards"][0]["texts"][CHANCE] == "19"
    assert open_cells(archive) == []


def test_a_decision_counts_once(archive: Archive) -> None:
    one = on(add(archive, doubts=DOUBT))
    decide(archive, one)
    assert decide(archive, one) == Decided(known=(one,))
    assert current(archive)["version"] == 2


def test_what_is_taken_back_opens_the_cell_again(archive: Archive) -> None:
    outcome = add(archive, doubts=DOUBT)
    one = on(outcome)
    decide(archive, one)
    decide(archive, undo(one, sha256=outcome.sha256))
    assert open_cells(archive) == [CHANCE]


def test_decisions_on_other_photos_and_cells_are_told(archive: Archive) -> None:
    outcome = add(archive, doubts=DOUBT)
    elsewhere = decision("19", sha256="e" * 64)
    nowhere = on(outcome, cell="g1/nothing/value")
    assert decide(archive, elsewhere, nowhere) == Decided(
        elsewhere=(elsewhere,), misfits=(nowhere,)
    )
    assert current(archive)["version"] == 1


def test_no_name_and_no_remark_stands_in_the_log(archive: Archive) -> None:
    outcome = add(archive, doubts=DOUBT)
    one = on(outcome, remark="Björn said so", round=SETTLING)
    decide(archive, one)
    assert ArchiveDecisions(archive, catalogue()).all() == (one,)
    for record in archive.records():
        assert "Åsa" not in record.text
        assert "Björn" not in record.text


def test_who_was_forgotten_is_not_told_and_the_verdict_stays(archive: Archive) -> None:
    one = on(add(archive, doubts=DOUBT))
    decide(archive, one)
    with archive.write() as change:
        commitments = list(change.connection.scalars(names.select()))
        change.connection.execute(delete(names))
        change.append("forget", {"player": None, "names": commitments, "photos": []})
    assert [one.by for one in ArchiveDecisions(archive, catalogue()).all()] == [FORGOTTEN]


def test_a_decision_on_another_photo_of_the_sheet_counts(archive: Archive) -> None:
    add(archive, "a.jpg", doubts=DOUBT)
    second = add(archive, "b.jpg", doubts={CHANCE: {"19": 0.49, "14": 0.48}})
    decide(archive, on(second))
    version = current(archive)
    assert len(version["readings"]) == 2
    assert version["cards"][0]["texts"][CHANCE] == "19"


def test_a_photo_that_joins_a_settled_sheet_changes_nothing(archive: Archive) -> None:
    first = add(archive, "a.jpg", doubts=DOUBT | {SIXES: {"24": 0.6, "18": 0.39}})
    decide(archive, on(first), on(first, "18", cell=SIXES))
    settled = current(archive)
    assert open_cells(archive) == []
    for name in ("b.jpg", "c.jpg"):  # fewer blind doubts than the first, but others
        outcome = add(archive, name, doubts={FULL_HOUSE: {"25": 0.49, "": 0.48}})
        assert outcome.sheets[0].step is Step.JOINED
        assert current(archive)["cards"] == settled["cards"]
    assert len(current(archive)["readings"]) == 3


def test_a_photo_that_settles_what_is_open_opens_nothing_of_its_own(archive: Archive) -> None:
    doubts = {FULL_HOUSE: {"25": 0.49, "": 0.48}, YAHTZEE: {"50": 0.49, "": 0.48}}
    first = add(archive, "a.jpg", doubts=DOUBT | doubts)
    decide(archive, on(first))
    assert set(open_cells(archive)) == {FULL_HOUSE, YAHTZEE}
    doubtful = {SMALL: {"30": 0.49, "": 0.48}, YAHTZEE: {"50": 0.49, "": 0.48}}
    add(archive, "b.jpg", doubts=doubtful)
    assert open_cells(archive) == [YAHTZEE]
    assert verify(archive).misfits == ()


def test_a_photo_that_thinks_otherwise_of_a_sure_cell_opens_it(archive: Archive) -> None:
    add(archive, "a.jpg")
    assert open_cells(archive) == []
    add(archive, "b.jpg", doubts={SIXES: {"24": 0.7, "18": 0.2}})
    assert open_cells(archive) == [SIXES]


@pytest.mark.parametrize("change", [{"text": "14"}, {"by": "Somebody"}, {"remark": "no"}])
def test_a_known_decision_with_other_words_is_refused(
    archive: Archive, change: dict[str, Any]
) -> None:
    outcome = add(archive, doubts=DOUBT)
    one = on(outcome)
    decide(archive, one)
    assert decide(archive, one).known == (one,)
    (seq,) = [record.seq for record in archive.records(kind="decision")]
    before = len(list(archive.records()))
    with pytest.raises(ArchiveError, match=f"says something else than record {seq} of the archive"):
        decide(archive, replace(one, **change))
    assert len(list(archive.records())) == before


def test_a_conflict_that_a_decision_removes_is_settled(archive: Archive) -> None:
    add(archive, "a.jpg")
    # The second photo was misread, and its reader was sure.
    second = add(archive, "b.jpg", doubts={CHANCE: {"14": 0.999, "19": 0.001}})
    assert [record.body["cells"] for record in archive.records(kind="conflict")] == [[CHANCE]]
    decide(archive, on(second))
    assert [record.body["take"] for record in archive.records(kind="settled")] == ["joined"]
    assert current(archive)["why"] == "joined"


def test_two_people_who_differ_leave_the_cell_open(archive: Archive) -> None:
    outcome = add(archive, doubts=DOUBT)
    decide(archive, on(outcome), on(outcome, "14", "Bo", round=2))
    assert open_cells(archive) == [CHANCE]


def test_as_a_log_it_keeps_what_is_appended(archive: Archive) -> None:
    outcome = add(archive, doubts=DOUBT)
    log = ArchiveDecisions(archive, catalogue())
    first, second = on(outcome, "14"), on(outcome, "19")
    log.append(first)
    log.append(second)
    assert log.all() == (first, second)
    assert current(archive)["cards"][0]["texts"][CHANCE] == "19"
    with pytest.raises(UsageError, match="no such cell"):
        log.append(on(outcome, cell="g1/nothing/value"))
