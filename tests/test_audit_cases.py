"""Audit cases as data: adding one to tests/cases needs no Python."""

import json
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from scorecheck.audit.cases import audit_cases
from scorecheck.errors import UsageError
from scorecheck.game.catalogue import load_catalogue
from scorecheck.game.columns import ColumnsCard
from scorecheck.measure import rule_cases
from scorecheck.resources import data_file

CASES = [
    (path.stem, case)
    for path in sorted((Path(__file__).parent / "cases").glob("*.json"))
    for case in json.loads(path.read_text(encoding="utf-8"))
]
SCHEMA = json.loads(data_file("schemas/audit-1.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    "case", [case for _, case in CASES], ids=[f"{f}-{c['id']}" for f, c in CASES]
)
def test_case(case: dict[str, object]) -> None:
    assert rule_cases.differences(case, load_catalogue()) == []


def test_the_answer_has_its_schema() -> None:
    answer = audit_cases([case for _, case in CASES], load_catalogue())
    Draft202012Validator.check_schema(SCHEMA)
    Draft202012Validator(SCHEMA).validate(json.loads(json.dumps(answer)))
    assert len(answer["verdicts"]) == len(CASES)  # type: ignore[arg-type]


def test_one_case_needs_no_list() -> None:
    case = {"variant": "yatzy", "card": {"entries": {"chance": 4}}}
    answer = audit_cases(case, load_catalogue())
    (verdict,) = answer["verdicts"]  # type: ignore[misc]
    assert verdict["findings"][0]["message"] == "Chance says 4, but chance can only be 5 to 30"


@pytest.mark.parametrize(
    "change, word",
    [
        ({"variant": "canasta"}, "canasta"),
        ({"options": {"colour": "red"}}, "colour"),
        ({"options": []}, "options"),
        ({"status": "lost"}, "lost"),
        ({"card": {"entries": {"chance": "?"}}}, "chance"),
        ({"cards": []}, "exactly one"),
        ({"dice": {"chance": [1, 2, 3]}}, "dice.chance"),
        ({"dice": {"chance": [1, 2, 3, 4, 0]}}, "dice.chance"),
    ],
)
def test_a_wrong_case_is_named(change: dict[str, object], word: str) -> None:
    case = {"id": "mine", "variant": "yatzy", "card": {"entries": {}}, **change}
    with pytest.raises(UsageError) as caught:
        audit_cases([case], load_catalogue())
    assert "mine" in caught.value.message
    assert word in caught.value.message
    assert caught.value.help


@pytest.mark.parametrize(
    "case",
    [
        {"variant": "yatzy", "cards": []},
        {"variant": "yatzy", "cards": [{}], "winner": 2},
        {"variant": "yatzy", "games": [{}], "match_total": "many"},
        {"variant": "yatzy"},
        "yatzy",
    ],
)
def test_wrong_shapes(case: object) -> None:
    with pytest.raises(UsageError):
        audit_cases(case, load_catalogue())


def test_measuring_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good = {"id": "a", "variant": "yatzy", "card": {"entries": {}}, "status": "totals-only"}
    expected = {"findings": [], "totals": {}}
    wrong = {"findings": [{"code": "incomplete", "at": "game"}], "totals": {}}
    path = tmp_path / "cases.json"
    path.write_text(json.dumps([{**good, "expected": expected}]), encoding="utf-8")
    assert rule_cases.main([str(path)]) == 0
    path.write_text(json.dumps([{**good, "expected": wrong}]), encoding="utf-8")
    assert rule_cases.main([str(path)]) == 1
    assert "missing ('incomplete', 'game', False)" in capsys.readouterr().out
    assert rule_cases.main([]) == 2


def test_players_of_a_game_with_columns() -> None:
    sheets = [{"columns": [{"entries": {"ones": value}}]} for value in (3, 5, 9)]
    case = {"variant": "triple", "cards": sheets, "winner": 1}
    (verdict,) = audit_cases(case, load_catalogue())["verdicts"]  # type: ignore[misc]
    found = [(finding["name"], finding["at"]) for finding in verdict["findings"]]
    assert found == [("value-impossible", "p3.c1.ones"), ("winner-wrong", "game")]
    assert verdict["totals"]["winners"] == [3]
    assert verdict["totals"]["players"][1]["columns"][0]["upper_sum"] == 5


@pytest.mark.parametrize(
    "case",
    [
        {"variant": "triple", "card": {"entries": {"ones": 3}}},
        {"variant": "triple", "card": {"columns": {"c4": {}}}},
        {"variant": "triple", "card": {"columns": [{}, {}, {}, {}]}},
        {"variant": "triple", "card": []},
        {"variant": "triple", "games": [{"columns": []}]},
        {"variant": "yahtzee", "card": {"columns": []}},
    ],
)
def test_wrong_columns(case: dict[str, object]) -> None:
    with pytest.raises(UsageError) as caught:
        audit_cases(case, load_catalogue())
    assert "expected" in caught.value.message


def test_column_cards_survive_json() -> None:
    triple = load_catalogue().get("triple")
    data = {
        "columns": {"c1": {"entries": {"ones": 3}}, "c3": {"entries": {"chance": "X"}}},
        "chips": {"c3": 1},
        "written": {"grand_total": 9},
    }
    card = ColumnsCard.from_json(data, triple)
    assert ColumnsCard.from_json(card.to_json(triple), triple) == card
    assert card.columns["c3"].chips == 1
