"""Decisions applied to a run: from the log to the verdict, by hand and by `check --decisions`."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import cv2
import pytest

from scorecheck import pipeline
from scorecheck.batch import check_files
from scorecheck.decisions.apply import apply_decisions
from scorecheck.decisions.fit import fit
from scorecheck.decisions.log import DecisionLog
from scorecheck.decisions.make import decide, undo
from scorecheck.decisions.place import places
from scorecheck.decisions.record import SECOND, SETTLING, Decision
from scorecheck.report.result import BatchResult, FileResult, SheetResult
from tests.cli_runner import Ended, Runner
from tests.made_decisions import catalogue, cell_of, decision, judged_sheet
from tests.made_sheets import CLEAN, WRONG_SUM, KnowingReader, MadeSheet, kit_for, make_sheet

CHANCE = "g1/chance/value"
DOUBT = {CHANCE: {"18": 0.96, "19": 0.03}}
"""The sums speak for the 19, but the picture does not: so a person is asked."""


def file_of(*sheets: SheetResult, sha256: str = "a" * 64) -> FileResult:
    return FileResult(Path("photo.jpg"), sha256, None, sheets)


def moved(sheet: SheetResult, right: float) -> SheetResult:
    """The same sheet elsewhere in the photo, before anybody decided."""
    cards = tuple(
        replace(
            card,
            cells=tuple(
                replace(cell, box_px=tuple((x + right, y) for x, y in cell.box_px))
                for cell in card.cells
            ),
        )
        for card in sheet.cards
    )
    return replace(sheet, cards=cards)


@pytest.fixture(scope="module")
def left() -> SheetResult:
    return judged_sheet({"g1": CLEAN}, DOUBT)


@pytest.fixture(scope="module")
def right(left: SheetResult) -> SheetResult:
    return moved(left, 300.0)


def on(file: FileResult, number: int, text: str = "19", cell: str = CHANCE) -> Decision:
    """A decision on a sheet of a file."""
    place, sheet = list(places(file))[number]
    return decide(place, cell_of(sheet, cell), text, "Åsa")


def decided(file: FileResult) -> list[str | None]:
    """What was decided of the chance of each sheet."""
    words = [cell_of(sheet, CHANCE).decided for sheet in file.sheets]
    return [word.text if word else None for word in words]


def applied(file: FileResult, *log: Decision) -> FileResult:
    (settled,) = apply_decisions(BatchResult((file,)), log, catalogue()).batch.files
    return settled


def test_sheets_are_counted_page_by_page(left: SheetResult) -> None:
    file = file_of(left, replace(left, page=3), left)
    assert [(place.page, place.sheet) for place, _ in places(file)] == [(1, 0), (3, 0), (1, 1)]
    assert list(places(replace(file, sha256=None))) == []


def test_each_sheet_of_a_photo_has_its_own_decisions(left: SheetResult, right: SheetResult) -> None:
    file = file_of(left, right)
    assert decided(applied(file, on(file, 1))) == [None, "19"]
    assert decided(applied(file, on(file, 1), on(file, 0, "18"))) == ["18", "19"]


def test_a_sheet_found_besides_moves_no_decision(left: SheetResult, right: SheetResult) -> None:
    one = on(file_of(right), 0)
    for sheets, expected in (((left, right), [None, "19"]), ((right, left), ["19", None])):
        assert decided(applied(file_of(*sheets), one)) == expected


def test_an_undo_goes_where_its_decision_went(left: SheetResult, right: SheetResult) -> None:
    one = on(file_of(right), 0)
    back = undo(one, "Björn")
    both = file_of(left, right)
    assert decided(applied(both, one, back)) == [None, None]
    assert decided(applied(both, one, back, undo(back, "Åsa"))) == [None, "19"]


def test_a_decision_that_fits_no_cell_is_told_and_not_applied(left: SheetResult) -> None:
    file = file_of(left)
    fine = on(file, 0)
    misfits = [
        replace(fine, id="1" * 32, cell="g9/chance/value"),
        replace(fine, id="2" * 32, text="FREEZE"),
        replace(fine, id="3" * 32, page=2),
        on(file_of(moved(left, 90.0)), 0),
    ]
    for misfit in misfits:
        found = fit([misfit], file)
        assert (found.decisions, found.misfits) == ((), (misfit,))
    result = apply_decisions(BatchResult((file,)), [fine, *misfits], catalogue())
    assert decided(result.batch.files[0]) == ["19"]
    (note,) = result.batch.notes
    assert note.code == "decision-misfit"
    assert "g9/chance/value" in note.message
    assert "and 3 more" in note.message
    back = undo(misfits[0], "Åsa")
    assert apply_decisions(BatchResult((file,)), [misfits[0], back], catalogue()).batch.notes == ()


def test_a_cell_found_a_little_beside_its_old_place_is_the_same(left: SheetResult) -> None:
    one = on(file_of(moved(left, 2.0)), 0)
    assert decided(applied(file_of(left), one)) == ["19"]


def test_decisions_about_other_photos_are_counted(left: SheetResult) -> None:
    other = decision()
    elsewhere = [replace(other, sha256="b" * 64), replace(other, id="c" * 32, sha256="c" * 64)]
    file = file_of(left)
    log = [on(file, 0), *elsewhere, undo(elsewhere[0], "Åsa")]
    result = apply_decisions(BatchResult((file,)), log, catalogue())
    assert result.elsewhere == 1
    assert decided(result.batch.files[0]) == ["19"]


def test_what_is_moved_from_another_photo_keeps_its_turn(left: SheetResult) -> None:
    file = file_of(left)
    first = replace(on(file, 0, "18"), sha256="b" * 64, read=None)
    second = replace(on(file, 0, "19"), by="Bo", round=SECOND)
    ends = replace(on(file, 0, "19"), by="Cleo", round=SETTLING, remark="seen")
    log = [first, second, ends]
    here = {file.sha256: [replace(first, sha256=file.sha256 or "")]}
    result = apply_decisions(BatchResult((file,)), log, catalogue(), here)
    assert decided(result.batch.files[0]) == ["19"]
    assert result.elsewhere == 0


# The command.


@pytest.fixture(scope="module")
def doubtful() -> MadeSheet:
    return make_sheet(cards={"g1": CLEAN, "g2": WRONG_SUM}, sheet=7)


@pytest.fixture
def run(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, doubtful: MadeSheet
) -> Runner:
    reader = KnowingReader(doubtful.texts, DOUBT)
    monkeypatch.setattr(pipeline, "make_kit", lambda *args: kit_for(reader))
    return Runner(capsys, monkeypatch)


@pytest.fixture
def photo(doubtful: MadeSheet, tmp_path: Path) -> Path:
    return doubtful.save(tmp_path / "a.png")


@pytest.fixture
def file(photo: Path, doubtful: MadeSheet) -> FileResult:
    (found,) = check_files([photo], kit_for(KnowingReader(doubtful.texts, DOUBT))).files
    return found


def cells(ended: Ended) -> dict[str, dict[str, object]]:
    (found,) = ended.json("check-1")["files"]
    return {cell["cell"]: cell for card in found["sheets"][0]["cards"] for cell in card["cells"]}


def test_check_applies_decisions_and_says_who_decided(
    run: Runner, photo: Path, log: DecisionLog, file: FileResult
) -> None:
    one = replace(on(file, 0), remark="tydlig\n9:a")
    log.append(one)
    before = cells(run("check", photo, "--json"))
    after = cells(run("check", photo, "--json", "--decisions", log.path))
    assert "decided" not in before[CHANCE]
    assert before[CHANCE]["state"] == "doubtful"
    assert after[CHANCE]["decided"] == {
        "text": "19", "by": "Åsa", "at": one.at, "remark": "tydlig\n9:a", "round": 1, "id": one.id,
    }  # fmt: skip
    assert after[CHANCE]["state"] == "sure"
    assert after[CHANCE]["confidence"] == 1.0
    assert after[CHANCE]["alone"] == before[CHANCE]["alone"]
    weighed = {"text": before[CHANCE]["text"], "p": before[CHANCE]["confidence"]}
    weighed |= {"state": "doubtful", "alternatives": before[CHANCE]["alternatives"]}
    assert after[CHANCE]["weighed"] == weighed
    said = [name for name, cell in after.items() if {"decided", "weighed"} & cell.keys()]
    assert said == [CHANCE]
    told = run("check", photo, "--decisions", log.path).out
    assert f"=    Chance: 19, as Åsa decided on {one.at[:10]} (read as" in told
    assert "tydlig 9:a" in told


def test_a_settled_sheet_ends_with_its_own_code(
    run: Runner, photo: Path, log: DecisionLog, file: FileResult
) -> None:
    assert run("check", photo).code == 1
    log.append(on(file, 0))
    for cell, text in (("upper_sum", "63"), ("bonus", "35"), ("upper_total", "98")):
        log.append(on(file, 0, text, f"g2/{cell}/sum"))
    assert run("check", photo, "--decisions", log.path).code == 1
    log.append(on(file, 0, "256", "g2/grand_total/sum"))
    ended = run("check", photo, "--decisions", log.path)
    assert (ended.code, ended.err) == (0, "")


def test_a_difference_is_in_doubt_and_told(
    run: Runner, photo: Path, log: DecisionLog, file: FileResult
) -> None:
    first = on(file, 0)
    log.append(first)
    log.append(replace(first, id="2" * 32, by="Björn", text="18", round=2))
    cell = cells(run("check", photo, "--json", "--decisions", log.path))[CHANCE]
    assert cell["state"] == "doubtful"
    disputed = cell["disputed"]
    assert isinstance(disputed, list)
    assert [(one["by"], one["text"]) for one in disputed] == [("Åsa", "19"), ("Björn", "18")]
    told = run("check", photo, "--decisions", log.path).out
    assert "?    Chance: Åsa says 19, Björn says 18" in told
    settling = replace(first, id="3" * 32, by="Cecilie", round=SETTLING, remark="a nine")
    log.append(settling)
    cell = cells(run("check", photo, "--json", "--decisions", log.path))[CHANCE]
    assert cell["text"] == "19"
    assert "disputed" not in cell


def test_decisions_may_lie_in_several_files(
    run: Runner, photo: Path, log: DecisionLog, file: FileResult
) -> None:
    other = DecisionLog(log.path.with_name("more.jsonl"))
    log.append(on(file, 0))
    other.append(on(file, 0, "62", "g1/upper_sum/sum"))
    found = cells(run("check", photo, "--json", "--decisions", other.path, "--decisions", log.path))
    assert [name for name, cell in found.items() if "decided" in cell] == [
        "g1/upper_sum/sum", CHANCE,
    ]  # fmt: skip


def test_decisions_about_other_photos_are_one_warning(
    run: Runner, photo: Path, log: DecisionLog
) -> None:
    for _ in range(2):
        log.append(decision())
    for how in ((), ("--quiet",)):  # no mere hint: it may be the wrong file
        ended = run("check", photo, *how, "--decisions", log.path)
        assert ended.err == "2 decisions are about other photos than these\n"


def test_a_misfit_is_a_note(run: Runner, photo: Path, log: DecisionLog, file: FileResult) -> None:
    log.append(replace(on(file, 0), cell="g7/chance/value"))
    ended = run("check", photo, "--json", "--decisions", log.path)
    (note,) = ended.json("check-1")["notes"]
    assert note["code"] == "decision-misfit"
    assert "g7/chance/value" in run("check", photo, "--decisions", log.path).out


@pytest.mark.parametrize("content", [None, b"", b'{"a": 1}\n'])
def test_a_file_of_decisions_is_looked_at_first(
    run: Runner, photo: Path, tmp_path: Path, content: bytes | None
) -> None:
    path = tmp_path / "log.jsonl"
    if content is not None:
        path.write_bytes(content)
    ended = run("check", photo, "--decisions", path)
    if content == b"":  # nobody has decided anything yet
        assert ended.code == 1
    else:
        assert (ended.code, ended.out) == (3, "")
        assert str(path) in ended.err
    assert json.loads(run("check", photo, "--json").out)["files"]


def test_what_was_decided_on_another_photo_of_the_sheet_holds_too(
    run: Runner, photo: Path, doubtful: MadeSheet, log: DecisionLog, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(photo.parent)
    other = photo.parent / "b.png"
    picture = cv2.imread(str(photo))
    assert picture is not None
    shifted = cv2.copyMakeBorder(picture, 90, 0, 260, 0, cv2.BORDER_REPLICATE)
    assert cv2.imwrite(str(other), shifted)
    assert run("archive", "new").code == 0
    assert run("archive", "add", photo, other).out.count("joined") == 1
    (found,) = check_files([other], kit_for(KnowingReader(doubtful.texts, DOUBT))).files
    log.append(on(found, 0))
    assert run("archive", "decide", log.path).code == 0
    alone = run("check", photo, "--json", "--decisions", log.path)
    assert cells(alone)[CHANCE]["state"] == "doubtful", "a log knows nothing of other photos"
    assert "1 decision is about another photo" in alone.err
    for paths in ([photo], [photo, other]):
        ended = run("check", *paths, "--json", "--decisions", "scorecheck-archive")
        assert ended.err == ""
        for file in ended.json("check-1")["files"]:
            (chance,) = [
                cell
                for card in file["sheets"][0]["cards"]
                for cell in card["cells"]
                if cell["cell"] == CHANCE
            ]
            assert chance["decided"]["text"] == on(found, 0).text
