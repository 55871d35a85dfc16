"""A sheet that was put to the wrong place is taken back from there: all is as it was before."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from scorecheck.archive.assign import SheetMeant, assign
from scorecheck.archive.assign_text import taken_back
from scorecheck.archive.called import Called
from scorecheck.archive.code import event_code
from scorecheck.archive.decide import add_decisions
from scorecheck.archive.import_text import lines_of, needs_people
from scorecheck.archive.opening import create_archive, open_archive
from scorecheck.archive.settling import contested, settle
from scorecheck.archive.status import states_of
from scorecheck.archive.steps import Step, Take
from scorecheck.archive.store import Archive
from scorecheck.archive.take_back import take_back
from scorecheck.archive.unplaced import unplaced
from scorecheck.archive.verify import verify
from scorecheck.errors import UsageError
from scorecheck.measure.stub_photos import write_photo
from scorecheck.review.kept import kept_sheets
from tests.cli_runner import Runner
from tests.made_club import CATALOGUE, add, card, chance, club, facts_of, photo
from tests.made_decisions import decision
from tests.made_stations import agree, take

CARDS = {f"p{n}": card(chance(2, n)) for n in (1, 2)}
SIXES = "p1/sixes/value"


@pytest.fixture
def archive(tmp_path: Path) -> Iterator[Archive]:
    with club(tmp_path / "club") as one:
        yield one
        assert verify(one).misfits == ()


@pytest.fixture
def second(archive: Archive, tmp_path: Path) -> Iterator[Archive]:
    """Another station, which knows the event."""
    create_archive(tmp_path / "b")
    with open_archive(tmp_path / "b") as one:
        take(one, archive)
        yield one
        assert verify(one).misfits == ()


def stray(archive: Archive, nonce: str = "stray", **more: Any) -> str:
    """A photo of sheet 2 whose number could not be read; gives its hash."""
    given: dict[str, Any] = {"sheet": 77, "mode": "players"} | more
    path = write_photo(archive.folder.parent / f"{nonce}.jpg", CARDS, nonce=nonce, **given)
    (outcome,) = add(archive, path)
    assert outcome.sha256 is not None
    return outcome.sha256


def put(archive: Archive, sheet: int) -> list[Step]:
    name = unplaced(archive)[0].name
    _, entered = assign(archive, name, SheetMeant(None, sheet), "Eva Holm", CATALOGUE)
    return [one.step for one in entered]


def back(archive: Archive, sheet: int, name: str | None = None) -> str:
    return take_back(archive, SheetMeant(None, sheet), "Eva Holm", CATALOGUE, name)[1]


def names(archive: Archive) -> list[str]:
    return [one.name for one in unplaced(archive)]


def states(archive: Archive, sheet: int) -> list[str]:
    return [state.name for state in states_of(facts_of(archive).sheets[sheet - 1])]


def test_the_place_is_empty_again_and_the_sheet_is_of_no_event(archive: Archive) -> None:
    before = event_code(facts_of(archive))
    stray(archive)
    (name,) = names(archive)
    assert put(archive, 1) == [Step.ADDED]
    assert back(archive, 1) == name
    assert (names(archive), states(archive, 1)) == ([name], ["missing"])
    assert event_code(facts_of(archive)) == before
    with archive.read() as connection:
        assert [one.number for one in kept_sheets(connection).sheets] == [77]
    assert put(archive, 2) == [Step.ADDED]
    assert (names(archive), states(archive, 2)) == ([], ["in", "by-hand"])
    records = [record.body for record in archive.records(kind="assigned")]
    assert [(one["sheet"], one.get("undone", False)) for one in records] == [
        (1, False), (1, True), (2, False),
    ]  # fmt: skip


def test_it_may_be_put_there_once_more(archive: Archive) -> None:
    stray(archive)
    put(archive, 2)
    right = event_code(facts_of(archive))
    for _ in range(2):
        back(archive, 2)
        assert states(archive, 2) == ["missing"]
        assert put(archive, 2) == [Step.ADDED]
        assert event_code(facts_of(archive)) == right


def test_a_photo_that_was_there_first_stays_alone(archive: Archive, tmp_path: Path) -> None:
    sheet = facts_of(archive).sheets[1]
    add(archive, photo(tmp_path, sheet))
    alone = event_code(facts_of(archive))
    stray(archive)
    assert put(archive, 2) == [Step.JOINED]
    assert states(archive, 2) == ["in", "twice", "by-hand"]
    back(archive, 2)
    assert (event_code(facts_of(archive)), states(archive, 2)) == (alone, ["in"])
    assert put(archive, 2) == [Step.JOINED]


def test_a_conflict_with_it_ends_and_what_it_ruled_out_holds_again(
    archive: Archive, tmp_path: Path
) -> None:
    add(archive, photo(tmp_path, facts_of(archive).sheets[0]))
    alone = event_code(facts_of(archive))
    stray(archive)
    assert put(archive, 1) == [Step.CONFLICT]
    assert states(archive, 1) == ["in", "conflict", "twice", "by-hand"]
    back(archive, 1)
    assert (contested(archive), event_code(facts_of(archive))) == ([], alone)
    assert states(archive, 1) == ["in"]
    assert put(archive, 1) == [Step.CONFLICT]
    (conflict,) = contested(archive)
    settle(archive, conflict.number, Take.SECOND, "Eva", CATALOGUE)
    assert event_code(facts_of(archive)) != alone
    back(archive, 1)
    assert (contested(archive), event_code(facts_of(archive))) == ([], alone)


def test_a_photo_of_the_right_sheet_is_in_afterwards(archive: Archive, tmp_path: Path) -> None:
    stray(archive)
    put(archive, 1)
    back(archive, 1)
    (outcome,) = add(archive, photo(tmp_path, facts_of(archive).sheets[0]))
    assert [sheet.step for sheet in outcome.sheets] == [Step.ADDED]
    assert states(archive, 1) == ["in"]


def test_decisions_are_on_the_sheet_where_it_is_now(archive: Archive) -> None:
    sha256 = stray(archive, doubts={SIXES: {"18": 0.49, "24": 0.48}})
    put(archive, 1)
    back(archive, 1)
    told = decision("18", sha256=sha256, cell=SIXES, read=None)
    assert add_decisions(archive, [told], CATALOGUE).added == (told,)
    version = [record.body for record in archive.records(kind="version")][-1]
    assert (version["sheet"], version["cards"][0]["open"]) == (None, [])
    put(archive, 2)
    assert not any(one.open for one in facts_of(archive).sheets[1].cards)


def test_decisions_that_do_not_show_meanwhile_are_told(archive: Archive) -> None:
    cards = {f"g{n}": card(chance(2, n)) for n in (1, 2)}
    doubts = {f"g1/{box}/value": {"18": 0.49, "24": 0.48} for box in ("sixes", "chance")}
    path = write_photo(archive.folder.parent / "g.jpg", cards, doubts=doubts, sheet=77)
    (outcome,) = add(archive, path)
    before, there = (
        decision("18", sha256=outcome.sha256, cell=cell, read=None)
        for cell in ("g1/sixes/value", "p1/chance/value")
    )
    add_decisions(archive, [before], CATALOGUE)
    put(archive, 1)
    assert add_decisions(archive, [there], CATALOGUE).added == (there,)
    done = take_back(archive, SheetMeant(None, 1), "Eva Holm", CATALOGUE)
    assert done.waiting == 1
    said = [str(line) for line in taken_back(done)]
    assert said[1].startswith("1 decision that was made there is kept, but shows only once")
    put(archive, 2)
    assert not facts_of(archive).sheets[1].cards[0].open, "now it does"
    assert take_back(archive, SheetMeant(None, 2), "Eva Holm", CATALOGUE).waiting == 1


def test_of_several_the_one_that_is_meant_must_be_named(archive: Archive) -> None:
    for number in (77, 78):
        stray(archive, f"{number}", sheet=number)
        put(archive, 2)
    with pytest.raises(UsageError, match="several sheets were put to sheet 2") as refused:
        back(archive, 2)
    name = str(refused.value.message).split()[-1]
    assert back(archive, 2, name[:6]) == name
    assert names(archive) == [name]
    assert states(archive, 2)[-1] == "by-hand", "the other one is there still"
    assert len(back(archive, 2)) == len(name)
    assert states(archive, 2) == ["missing"]
    with pytest.raises(UsageError, match="no such sheet was put to sheet 2 by hand"):
        back(archive, 2)


def test_another_station_learns_of_it(archive: Archive, tmp_path: Path) -> None:
    create_archive(tmp_path / "b")
    create_archive(tmp_path / "c")
    with open_archive(tmp_path / "b") as second, open_archive(tmp_path / "c") as third:
        take(second, archive)
        before = event_code(facts_of(archive))
        stray(archive)
        put(archive, 1)
        take(second, archive)
        assert states(second, 1) == ["in", "by-hand"]
        back(archive, 1)
        agree(archive, second)
        assert (states(second, 1), event_code(facts_of(second))) == (["missing"], before)
        take(third, second)
        assert event_code(facts_of(third)) == before
        put(archive, 1)
        for other in (second, third):
            agree(archive, other)
            assert states(other, 1)[0] == "in"


def test_a_station_that_knew_nothing_of_it_learns_both(archive: Archive, second: Archive) -> None:
    stray(archive)
    put(archive, 1)
    back(archive, 1)
    agree(archive, second)
    put(archive, 1)
    agree(archive, second)
    assert states(second, 1) == ["in", "by-hand"]


def test_whoever_comes_later_gets_what_was_taken_back_too(archive: Archive, tmp_path: Path) -> None:
    for name in ("b", "c"):
        create_archive(tmp_path / name)
    with open_archive(tmp_path / "b") as second, open_archive(tmp_path / "c") as third:
        take(second, archive)
        take(third, archive)
        sha256 = stray(archive, doubts={SIXES: {"18": 0.49, "24": 0.48}})
        put(archive, 2)
        add_decisions(archive, [decision("24", sha256=sha256, cell=SIXES, read=None)], CATALOGUE)
        back(archive, 2)
        add(second, photo(tmp_path, facts_of(second).sheets[1]))
        agree(archive, second)
        take(third, second)
        assert event_code(facts_of(third)) == event_code(facts_of(archive))
        assert states(third, 2) == ["in"]
        assert verify(third).misfits == ()


@pytest.mark.parametrize("both_have_the_photo", [False, True])
def test_whoever_takes_it_back_the_sheet_of_no_event_is_listed(
    archive: Archive, second: Archive, tmp_path: Path, both_have_the_photo: bool
) -> None:
    stray(archive)
    if both_have_the_photo:
        add(second, tmp_path / "stray.jpg")
    (name,) = names(archive)
    put(archive, 1)
    agree(archive, second)
    assert (names(archive), names(second)) == ([], [])
    assert back(second, 1) == name
    agree(archive, second)
    assert (names(archive), names(second)) == ([name], [name])
    put(second, 2)
    agree(archive, second)
    assert (names(archive), names(second)) == ([], [])


def test_two_stations_that_put_it_to_two_places_are_told_until_one_is_right(
    archive: Archive, second: Archive, tmp_path: Path
) -> None:
    stray(archive)
    add(second, tmp_path / "stray.jpg")
    put(archive, 1)
    put(second, 2)
    for _ in range(2):
        done = take(archive, second)
        assert needs_people(done)
        (line,) = [one for one in lines_of(done, Called(archive, CATALOGUE)) if "by hand" in one]
        assert "several sheets by hand, 1, 2, and" in line
    back(archive, 1)
    assert names(archive) == [], "it is sheet 2"
    assert not needs_people(take(archive, second))
    agree(archive, second)
    assert (states(second, 1), states(second, 2)) == (["missing"], ["in", "by-hand"])


def test_a_photo_whose_sheet_was_taken_back_elsewhere_can_be_added(
    archive: Archive, second: Archive, tmp_path: Path
) -> None:
    stray(archive)
    put(archive, 1)
    back(archive, 1)
    take(second, archive)
    assert names(second) == []
    (outcome,) = add(second, tmp_path / "stray.jpg")
    assert [sheet.step for sheet in outcome.sheets] == [Step.ADDED]
    assert names(second) == names(archive)
    assert verify(second).misfits == ()


def test_an_event_that_comes_later_takes_the_sheet_along(archive: Archive, tmp_path: Path) -> None:
    stray(archive)
    put(archive, 1)
    create_archive(tmp_path / "b")
    with open_archive(tmp_path / "b") as second:
        add(second, tmp_path / "stray.jpg")
        assert len(names(second)) == 1
        take(second, archive)
        assert names(second) == []
        assert verify(second).misfits == ()


def test_by_commands(
    archive: Archive, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    run = Runner(capsys, monkeypatch)
    options = ("--archive", archive.folder)
    stray(archive)
    (name,) = names(archive)
    assert run("archive", "assign", name, "--sheet", 1, "--by", "Eva", *options).code == 0
    for wrong in ((), ("--sheet", 1), ("--by", "Eva")):
        ended = run("archive", "assign", "--undo", *wrong, *options)
        assert (ended.code, "assign --undo --sheet 5 --by NAME" in ended.err) == (2, True)
    done = run("archive", "assign", "--undo", "--sheet", 1, "--by", "Eva", *options)
    assert (done.code, done.err) == (0, f"taken back from sheet 1: {name} is of no event again\n")
    assert run("archive", "assign", *options).out.startswith(name)
    assert "0  put to its place by hand" in run("event", "status", *options).out
    again = run("archive", "assign", "--undo", "--sheet", 1, "--by", "Eva", *options)
    assert again.code == 2
