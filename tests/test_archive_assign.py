"""Sheets of no event are listed, and put to their place by a person's word."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from scorecheck.archive.added_text import document
from scorecheck.archive.assign import SheetMeant, assign
from scorecheck.archive.code import event_code
from scorecheck.archive.corrections import corrections
from scorecheck.archive.decide import ArchiveDecisions, add_decisions
from scorecheck.archive.event_facts import last_record
from scorecheck.archive.opening import create_archive, open_archive
from scorecheck.archive.reading_json import named
from scorecheck.archive.status import states_of
from scorecheck.archive.steps import Step
from scorecheck.archive.store import Archive
from scorecheck.archive.take_back import take_back
from scorecheck.archive.unplaced import unplaced
from scorecheck.archive.verify import verify
from scorecheck.errors import ArchiveError, UsageError
from scorecheck.measure.stub_photos import write_photo
from tests.cli_runner import Runner
from tests.made_club import CATALOGUE, add, card, chance, club, facts_of, photo
from tests.made_decisions import decision
from tests.made_stations import agree, take

CARDS = {f"p{n}": card(chance(1, n)) for n in (1, 2)}
SIXES = "p1/sixes/value"


@pytest.fixture
def archive(tmp_path: Path) -> Iterator[Archive]:
    """The event, and a sheet that is none of its own: sheet 77 of no event."""
    with club(tmp_path / "club") as one:
        yield one


def stray(archive: Archive, **more: Any) -> str | None:
    """A photo of a sheet with the entries of the event's first one, under another number."""
    given: dict[str, Any] = {"sheet": 77, "mode": "players", "nonce": "stray"} | more
    path = write_photo(archive.folder / "stray.jpg", given.pop("cards", CARDS), **given)
    (outcome,) = add(archive, path)
    return outcome.sha256


def put(archive: Archive, sheet: int | None = 1, **place: Any) -> list[Step]:
    (one,) = unplaced(archive)
    meant = SheetMeant(None, sheet, **place)
    _, entered = assign(archive, one.name, meant, "Eva Holm", CATALOGUE)
    return [step.step for step in entered]


def test_a_sheet_of_no_event_is_put_to_its_place(archive: Archive, tmp_path: Path) -> None:
    add(archive, photo(tmp_path, facts_of(archive).sheets[0], "right"))
    right = event_code(facts_of(archive))
    other = tmp_path / "other"
    with club(other) as same:
        stray(same)
        (one,) = unplaced(same)
        assert (one.photos, one.number) == (("stray.jpg",), 77)
        assert put(same) == [Step.ADDED]
        sheet = facts_of(same).sheets[0]
        assert [state.name for state in states_of(sheet)] == ["in", "by-hand"]
        assert [one.player for one in sheet.cards] == list(sheet.columns)
        assert event_code(facts_of(same)) == right, "as if its code had been read"
        assert unplaced(same) == []
        assert verify(same).misfits == ()
        (record,) = same.records(kind="assigned")
        assert record.body["sheet"] == 1
        assert "Eva" not in record.text


def test_columns_of_games_become_those_of_players(archive: Archive) -> None:
    stray(archive, cards={f"g{n}": card(chance(1, n)) for n in (1, 2)}, mode="games")
    assert put(archive, None, round=1, table=1) == [Step.ADDED]
    first = facts_of(archive).sheets[0]
    assert [one.points for one in first.cards] == [237 + chance(1, n) for n in (1, 2)]
    assert verify(archive).misfits == ()


def test_what_was_decided_stays(archive: Archive) -> None:
    sha256 = stray(archive, doubts={SIXES: {"18": 0.49, "24": 0.48}})
    told = decision("18", sha256=sha256, cell=SIXES, read=None)
    add_decisions(archive, [told], CATALOGUE)
    put(archive)
    assert not any(one.open for one in facts_of(archive).sheets[0].cards)
    later = decision("24", sha256=sha256, cell=SIXES, read=None)
    add_decisions(archive, [later], CATALOGUE)
    assert facts_of(archive).sheets[0].cards[0].findings
    assert verify(archive).misfits == ()


