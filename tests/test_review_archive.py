"""An archive under review: its sheets in doubt are shown, and decisions go into its log."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from scorecheck.archive.add import add_files
from scorecheck.archive.assign import SheetMeant, assign
from scorecheck.archive.decide import ArchiveDecisions
from scorecheck.archive.opening import create_archive, open_archive
from scorecheck.archive.store import Archive
from scorecheck.archive.unplaced import unplaced
from scorecheck.archive.verify import verify
from scorecheck.cli.decided import read_decided
from scorecheck.decisions import settle
from scorecheck.errors import ArchiveError
from scorecheck.judge.sheet import judge_sheet
from scorecheck.measure.stub_photos import read_stub, write_photo
from scorecheck.review import serve
from scorecheck.review.archived import ArchiveChecks
from scorecheck.review.checking import Checked
from scorecheck.review.desk import Desk
from scorecheck.review.facts import sheet_facts
from scorecheck.review.ledger import Ledger
from tests import made_club
from tests.cli_runner import Runner
from tests.made_decisions import catalogue
from tests.made_review import picture_of
from tests.made_sheets import CLEAN
from tests.made_shelf import StubChecks, read_all, shelf_on

CHANCE = "g1/chance/value"
DOUBT = {CHANCE: {"14": 0.49, "19": 0.48}}


@pytest.fixture
def archive(tmp_path: Path) -> Iterator[Archive]:
    create_archive(tmp_path / "club")
    with open_archive(tmp_path / "club") as one:
        yield one


def photo(archive: Archive, name: str, sheet: int, **more: Any) -> Path:
    path = archive.folder.parent / name
    return write_photo(path, {"g1": CLEAN}, sheet=sheet, nonce=name, **more)


def add(archive: Archive, *paths: Path) -> None:
    list(add_files(archive, paths, read_stub, catalogue()))


def desk_on(archive: Archive) -> Desk:
    shelf = shelf_on(archive)
    read_all(shelf)
    return shelf.desk


def version(archive: Archive) -> dict[str, Any]:
    return [record.body for record in archive.records(kind="version")][-1]


def test_both_photos_of_a_conflict_are_shown(archive: Archive) -> None:
    misread = {CHANCE: {"14": 0.999, "19": 0.001}}
    add(archive, photo(archive, "a.jpg", 1), photo(archive, "b.jpg", 1, doubts=misread))
    assert len(desk_on(archive).entries()) == 2


def test_a_decision_goes_into_the_log_of_the_archive(archive: Archive) -> None:
    add(archive, photo(archive, "a.jpg", 2, doubts=DOUBT))
    (sheet,) = desk_on(archive).entries()[0].sheets
    made = sheet.decide(CHANCE, "19", "Åsa")
    assert version(archive)["decisions"] == [made.id]
    assert version(archive)["cards"][0]["open"] == []
    # It is there for the second review, and for the next start.
    (again,) = desk_on(archive).entries()[0].sheets
    assert again.decisions()[CHANCE].id == made.id
    again.undo("Åsa")
    assert version(archive)["cards"][0]["open"] == [CHANCE]
    assert verify(archive).misfits == ()


def test_the_page_shows_what_the_archive_has_read(
    archive: Archive, monkeypatch: pytest.MonkeyPatch
) -> None:
    add(archive, photo(archive, "a.jpg", 2, doubts=DOUBT))

    def other(checks: StubChecks, path: Path) -> Checked:
        read = read_stub(photo(archive, "other.jpg", 2))
        return Checked(
            type(read)(path, read_stub(path).sha256, None, read.sheets, read.pages),
            tuple(picture_of(sheet) for sheet in read.sheets),
        )

    monkeypatch.setattr(StubChecks, "check", other)
    (sheet,) = desk_on(archive).entries()[0].sheets
    assert sheet.asked == (CHANCE,)


def test_a_sheet_that_was_put_to_its_place_is_shown_under_its_new_columns(tmp_path: Path) -> None:
    with made_club.club(tmp_path / "event") as archive:
        cards = {f"g{n}": made_club.card(10 + n) for n in (1, 2)}
        doubt = {CHANCE: {"11": 0.49, "17": 0.48}}
        path = write_photo(tmp_path / "stray.jpg", cards, mode="games", sheet=77, doubts=doubt)
        add(archive, path)
        (one,) = unplaced(archive)
        assign(archive, one.name, SheetMeant(number=1), "Eva Holm", catalogue())
        (entry,) = desk_on(archive).entries()
        (sheet,) = entry.sheets
        facts = sheet_facts(sheet, "en")
        assert [cell["id"] for cell in facts["cells"] if cell["open"]] == ["p1/chance/value"]
        assert set(sheet.picture.places) >= {cell["id"] for cell in facts["cells"]}
        sheet.decide("p1/chance/value", "11", "Åsa")
        assert version(archive)["cards"][0]["open"] == []
        assert verify(archive).misfits == ()


def test_a_photo_that_a_phone_sends_is_added(archive: Archive) -> None:
    checks = ArchiveChecks(StubChecks(), archive, catalogue())
    desk = Desk(checks, Ledger(ArchiveDecisions(archive, catalogue())), catalogue())
    desk.put_checked(checks.check(photo(archive, "sent.jpg", 3, doubts=DOUBT)))
    (sheet,) = desk.entries()[0].sheets
    sheet.decide(CHANCE, "19", "Åsa")
    assert version(archive)["why"] == "decided"


def test_what_cannot_be_added_is_not_shown_to_be_decided_on(
    archive: Archive, monkeypatch: pytest.MonkeyPatch
) -> None:
    def locked(self: Archive) -> None:
        raise ArchiveError("it is being written to", help="wait", code="archive-locked")

    monkeypatch.setattr(Archive, "write", locked)
    checked = ArchiveChecks(StubChecks(), archive, catalogue()).check(photo(archive, "a.jpg", 3))
    assert checked.file.sheets == ()
    assert checked.file.error is not None
    assert checked.file.error.code == "archive-locked"


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Runner:
    def keep(app: Any, doors: serve.Doors) -> None:
        for door in doors.sockets:
            door.close()

    monkeypatch.setattr(serve, "run", keep)
    return Runner(capsys, monkeypatch)


def test_the_command_takes_the_folder_of_an_archive(archive: Archive, run: Runner) -> None:
    ended = run("review", archive.folder, "--no-browser")
    assert ended.code == 0
    assert f"decisions are kept in {archive.folder}" in ended.err


def test_an_archive_is_reviewed_alone(archive: Archive, run: Runner, tmp_path: Path) -> None:
    for more in ([tmp_path], ["--decisions", tmp_path / "log.jsonl"]):
        ended = run("review", archive.folder, *more, "--no-browser")
        assert ended.code == 2
        assert "is an archive, which is reviewed alone" in ended.err


def test_the_command_of_a_report_takes_its_decisions_from_the_archive(archive: Archive) -> None:
    add(archive, photo(archive, "a.jpg", 2, doubts=DOUBT))
    (sheet,) = desk_on(archive).entries()[0].sheets
    made = sheet.decide(CHANCE, "19", "Åsa")
    assert [one.id for one in read_decided([sheet.ledger.log.path])] == [made.id]


def test_a_decision_is_judged_once_for_the_archive_and_the_page(
    archive: Archive, monkeypatch: pytest.MonkeyPatch
) -> None:
    add(archive, photo(archive, "a.jpg", 2, doubts=DOUBT))
    (sheet,) = desk_on(archive).entries()[0].sheets
    judged: list[object] = []

    def counted(*given: Any) -> Any:
        judged.append(given)
        return judge_sheet(*given)

    monkeypatch.setattr(settle, "judge_sheet", counted)
    for text in ("19", "14", "X"):
        sheet.decide(CHANCE, text, "Åsa")
        (cell,) = (
            one for card in sheet.settled().cards for one in card.cells if one.cell == CHANCE
        )
        assert cell.text == text
        assert version(archive)["cards"][0]["texts"][CHANCE] == text
    assert len(judged) == 3


def test_what_is_remembered_is_what_the_log_says(archive: Archive) -> None:
    add(archive, photo(archive, "a.jpg", 2, doubts=DOUBT))
    kept = ArchiveDecisions(archive, catalogue())
    (sheet,) = desk_on(archive).entries()[0].sheets
    one = sheet.decide(CHANCE, "19", "Åsa")
    again = replace(one, id="e" * 32, text="14")
    kept.append(again)
    kept.append(replace(one, id="f" * 32, text=None, read=None, undoes=again.id))
    assert version(archive)["cards"][0]["texts"][CHANCE] == "19"
    remembered = kept.remembered
    for number, body in remembered.bodies.items():
        (record,) = (one for one in archive.records() if one.seq == number)
        assert record.body == body
    remembered.keep({10_000 + n: {} for n in range(1000)})
    assert len(remembered.bodies) == 400
    assert verify(archive).misfits == ()
