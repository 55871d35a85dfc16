"""`scorecheck audit`: typed cards, one or many."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import pytest

from tests.cli_runner import Runner

GOOD = {"id": "good", "variant": "yatzy", "card": {"entries": {"ones": 3, "sixes": "X"}}}
BAD = {
    "id": "bad",
    "variant": "yatzy",
    "card": {"entries": {"ones": 3, "sixes": 18}, "written": {"upper_sum": 22}},
}


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Runner:
    return Runner(capsys, monkeypatch)


def saved(path: Path, data: object) -> Path:
    path.write_text(json.dumps(data), encoding="utf-8")
    return path


def test_one_card_or_a_list(run: Runner, tmp_path: Path) -> None:
    one, many = saved(tmp_path / "1.json", GOOD), saved(tmp_path / "2.json", [GOOD, BAD])
    assert run("audit", one).code == 0
    ended = run("audit", one, many, "--json")
    assert ended.code == 1
    verdicts = ended.json("audit-1")["verdicts"]
    assert [verdict["id"] for verdict in verdicts] == ["good", "good", "bad"]
    (finding,) = verdicts[2]["findings"]
    assert (finding["name"], finding["at"]) == ("sum-wrong", "upper_sum")
    assert (finding["written"], finding["expected"]) == (22, 21)


def test_findings_and_totals_in_words(run: Runner, tmp_path: Path) -> None:
    text = run("audit", saved(tmp_path / "a.json", [GOOD, BAD])).out
    assert "good: clean" in text
    assert "bad: 1 finding" in text
    assert "22" in text
    assert "upper_sum 21" in text


def test_standard_input(run: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
    stdin = io.TextIOWrapper(io.BytesIO(json.dumps(BAD).encode()))
    monkeypatch.setattr(sys, "stdin", stdin)
    assert run("audit", "-").code == 1


def test_one_wrong_case_stops_no_other(run: Runner, tmp_path: Path) -> None:
    cases = [GOOD | {"variant": "chess"}, BAD, {"id": "empty"}]
    ended = run("audit", saved(tmp_path / "a.json", cases), "--json")
    assert ended.code == 2
    assert [verdict["id"] for verdict in ended.json("audit-1")["verdicts"]] == ["bad"]
    assert "chess" in ended.err
    assert "case empty" in ended.err


@pytest.mark.parametrize(
    ("data", "code", "said"),
    [(b"{", 2, "not JSON"), (b"\xff\xd8\xff\xe0 photo", 2, "not JSON"), (None, 3, "cannot open")],
)
def test_files_that_hold_no_cards(
    run: Runner, tmp_path: Path, data: bytes | None, code: int, said: str
) -> None:
    path = tmp_path / "å.json"
    if data is not None:
        path.write_bytes(data)
    ended = run("audit", path)
    assert ended.code == code
    assert said in ended.err
    assert "å.json" in ended.err