def test_what_was_decided_on_columns_of_games_is_on_those_of_players(
    archive: Archive, tmp_path: Path
) -> None:
    doubts = {"g1/sixes/value": {"18": 0.49, "24": 0.48}}
    cards = {f"g{n}": card(chance(1, n)) for n in (1, 2)}
    sha256 = stray(archive, cards=cards, mode="games", doubts=doubts)
    wrong = decision("24", "Anna Ek", sha256=sha256, cell="g1/sixes/value", read=None, remark="a 4")
    taken_back = decision(None, "Anna Ek", sha256=sha256, cell=wrong.cell, undoes=wrong.id)
    right = decision("18", "Bo", sha256=sha256, cell=wrong.cell, read=None)
    add_decisions(archive, [wrong, taken_back, right], CATALOGUE)
    put(archive)
    first = facts_of(archive).sheets[0]
    assert [(one.open, one.findings) for one in first.cards] == [(0, 0), (0, 0)]
    told = [one for one in ArchiveDecisions(archive, CATALOGUE).all() if one.cell == SIXES]
    assert [(one.text, one.by, one.remark) for one in told] == [
        ("24", "Anna Ek", "a 4"),
        (None, "Anna Ek", ""),
        ("18", "Bo", ""),
    ]
    assert told[1].undoes == told[0].id
    changed = photo(tmp_path, first, cards={"p1": card(30)})
    (outcome,) = add(archive, changed, corrected=True)
    with archive.read() as connection:
        (later,) = corrections(connection, "varcupen", last_record(connection))[1]
    (sheet,) = document([outcome])["files"][0]["sheets"]
    assert (later.decisions, sheet["correction"]["decisions_left"]) == (1, 1)
    assert verify(archive).misfits == ()
    create_archive(tmp_path / "b")
    with open_archive(tmp_path / "b") as second:
        take(second, archive)
        assert verify(second).misfits == ()
        agree(archive, second)


def test_an_event_with_other_words_of_a_decision_is_refused(
    archive: Archive, tmp_path: Path
) -> None:
    sha256 = stray(archive, doubts={SIXES: {"18": 0.49, "24": 0.48}})
    told = decision("18", sha256=sha256, cell=SIXES, read=None)
    add_decisions(archive, [told], CATALOGUE)
    put(archive)
    create_archive(tmp_path / "b")
    with open_archive(tmp_path / "b") as second:
        add(second, archive.folder / "stray.jpg")
        add_decisions(second, [replace(told, text="24")], CATALOGUE)
        before = len(list(second.records()))
        with pytest.raises(ArchiveError, match="says something else than record"):
            take(second, archive)
        assert len(list(second.records())) == before


def test_what_was_taken_back_at_one_place_stays_so_at_another(archive: Archive) -> None:
    doubts = {"g1/sixes/value": {"18": 0.49, "24": 0.48}}
    cards = {f"g{n}": card(chance(1, n)) for n in (1, 2)}
    sha256 = stray(archive, cards=cards, mode="games", doubts=doubts)
    told = decision("18", sha256=sha256, cell="g1/sixes/value", read=None)
    add_decisions(archive, [told], CATALOGUE)
    put(archive, 1)
    (own,) = [one for one in ArchiveDecisions(archive, CATALOGUE).all() if one.cell == SIXES]
    no_more = decision(None, sha256=sha256, cell=SIXES, undoes=own.id)
    assert add_decisions(archive, [no_more], CATALOGUE).added
    take_back(archive, SheetMeant(number=1), "Eva Holm", CATALOGUE)
    put(archive, 2)
    assert [one.open for one in facts_of(archive).sheets[1].cards] == [1, 0]
    assert verify(archive).misfits == ()


def test_a_sheet_that_is_in_is_compared(archive: Archive, tmp_path: Path) -> None:
    add(archive, photo(tmp_path, facts_of(archive).sheets[0]))
    stray(archive)
    assert put(archive) == [Step.JOINED]
    assert facts_of(archive).sheets[0].readings == 2
    stray(archive, nonce="else", sheet=78, cards=CARDS | {"p2": card(9)})
    assert put(archive) == [Step.CONFLICT]
    assert facts_of(archive).sheets[0].contested == {"p2"}
    assert verify(archive).misfits == ()


@pytest.mark.parametrize(
    ("cards", "more", "sheet", "told"),
    [
        (CARDS, {}, 9, "has no sheet 9"),
        ({"p1": card(5)}, {}, 1, "it has 1 column, and sheet 1 has 2"),
        ({"p1": {}, "p2": {}}, {"variant": "yatzy"}, 1, "it is of yatzy, not of yahtzee"),
    ],
)
def test_what_it_cannot_be(
    archive: Archive, cards: Any, more: dict[str, Any], sheet: int, told: str
) -> None:
    stray(archive, cards=cards, **more)
    before = len(list(archive.records()))
    with pytest.raises(UsageError) as refused:
        put(archive, sheet)
    assert told in str(refused.value.message)
    assert len(list(archive.records())) == before


