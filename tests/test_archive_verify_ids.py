"""Records that name what is not there: the log may be sound, and still not fit."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

import pytest

from scorecheck.archive.names import PERSON
from scorecheck.archive.reading_json import named
from scorecheck.archive.record import digest
from scorecheck.archive.store import Change
from scorecheck.archive.verify import verify
from tests.cli_runner import Runner
from tests.made_archive import ANNA, BO, RECORDS, Place, fill, reading_body, tamper, version_body

Body = dict[str, Any]
READING = reading_body()["reading"]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Runner:
    return Runner(capsys, monkeypatch)


def conflict(change: Change) -> tuple[str, Body]:
    return "conflict", {"sheet": 7, "paper": READING, "readings": [READING, "x"], "cells": []}


def settled(change: Change, **parts: object) -> tuple[str, Body]:
    """Settles the conflict of `fill` again."""
    told: Body = {"conflict": 10, "take": "first", "by": None, "version": None}
    return "settled", told | parts


def decision(change: Change, **parts: object) -> tuple[str, Body]:
    """Like the one of `fill`."""
    (one,) = [record for record in records_of(change) if record["id"] == "d" * 32]
    return "decision", one | {"id": "e" * 32} | parts


def records_of(change: Change) -> list[Body]:
    from scorecheck.archive.store import records  # noqa: PLC0415

    return [record.body for record in records(change.connection, kind="decision")]


def version(change: Change, players: tuple[str | None, ...] = (ANNA, BO), **parts: object) -> Any:
    """The next version of the sheet."""
    body = version_body(3, [])
    for card, player in zip(body["cards"], players, strict=True):
        card["player"] = player
    return "version", body | parts


def assigned(change: Change, **parts: object) -> tuple[str, Body]:
    """Says that the reading was put to its place by hand."""
    own = named(reading_body() | {"was": READING})
    change.append("reading", own)
    told: Body = {"event": "club", "sheet": 7, "reading": own["reading"], "was": READING}
    return "assigned", told | {"by": change.commit_name("Cleo Ruiz", PERSON)} | parts


def on_another_sheet(change: Change) -> tuple[str, Body]:
    other = reading_body() | {"identity": "SC1:YATZY:8"}
    del other["reading"]
    other["reading"] = digest(other)
    change.append("reading", other)
    kind, body = version(change, readings=[other["reading"]])
    return kind, body


def of_another_event(change: Change) -> tuple[str, Body]:
    club = {"name": "Other", "variant": "yatzy", "options": {}, "rounds": 1, "ties": []}
    change.append("event", club | {"event": "other", "lang": "sv", "paper": "a4"})
    return "sheet", {
        "event": "other", "sheet": 8, "round": 1, "table": 1, "columns": [None, ANNA],
        "identity": "SC1:YATZY:8",
    }  # fmt: skip


WRONG: list[tuple[Callable[[Change], tuple[str, Body]], str, str]] = [
    (conflict, "id", "it names a reading that is not there"),
    (lambda c: settled(c, version=5), "id", "it names a version of its sheet that is not there"),
    (lambda c: settled(c, by="f" * 64), "name", "its name is missing"),
    (lambda c: settled(c, by={"name": "f" * 64}), "name", "its name is missing"),
    (
        lambda c: settled(c, by=c.commit_name("Anna Ek")),
        "name",
        "its name is kept under another role",
    ),
    (lambda c: decision(c, by="f" * 64), "name", "its name is missing"),
    (lambda c: decision(c, remark="f" * 64), "name", "its name is missing"),
    (lambda c: decision(c, page=2), "id", "it decides on a reading that is not there"),
    (lambda c: decision(c, undoes="0" * 32), "id", "it undoes a decision that is not there"),
    (lambda c: version(c, (BO, ANNA)), "id", "somebody else sits where its column p1 is"),
    (lambda c: version(c, (ANNA, None)), "id", "somebody else sits where its column p2 is"),
    (lambda c: version(c, event=None), "id", "its sheet is of another event"),
    (on_another_sheet, "id", "it rests on a reading of another sheet"),
    (of_another_event, "id", f"the player {ANNA} is of another event"),
    (lambda c: assigned(c, by="f" * 64), "name", "its name is missing"),
    (lambda c: assigned(c, reading="x"), "id", "it names a reading that is not there"),
    (lambda c: assigned(c, was="x"), "id", "it names a reading that is not there"),
    (lambda c: assigned(c, sheet=8), "id", "it names a sheet that is not there"),
    (
        lambda c: ("forget", {"player": "club/9", "names": [], "photos": []}),
        "id",
        "it takes out what was never there",
    ),
    (
        lambda c: ("forget", {"player": None, "names": [], "photos": ["x"]}),
        "id",
        "it takes out what was never there",
    ),
    (lambda c: ("sample", {"seed": "1", "sheets": [7, 8]}), "id", "it draws a sheet that is not"),
    (
        lambda c: ("checked", {"sample": 12, "sheet": 8, "outcome": "agrees"}),
        "id",
        "its sheet was not drawn",
    ),
]


@pytest.mark.parametrize(("wrong", "where", "why"), WRONG, ids=range(len(WRONG)))
def test_what_is_named_must_be_there(
    sqlite_place: Place, wrong: Callable[[Change], tuple[str, Body]], where: str, why: str
) -> None:
    fill(sqlite_place)
    with sqlite_place.open() as archive:
        with archive.write() as change:
            kind, body = wrong(change)
            seq = change.append(kind, body).seq
        found = verify(archive, quick=True)
    assert {(one.seq, one.where) for one in found.misfits} == {(seq, where)}
    assert str(found.misfits[0].why).startswith(why)


def test_what_is_rightly_named_fits(place: Place) -> None:
    fill(place)
    with place.open() as archive:
        with archive.write() as change:
            person = change.commit_name("Cleo Ruiz", PERSON)
            change.append(*settled(change, by=person, version=9))
            change.append(*settled(change, by={"name": person}))
            change.append(*decision(change, undoes="d" * 32))
            change.append(*version(change))
            change.append(*assigned(change))
            change.append("forget", {"player": BO, "names": [], "photos": []})
        assert verify(archive, quick=True).misfits == ()


def test_a_list_that_was_damaged_is_found_as_such(sqlite_place: Place) -> None:
    fill(sqlite_place)
    with sqlite_place.open() as archive:
        tamper(archive, "UPDATE conflicts SET readings = '[['")
        tamper(archive, "UPDATE samples SET sheets = '[[7]]'")
        found = {(one.seq, one.where) for one in verify(archive, quick=True).misfits}
    assert found == {(10, "table"), (12, "table"), (13, "id")}


def test_a_person_cannot_be_made_a_player(sqlite_place: Place) -> None:
    fill(sqlite_place)
    with sqlite_place.open() as archive:
        tamper(archive, "UPDATE names SET role = 'person' WHERE name = 'Anna Ek'")
        (misfit,) = verify(archive, quick=True).misfits
    assert (misfit.seq, misfit.where) == (2, "name")


def test_the_bar_is_shown_on_a_terminal_only(
    sqlite_place: Place, run: Runner, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill(sqlite_place)
    assert run("archive", "verify", "--quick", *sqlite_place.options).err == ""
    monkeypatch.setattr(sys.stderr.__class__, "isatty", lambda _: True, raising=False)
    assert "1 of 1" in run("archive", "verify", "--quick", *sqlite_place.options).err
    assert run("archive", "verify", "--quick", "--quiet", *sqlite_place.options).err == ""


def test_photos_and_verdicts_are_told_of_one_by_one(sqlite_place: Place) -> None:
    fill(sqlite_place)
    begun: list[int] = []
    ticks: list[int] = []

    def progress(total: int) -> Callable[[], object]:
        begun.append(total)
        return lambda: ticks.append(1)

    with sqlite_place.open() as archive:
        verify(archive, progress=progress)
    assert begun == [3]
    assert len(ticks) == 3, RECORDS
