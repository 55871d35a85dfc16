"""How the players of a table stand, and how the audit tells it in words and in JSON."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from scorecheck.audit.cases import audit_case
from scorecheck.game.catalogue import load_catalogue
from tests.cli_runner import Runner

YATZY = [box.id for box in load_catalogue().get("yatzy").boxes]
POWER = [box.id for box in load_catalogue().get("power").boxes]
STRIKE = {"base": "X", "power": None, "total": 0}


def card(boxes: list[str], strike: object = 0, **values: object) -> dict[str, object]:
    return {"entries": {**dict.fromkeys(boxes, strike), **values}}


def seats(case: dict[str, object]) -> list[dict[str, Any]]:
    verdict = audit_case(case, load_catalogue())
    return verdict["table"]  # type: ignore[return-value]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Runner:
    return Runner(capsys, monkeypatch)


def told(run: Runner, tmp_path: Path, *cases: object, options: tuple[str, ...] = ()) -> str:
    path = tmp_path / "a.json"
    path.write_text(json.dumps(list(cases)), encoding="utf-8")
    return run("audit", path, *options).out


def test_a_game_that_is_over() -> None:
    case = {
        "variant": "yatzy",
        "status": "final",
        "cards": [card(YATZY, ones=3), card(YATZY[1:]), card(YATZY, twos=4)],
        "names": ["Åsa", "Bo", "the Lund team"],
    }
    first, second, third = seats(case)
    assert (first["finished"], first["blanks_legal"], first["turns"]) == (True, True, [15])
    assert (second["finished"], second["filled"], second["blanks_legal"]) == (False, 14, False)
    assert (third["name"], third["points"], third["leads"]) == ("the Lund team", 4, True)
    assert not first["leads"]


def test_blanks_of_those_who_did_not_end_a_power_game() -> None:
    case = {
        "variant": "power",
        "status": "final",
        "cards": [card(POWER, STRIKE), card(POWER[:15], STRIKE)],
    }
    first, second = seats(case)
    assert first["turns"] == list(range(11, 22))
    assert second["turns"] == list(range(8, 16))
    assert (second["finished"], second["blanks_legal"]) == (False, True)
    case["cards"] = [card(POWER[:15], STRIKE), card(POWER[:15], STRIKE)]
    assert [seat["blanks_legal"] for seat in seats(case)] == [False, False]


def test_sheets_of_several_columns() -> None:
    sheets = [{"columns": [card(["ones"]), card(["ones", "twos"])]}, {"columns": [card(["ones"])]}]
    case = {"variant": "triple", "cards": sheets}
    assert [(seat["filled"], seat["boxes"]) for seat in seats(case)] == [(3, 39), (1, 39)]
    (finding,) = audit_case(case, load_catalogue())["findings"]  # type: ignore[misc]
    assert (finding["name"], finding["at"]) == ("turn-count-mismatch", "game")
    case["status"] = "final"
    assert [seat["blanks_legal"] for seat in seats(case)] == [False, False]


def test_the_table_in_words(run: Runner, tmp_path: Path) -> None:
    players = [card(YATZY[:2], chance=20), card(YATZY[:3]), card(YATZY[:2], chance=20)]
    case = {"id": "t", "variant": "yatzy", "cards": players, "names": ["A & B", "C", "D"]}
    text = told(run, tmp_path, case)
    assert "A & B and D are level in the lead with 20 points" in text
    assert "3 of 15" in text
    assert "in play, 12 blanks" in text
    over = {
        "variant": "power",
        "status": "final",
        "cards": [card(POWER, STRIKE), card(POWER[:15], STRIKE)],
    }
    text = told(run, tmp_path, over)
    assert "6 blanks, legal at the end of the game" in text
    assert "11 to 21" in text
    assert "a tie: player 1 and player 2 share the win with 0 points" in text


def test_wrong_names(run: Runner, tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    path.write_text(json.dumps({"variant": "yatzy", "cards": [{}, {}], "names": ["A"]}))
    ended = run("audit", path)
    assert ended.code == 2
    assert "a list of 2 names" in ended.err


def test_a_witness_in_words(run: Runner, tmp_path: Path) -> None:
    good = {
        "variant": "yahtzee",
        "card": {"entries": {"yahtzee": 50, "fives": 25, "full_house": 25}, "chips": 2},
    }
    bad = {"variant": "yahtzee", "card": {"entries": {"yahtzee": 50, "ones": 2}, "chips": 1}}
    row = {"base": 16, "power": "D", "total": 32}
    other = {"base": 22, "power": "D", "total": 44}
    power = {"variant": "power", "card": {"entries": {"fours": row, "four_kind_1": other}}}
    totals = {"variant": "yatzy", "status": "totals-only", "card": {"written": {"lower_sum": 7}}}
    text = told(run, tmp_path, good, bad, power, totals, options=("--witness",))
    assert "one legal game, 3 turns:" in text
    assert "2  5-5-5-5-5: Fives 25 (a further Yahtzee, 1 chip)" in text
    assert "no legal game ends so; cannot stand together: Yahtzee bonus 1 and Aces 2" in text
    assert "1 chip needs a Yahtzee roll after the 50; no box here can be one" in text
    assert "4-4-4-4-6 DOUBLE: Fours 16 × 2 = 32 and 4 of a Kind 1 22 × 2 = 44" in text
    assert "no game is shown: only totals are known" in text


def test_a_witness_in_json(run: Runner, tmp_path: Path) -> None:
    sheet = {"columns": {"c2": card(["yahtzee"], 50), "c1": card(["ones"], 3)}}
    cases = [
        {"variant": "triple", "card": sheet},
        {"variant": "yamb", "card": {"columns": {"down": card(["twos"], 4)}}},
        {"variant": "yamb", "card": {"columns": {"announce": card(["straight"], 56)}}},
        {"variant": "power", "status": "final", "cards": [card(POWER, STRIKE)] * 2},
        {"variant": "power", "cards": [card(POWER[:3], STRIKE), card(POWER[:2], STRIKE)]},
    ]
    path = tmp_path / "a.json"
    path.write_text(json.dumps(cases), encoding="utf-8")
    verdicts = run("audit", path, "--witness", "--json").json("audit-1")["verdicts"]
    triple, down, announced, full, two = [verdict["witness"] for verdict in verdicts]
    assert [turn["fills"][0]["box"] for turn in triple["games"][0]["turns"]] == [
        "c1.ones", "c2.yahtzee"
    ]  # fmt: skip
    assert not down["legal"]
    assert [entry["at"] for entry in down["conflicts"][0]["entries"]] == ["down.twos", "down.ones"]
    assert announced["games"][0]["turns"][0]["note"] == "announced, in 2 throws"
    assert [entry["at"] for entry in full["conflicts"][0]["entries"]] == ["p1", "p2"]
    assert two["began"] in (1, 2)
    assert [game["of"] for game in two["games"]] == ["p1", "p2"]
    assert "witness" not in run("audit", path, "--json").json("audit-1")["verdicts"][0]