def test_a_reading_that_says_something_else_at_its_place_is_found(archive: Archive) -> None:
    stray(archive)
    put(archive)
    with archive.write() as change:
        (own,) = [one.body for one in archive.records(kind="reading") if "was" in one.body]
        (told,) = [one.body for one in archive.records(kind="assigned")]
        chance = next(cell for cell in own["cells"]["p1"] if cell[0] == "p1/chance/value")
        chance[5] = [["30", 1.0]]
        forged = named(own)
        change.append("reading", forged)
        seq = change.append("assigned", told | {"reading": forged["reading"]}).seq
    found = verify(archive, quick=True).misfits
    assert [(one.seq, one.where) for one in found] == [(seq, "id")]
    assert "something else at its place" in found[0].why


def test_the_name_must_mean_one_sheet(archive: Archive) -> None:
    stray(archive)
    for name in ("zz", " "):
        with pytest.raises(UsageError, match="there is no sheet of no event"):
            assign(archive, name, SheetMeant(number=1), "Eva", CATALOGUE)


def test_what_its_photo_is_called_names_a_sheet_too(archive: Archive) -> None:
    stray(archive)
    with pytest.raises(UsageError, match="there is no sheet of no event"):
        assign(archive, "stray", SheetMeant(number=1), "Eva", CATALOGUE)
    _, (entered,) = assign(archive, "stray.jpg", SheetMeant(number=1), "Eva", CATALOGUE)
    assert (entered.step, unplaced(archive)) == (Step.ADDED, [])


def test_a_photo_of_several_sheets_does_not_name_one(archive: Archive) -> None:
    stray(archive)
    stray(archive, sheet=78, nonce="other")
    with pytest.raises(UsageError, match="several sheets of no event are on photos called"):
        assign(archive, "stray.jpg", SheetMeant(number=1), "Eva", CATALOGUE)
    assert len(unplaced(archive)) == 2


def test_another_station_learns_of_it(archive: Archive, tmp_path: Path) -> None:
    create_archive(tmp_path / "b")
    with open_archive(tmp_path / "b") as second:
        take(second, archive)
        stray(archive)
        put(archive)
        take(second, archive)
        assert [state.name for state in states_of(facts_of(second).sheets[0])][-1] == "by-hand"
        assert len(list(second.records(kind="assigned"))) == 1
        agree(archive, second)
        known = event_code(facts_of(second))
        (outcome,) = add(second, archive.folder / "stray.jpg")
        assert [sheet.step for sheet in outcome.sheets] == [Step.KNOWN]
        assert (unplaced(second), event_code(facts_of(second))) == ([], known)
        create_archive(tmp_path / "c")
        with open_archive(tmp_path / "c") as third:
            take(third, second)
            assert verify(third).misfits == ()
            assert event_code(facts_of(third)) == known


def test_by_commands(
    archive: Archive, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    run = Runner(capsys, monkeypatch)
    options = ("--archive", archive.folder)
    assert run("archive", "assign", *options).err == "every sheet is in its place\n"
    stray(archive)
    status = run("event", "status", *options).out
    assert "1 sheet of this game belongs to no event" in status
    listed = run("archive", "assign", *options)
    assert listed.code == 1, "a sheet waits"
    name, _, rest = listed.out.strip().partition("  ")
    assert rest == "Yahtzee · 2 columns · printed as sheet 77 · totals 251, 258 · stray.jpg"
    assert listed.err == f"next: scorecheck archive assign {name} --sheet N --by NAME\n"
    for given in (("--sheet", 1), ("--by", "Eva"), ("--round", 1, "--table", 1, "--by", "Eva")):
        ended = run("archive", "assign", *given, *options)
        assert (ended.code, "say which sheet of no event" in ended.err) == (2, True)
    for wrong in ((), ("--sheet", 1), ("--by", "Eva"), ("--by", "Eva", "--round", 1)):
        ended = run("archive", "assign", name, *wrong, *options)
        assert (ended.code, "--sheet 5 --by NAME" in ended.err) == (2, True)
    done = run("archive", "assign", name, "--round", 1, "--table", 1, "--by", "Eva", *options)
    assert (done.code, done.err) == (
        0,
        "sheet 1 · Round 1 · Table 1: it was missing, and is in now\n",
    )
    status = run("event", "status", *options).out
    assert "1  put to its place by hand" in status
    assert "belongs to no event" not in status
