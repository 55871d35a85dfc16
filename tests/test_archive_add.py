"""Photos into the archive: what is new, known, joined, in conflict, corrected, restored."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from scorecheck.archive.add import FileOutcome, State, add_files
from scorecheck.archive.added_text import lines_of
from scorecheck.archive.called import Called
from scorecheck.archive.opening import create_archive, open_archive
from scorecheck.archive.papers import Papers
from scorecheck.archive.photos import PhotoStore
from scorecheck.archive.steps import Step, Take
from scorecheck.archive.store import Archive
from scorecheck.archive.versions import Versions
from scorecheck.crew import Processes
from scorecheck.errors import InputError
from scorecheck.measure.stub_photos import read_stub, write_photo
from scorecheck.report.result import FileResult
from tests.made_decisions import catalogue
from tests.made_sheets import CLEAN, WRONG_SUM

CHANCE = "g1/chance/value"


@pytest.fixture
def archive(tmp_path: Path) -> Iterator[Archive]:
    create_archive(tmp_path / "club")
    with open_archive(tmp_path / "club") as one:
        yield one


def add(archive: Archive, *paths: Path, corrected: bool = False) -> list[FileOutcome]:
    return list(add_files(archive, paths, read_stub, catalogue(), corrected=corrected))


def photo(archive: Archive, name: str, card: Any = CLEAN, **more: Any) -> Path:
    return write_photo(archive.folder.parent / name, {"g1": card}, nonce=name, **more)


def bodies(archive: Archive, kind: str) -> list[dict[str, Any]]:
    return [record.body for record in archive.records(kind=kind)]


def steps(outcomes: list[FileOutcome]) -> list[Step]:
    return [sheet.step for one in outcomes for sheet in one.sheets]


def register(archive: Archive, number: int, identity: str) -> None:
    """An event with one player, whose sheet has this number."""
    with archive.write() as change:
        event = {"event": "open", "name": "Open", "variant": "yahtzee", "options": {}, "rounds": 1}
        event |= {"ties": [], "lang": "en", "paper": "a4"}
        event |= {"table_size": 1, "seed": "s", "best_games": 0, "best_players": 0}
        change.append("event", event)
        name = change.commit_name("Anna")
        player = {"event": "open", "player": "open/1", "name": name, "team": None, "number": 1}
        change.append("player", player)
        sheet = {"event": "open", "sheet": number, "round": 1, "table": 1, "identity": identity}
        change.append("sheet", sheet | {"columns": ["open/1"]})


def test_a_new_sheet_is_added_with_its_photo(archive: Archive) -> None:
    path = photo(archive, "a.jpg", WRONG_SUM)
    (outcome,) = add(archive, path)
    assert (outcome.state, steps([outcome])) == (State.ADDED, [Step.ADDED])
    assert outcome.exit_code == 1
    (kept,) = bodies(archive, "photo")
    assert (
        PhotoStore(archive.folder).path(kept["sha256"], kept["ending"]).read_bytes()
        == path.read_bytes()
    )
    (version,) = bodies(archive, "version")
    assert version["cards"][0]["totals"]["upper_sum"] == [62, 63]
    assert (version["version"], version["why"], version["sheet"]) == (1, "added", None)


def test_the_same_file_is_said_and_skipped(archive: Archive) -> None:
    path = photo(archive, "a.jpg")
    copy = path.with_name("copy.jpg")
    copy.write_bytes(path.read_bytes())
    assert [one.state for one in add(archive, path, copy)] == [State.ADDED, State.KNOWN]
    assert [one.state for one in add(archive, path)] == [State.KNOWN]
    assert len(bodies(archive, "photo")) == len(bodies(archive, "version")) == 1


def test_no_known_file_is_read_again(archive: Archive) -> None:
    path = photo(archive, "a.jpg")
    add(archive, path)

    def never(path: Path) -> FileResult:
        raise AssertionError(path)

    (outcome,) = add_files(archive, [path], never, catalogue())
    assert outcome.state is State.KNOWN


def test_equal_readings_of_one_sheet_join(archive: Archive) -> None:
    doubtful = photo(archive, "a.jpg", doubts={CHANCE: {"14": 0.49, "19": 0.48}})
    outcomes = add(archive, doubtful, photo(archive, "b.jpg"))
    assert steps(outcomes) == [Step.ADDED, Step.JOINED]
    first, second = bodies(archive, "version")
    assert second["paper"] == first["paper"]
    assert second["why"] == "joined"
    assert set(second["readings"]) > set(first["readings"])
    # The photo without a doubt is the one that is judged.
    assert first["cards"][0]["open"] == [CHANCE]
    assert second["cards"][0]["open"] == []


def test_which_of_two_photos_came_first_makes_no_difference(archive: Archive) -> None:
    doubtful = photo(archive, "a.jpg", doubts={CHANCE: {"14": 0.49, "19": 0.48}})
    other = archive.folder.parent / "other"
    create_archive(other)
    with open_archive(other) as second:
        add(archive, doubtful, photo(archive, "b.jpg"))
        add(second, photo(archive, "b.jpg"), doubtful)
        one, two = bodies(archive, "version")[-1], bodies(second, "version")[-1]
        assert (one["readings"], one["cards"]) == (two["readings"], two["cards"])


def test_different_readings_are_a_conflict_and_nothing_is_lost(archive: Archive) -> None:
    outcomes = add(archive, photo(archive, "a.jpg"), photo(archive, "b.jpg", WRONG_SUM))
    assert steps(outcomes) == [Step.ADDED, Step.CONFLICT]
    assert outcomes[1].exit_code == 1
    (conflict,) = bodies(archive, "conflict")
    assert "g1/upper_sum/sum" in conflict["cells"]
    assert CHANCE not in conflict["cells"]
    assert len(bodies(archive, "reading")) == 2
    (version,) = bodies(archive, "version")
    assert version["readings"] == conflict["readings"][:1]


def test_a_corrected_sheet_is_a_new_version_and_the_old_one_stays(archive: Archive) -> None:
    add(archive, photo(archive, "a.jpg", WRONG_SUM))
    outcomes = add(archive, photo(archive, "b.jpg"), corrected=True)
    assert steps(outcomes) == [Step.CORRECTED]
    old, new = bodies(archive, "version")
    assert (old["version"], new["version"], new["why"]) == (1, 2, "corrected")
    assert old["cards"][0]["totals"]["upper_sum"] == [62, 63]
    assert new["cards"][0]["totals"]["upper_sum"] == [63, 63]
    assert bodies(archive, "conflict") == []


def settle(archive: Archive, take: Take) -> None:
    with archive.write() as change:
        papers = Papers(change)
        (conflict,) = papers.open_conflicts()
        Versions(papers, catalogue()).settle(conflict, take)
        assert papers.open_conflicts() == []


@pytest.mark.parametrize(
    ("take", "written"),
    [(Take.FIRST, [63]), (Take.SECOND, [63, 62]), (Take.BOTH, [63, 62])],
)
def test_a_conflict_is_settled(archive: Archive, take: Take, written: list[int]) -> None:
    add(archive, photo(archive, "a.jpg"), photo(archive, "b.jpg", WRONG_SUM))
    settle(archive, take)
    versions = bodies(archive, "version")
    assert [one["cards"][0]["totals"]["upper_sum"][0] for one in versions] == written
    assert len({one["paper"] for one in versions}) == (2 if take is Take.BOTH else 1)
    (settled,) = bodies(archive, "settled")
    assert settled["take"] == take


def test_after_a_correction_other_photos_of_it_join(archive: Archive) -> None:
    add(archive, photo(archive, "a.jpg", WRONG_SUM))
    first = add(archive, photo(archive, "b.jpg"), photo(archive, "c.jpg"))
    assert steps(first) == [Step.CONFLICT, Step.CONFLICT]
    with archive.write() as change:
        papers = Papers(change)
        versions = Versions(papers, catalogue())
        versions.settle(papers.open_conflicts()[0], Take.SECOND)
        assert papers.open_conflicts() == []
    assert [one["take"] for one in bodies(archive, "settled")] == ["second", "joined"]


def test_a_sheet_of_an_event_is_known_by_its_number(archive: Archive) -> None:
    path = photo(archive, "a.jpg", sheet=5)
    (body,) = [sheet.basis for sheet in read_stub(path).sheets]
    assert body is not None
    register(archive, 5, body.identity.to_text())
    other = dict.fromkeys(CLEAN, "1")
    outcomes = add(archive, path, photo(archive, "b.jpg", other, sheet=5))
    assert steps(outcomes) == [Step.ADDED, Step.CONFLICT]
    (version,) = bodies(archive, "version")
    assert (version["event"], version["sheet"]) == ("open", 5)
    assert version["cards"][0]["player"] == "open/1"


def test_sheets_of_no_event_with_one_number_are_kept_apart(archive: Archive) -> None:
    other = dict.fromkeys(CLEAN, "1")
    outcomes = add(archive, photo(archive, "a.jpg"), photo(archive, "b.jpg", other))
    assert steps(outcomes) == [Step.ADDED, Step.ADDED]
    assert [one.sheets[0].namesake for one in outcomes] == [False, True]
    assert len({one["paper"] for one in bodies(archive, "version")}) == 2


def test_a_photo_that_the_archive_lost_is_put_back(archive: Archive) -> None:
    path = photo(archive, "a.jpg")
    (outcome,) = add(archive, path)
    lost = PhotoStore(archive.folder).path(str(outcome.sha256), ".jpg")
    lost.unlink()
    assert [one.state for one in add(archive, path)] == [State.RESTORED]
    assert lost.read_bytes() == path.read_bytes()
    assert len(bodies(archive, "photo")) == 1


def test_a_photo_that_was_left_without_its_record_is_used(archive: Archive) -> None:
    path = photo(archive, "a.jpg")
    result = read_stub(path)
    orphan = PhotoStore(archive.folder).path(str(result.sha256), ".jpg")
    orphan.parent.mkdir()
    orphan.write_bytes(path.read_bytes())
    assert [one.state for one in add(archive, path)] == [State.ADDED]


def test_a_file_may_be_called_anything(archive: Archive) -> None:
    path = photo(archive, "a.jpg")
    odd = path.rename(path.parent / os.fsdecode(b"caf\xe9.jpg"))
    assert [one.state for one in add(archive, odd)] == [State.ADDED]


def test_one_bad_file_stops_no_other(archive: Archive) -> None:
    bad = archive.folder.parent / "bad.jpg"
    bad.write_text("no photo")

    def read(path: Path) -> FileResult:
        if path == bad:
            error = InputError("no sheet in it", code="no-sheet")
            return FileResult(path, "b" * 64, error, ())
        return read_stub(path)

    paths = [bad, photo(archive, "a.jpg")]
    outcomes = list(add_files(archive, paths, read, catalogue()))
    assert [one.state for one in outcomes] == [State.NOT_READ, State.ADDED]
    assert outcomes[0].exit_code == 3
    assert len(bodies(archive, "photo")) == 1


def test_a_fault_of_the_reader_is_told_of_its_file(archive: Archive) -> None:
    broken = archive.folder.parent / "broken.jpg"
    broken.write_text("{")
    outcomes = add(archive, broken, photo(archive, "a.jpg"))
    assert [one.state for one in outcomes] == [State.NOT_READ, State.ADDED]
    assert outcomes[0].error is not None
    assert outcomes[0].error.code == "internal"


def test_several_processes_give_what_one_gives(archive: Archive) -> None:
    paths = [photo(archive, f"{n}.jpg", sheet=n) for n in range(1, 5)]
    outcomes = list(add_files(archive, paths, read_stub, catalogue(), crew=Processes(2)))
    assert [one.path for one in outcomes] == paths
    assert [one.state for one in outcomes] == [State.ADDED] * 4
    numbers = [one["cards"][0]["totals"]["grand_total"] for one in bodies(archive, "version")]
    assert numbers == [[256, 256]] * 4


@pytest.mark.parametrize(
    "message", ["a.pdf: no sheet", "page 1: a.pdf: no sheet", "a.pdf no sheet"]
)
def test_a_file_is_named_once(archive: Archive, message: str) -> None:
    error = InputError(message)
    outcome = FileOutcome(Path("a.pdf"), "", State.NOT_READ, error=error)
    (line,) = lines_of(outcome, Called(archive, catalogue()))
    page = "page 1: " if "page" in message else ""
    assert line == f"a.pdf: not added: {page}no sheet"
