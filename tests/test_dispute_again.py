"""The command that a report prints computes every number in it again."""

from __future__ import annotations

import shlex
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from scorecheck import pipeline
from scorecheck.batch import check_files
from scorecheck.decisions.apply import apply_decisions
from scorecheck.decisions.log import DecisionLog
from scorecheck.decisions.make import decide
from scorecheck.decisions.place import places
from scorecheck.photo.load import load_colour
from scorecheck.report.again import command, typed
from scorecheck.report.dispute import gather
from scorecheck.report.dispute_cells import CellShown
from scorecheck.report.dispute_shown import CardShown
from scorecheck.report.html import report_html
from tests.cli_runner import Runner
from tests.made_decisions import catalogue
from tests.made_dispute import DOUBTS
from tests.made_sheets import WRONG_SUM, KnowingReader, kit_for, make_sheet

ODD = ["plain.jpg", "two words.jpg", "it's.jpg", "$HOME`x`.jpg", "-o.jpg", "a\nb.jpg", "東京.jpg"]


@pytest.mark.parametrize("name", ODD)
def test_the_command_can_be_typed(name: str) -> None:
    words = command([Path(name)], decisions=[Path("log 1.jsonl")], options={"joker": "free"})
    expected = f"./{name}" if name.startswith("-") else name
    assert words == (
        "scorecheck", "check", expected, "--option", "joker=free", "--decisions", "log 1.jsonl",
        "--witness", "--json",
    )  # fmt: skip
    if name.isprintable():
        assert shlex.split(typed(words)) == list(words)


@pytest.mark.skipif(shutil.which("bash") is None, reason="needs bash")
@pytest.mark.parametrize("name", [*ODD, "x\udce5 0a\\'.jpg"])
def test_bash_takes_it_letter_by_letter(name: str) -> None:
    line = typed([name], can_show=lambda word: word.isascii() and word.isprintable())
    assert line.isascii() and line.isprintable()
    ended = subprocess.run(["bash", "-c", f"printf %s {line}"], capture_output=True, check=True)
    assert ended.stdout == name.encode("utf-8", "surrogateescape")


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Runner:
    return Runner(capsys, monkeypatch)


def test_every_number_is_computed_again(
    run: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sheet = make_sheet(cards={"g1": WRONG_SUM}, sheet=12)
    photo, log = sheet.save(tmp_path / "a.png"), tmp_path / "log.jsonl"
    kit = kit_for(KnowingReader(sheet.texts, DOUBTS))
    monkeypatch.setattr(pipeline, "make_kit", lambda *args: kit)
    (file,) = check_files([photo], kit).files
    (place, found), *_ = places(file)
    cells = {cell.cell: cell for card in found.cards for cell in card.cells}
    DecisionLog(log).append(decide(place, cells["g1/four_kind/value"], "19", "Åsa"))

    out = tmp_path / "report.html"
    ended = run("check", photo, "--decisions", log, "--report", out, "--lang", "sv", "--quiet")
    assert ended.code == 1
    printed = f"scorecheck check {photo} --decisions {log} --witness --json"
    html = out.read_text(encoding="utf-8")
    assert printed in html
    again = run(*shlex.split(printed)[1:])
    data = again.json("check-1")
    (result,) = data["files"]
    (told,) = result["sheets"]

    batch = apply_decisions(check_files([photo], kit), DecisionLog(log).all(), catalogue()).batch
    dispute = gather(batch, tuple(shlex.split(printed)))
    assert report_html(dispute, load_colour, "sv") == html
    (shown,) = dispute.sheets
    assert result["sha256"] in dict(shown.ties).values()
    assert data["made_by"]["model_sha256"] in dict(dispute.made_by)["Reading model"]
    assert told["template_version"] == shown.sheet.template.version
    card = next(one for one in told["cards"] if one["column"] == "g1")
    (own,) = shown.cards
    check_card(own, card)


def check_card(shown: CardShown, data: dict[str, Any]) -> None:
    """Everything that is shown of a card stands in the answer, or follows by adding up."""
    cells = {cell["cell"]: cell for cell in data["cells"]}
    values = {cell.partition("/")[2].partition("/")[0]: one for cell, one in cells.items()}
    assert shown.witness is not None
    assert data["witness"] == shown.witness.to_json()
    assert [one["message"] for one in data["findings"]] == [
        one.finding.message for one in shown.findings
    ]
    steps = [step for finding in shown.findings for step in finding.steps]
    assert len(steps) > 4
    for step in steps:
        assert data["totals"][step.at] == {"written": step.written, "correct": step.result}
    numbers = {one["value"] for one in values.values()} | {
        total["correct"] for total in data["totals"].values()
    }
    likely = {one["alternatives"][0]["text"] for one in cells.values() if one["text"] == "?"}
    for term in (term for step in steps for term in step.terms):
        assert term.number in numbers or str(term.number) in likely or term.name == "points"
    for cell in every_cell(shown):
        check_cell(cell, cells[cell.cell.cell])


def every_cell(shown: CardShown) -> Iterator[CellShown]:
    yield from shown.decided
    yield from shown.doubts
    for finding in shown.findings:
        yield from finding.cells


def check_cell(shown: CellShown, data: dict[str, Any]) -> None:
    alone = {one["text"]: one["p"] for one in data["seen"]}
    own = data.get("weighed")
    likely = {own["text"]: own["p"]} if own else {data["text"]: data["confidence"]}
    likely |= {one["text"]: one["p"] for one in (own or data)["alternatives"]}
    words = {"": "blank", "?": "not legible"}
    for table, part in ((alone, "alone"), (likely, "weighed")):
        by_word = {words.get(text, text): p for text, p in table.items()}
        for share in shown.shares:
            assert getattr(share, part) == pytest.approx(by_word.get(share.text, 0.0), abs=1e-6)
    assert [one["by"] for one in ([data["decided"]] if "decided" in data else [])] == [
        said.sentence.partition(" ")[0] for said in shown.people
    ]
