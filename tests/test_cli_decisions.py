"""`scorecheck decisions`: the log as people and programs read it."""

from __future__ import annotations

from pathlib import Path

import pytest

from scorecheck.archive.add import add_files
from scorecheck.archive.decide import add_decisions
from scorecheck.archive.opening import create_archive, open_archive
from scorecheck.decisions.log import DecisionLog
from scorecheck.decisions.record import SETTLING, Decision
from scorecheck.measure.stub_photos import read_stub, write_photo
from tests.cli_runner import Runner
from tests.made_decisions import catalogue, decision, undo
from tests.made_sheets import CLEAN


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Runner:
    return Runner(capsys, monkeypatch)


def keep(log: DecisionLog, *decisions: Decision) -> list[Decision]:
    for one in decisions:
        log.append(one)
    return list(decisions)


def test_who_decided_what_and_when(run: Runner, log: DecisionLog) -> None:
    at = "2026-01-31T20:15:09.123Z"
    first, empty = decision("19", at=at, remark="clear\nenough"), decision("", cell="g1/ones/value")
    back = undo(first)
    keep(log, first, empty, back, undo(back, "Åsa"), undo(empty), decision("3", sheet=1))
    ended = run("decisions", log.path)
    assert (ended.code, ended.err) == (0, "")
    lines = ended.out.splitlines()
    assert lines[0] == "photo aaaaaaaaaaaa…, page 1, sheet 1"
    assert lines[1] == (
        "  2026-01-31 20:15 UTC  Åsa: g1/chance/value says 19 (read as 18, 61 %): clear enough"
    )
    assert lines[2].endswith("Åsa: g1/ones/value says blank (read as 18, 61 %)  (taken back)")
    assert lines[3].endswith("Björn took back Åsa's 19 in g1/chance/value  (taken back)")
    assert lines[4].endswith("Åsa took back Björn's undo on g1/chance/value")
    assert lines[5].endswith("Björn took back Åsa's blank in g1/ones/value")
    assert lines[7] == "photo aaaaaaaaaaaa…, page 1, sheet 2"


def test_two_reviews_are_compared(run: Runner, log: DecisionLog) -> None:
    ones = {"cell": "g1/ones/value"}
    first, second, *_ = keep(
        log, decision("18"), decision("19", "Björn", round=2),
        decision("3", **ones), decision("3", "åsa", **ones, round=2),
        decision("6", cell="g1/twos/value"),
    )  # fmt: skip
    ended = run("decisions", log.path)
    assert ended.code == 1
    assert "two reviews: 1 agreed, 1 different, 1 decided by the first person only" in ended.out
    assert "?  g1/chance/value: Åsa says 18, Björn says 19" in ended.out
    assert "the same person decided twice on 1 of these cells" in ended.out
    (sheet,) = run("decisions", log.path, "--json").json("decisions-1")["sheets"]
    chance, alike, alone = sheet["compared"]
    assert chance == {
        "cell": "g1/chance/value", "standing": "differs", "first": first.id, "second": second.id,
        "settling": None, "holds": None, "independent": True,
    }  # fmt: skip
    assert (alike["standing"], alike["independent"]) == ("agreed", False)
    assert alone["standing"] == "first-only"
    keep(log, decision("19", "Cecilie", round=SETTLING, remark="with a lens"))
    settled = run("decisions", log.path)
    assert settled.code == 0
    assert "settles a difference: with a lens" in settled.out


def test_the_json_form_has_every_record(run: Runner, log: DecisionLog) -> None:
    one, back = keep(log, one := decision("19"), undo(one))
    (sheet,) = run("decisions", log.path, "--json").json("decisions-1")["sheets"]
    assert [told.pop("stands") for told in sheet["decisions"]] == [False, True]
    schema = one.to_json()["schema"]
    records = [Decision.from_json({"schema": schema, **told}) for told in sheet["decisions"]]
    assert records == [one, back]
    assert sheet["compared"] == []


def test_several_files_and_none(run: Runner, log: DecisionLog, tmp_path: Path) -> None:
    other = DecisionLog(tmp_path / "more.jsonl")
    one, two = decision("1"), decision("2")
    keep(log, two)
    keep(other, one, two)
    (sheet,) = run("decisions", log.path, other.path, "--json").json("decisions-1")["sheets"]
    assert [told["id"] for told in sheet["decisions"]] == [one.id, two.id]
    empty = tmp_path / "empty.jsonl"
    empty.touch()
    assert run("decisions", empty).out == "no decisions\n"
    missing = run("decisions", tmp_path / "typo.jsonl")
    assert (missing.code, missing.out) == (3, "")
    assert "no such file" in missing.err


def test_an_undo_of_something_elsewhere_is_told(run: Runner, log: DecisionLog) -> None:
    keep(log, undo(decision("1")))
    assert "took back a decision that is not in this file" in run("decisions", log.path).out


def test_the_folder_of_an_archive(run: Runner, log: DecisionLog, tmp_path: Path) -> None:
    folder = tmp_path / "club"
    create_archive(folder)
    photo = write_photo(tmp_path / "a.jpg", {"g1": CLEAN})
    with open_archive(folder) as archive:
        (added,) = add_files(archive, [photo], read_stub, catalogue())
        one = decision("19", "Åsa", sha256=added.sha256, read=None)
        add_decisions(archive, [one], catalogue())
    ended = run("decisions", folder)
    assert (ended.code, ended.err) == (0, "")
    assert "Åsa: g1/chance/value says 19" in ended.out
    keep(log, decision("3"))
    both = run("decisions", folder, log.path, "--json").json("decisions-1")["sheets"]
    assert [told["by"] for sheet in both for told in sheet["decisions"]] == ["Åsa", "Åsa"]


def test_a_folder_that_is_no_archive(run: Runner, tmp_path: Path) -> None:
    ended = run("decisions", tmp_path)
    assert (ended.code, ended.out) == (5, "")
    assert "there is no archive in" in ended.err
