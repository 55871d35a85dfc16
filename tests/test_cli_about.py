"""`variants`, `explain`, `rule` and `doctor`: what scorecheck knows and what it has."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from scorecheck import resources
from scorecheck.audit.codes import RULES
from scorecheck.cli import doctor_command
from scorecheck.cli.variants_command import ranges
from scorecheck.sheet.fonts import BLACK, BOLD, REGULAR
from tests.cli_runner import Runner


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Runner:
    return Runner(capsys, monkeypatch)


def test_variants(run: Runner) -> None:
    text = run("variants").out
    for name in ("yahtzee", "kniffel", "yatzy", "power"):
        assert name in text
    found = run("variants", "--json").json("variants-1")["variants"]
    assert {"yahtzee", "yatzy", "power"} <= {game["id"] for game in found}


def test_one_variant_lists_boxes_and_options(run: Runner) -> None:
    text = run("variants", "kniffel").out
    assert "small_straight" in text
    assert "joker = " in text
    (game,) = run("variants", "yahtzee", "--json").json("variants-1")["variants"]
    assert game["options"]["joker"]["default"] == "forced"
    assert (game["dice"], game["throws"], game["players"]) == (5, 3, "1+")
    assert "3 throws a turn, 21 boxes, 2-6 players" in run("variants", "power").out


def test_ranges() -> None:
    assert ranges([5, 6, 7, 9, 12, 13]) == "5-7, 9, 12, 13"


def test_explain_lists_the_rolls(run: Runner) -> None:
    ended = run("explain", "yatzy", "full_house", 7)
    assert (ended.code, ended.out) == (0, "Full House: 1 roll makes 7:\n  1 1 1 2 2\n")
    answer = run("explain", "yatzy", "Kåk", 7, "--json").json("explain-1")
    assert answer["rolls"] == [[1, 1, 1, 2, 2]]


def test_explain_says_when_nothing_makes_it(run: Runner) -> None:
    ended = run("explain", "yatzy", "small_straight", 20)
    assert ended.code == 1
    assert "no roll makes 20" in ended.out
    assert "15" in ended.out


def test_explain_knows_jokers_options_and_totals(run: Runner) -> None:
    assert "joker" in run("explain", "yahtzee", "large_straight", 40).out
    none = run("explain", "yahtzee", "large_straight", 40, "--option", "joker=none")
    assert "joker" not in none.out
    assert "50 × 2" in run("explain", "power", "yahtzee_1", 100).out


def test_explain_names_the_boxes_of_the_game(run: Runner) -> None:
    ended = run("explain", "yatzy", "yahtzee", 50)
    assert ended.code == 2
    assert "one_pair" in ended.err


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.name)
def test_every_rule_has_a_page(run: Runner, rule: object) -> None:
    code, name = rule.code, rule.name  # type: ignore[attr-defined]
    ended = run("rule", code)
    assert ended.out.startswith(f"{code} {name}\n")
    assert ended.out == run("rule", name).out
    assert run("rule", code, "--json").json("rule-1")["name"] == name


def test_rules_are_listed_and_close_names_offered(run: Runner) -> None:
    listed = run("rule").out.splitlines()
    names = [rule.name for rule in RULES]
    assert [line.split()[1] for line in listed] == names
    document = run("rule", "--json").json("rules-1")
    assert [one["name"] for one in document["rules"]] == names
    ended = run("rule", "sum-wrng")
    assert ended.code == 2
    assert "sum-wrong" in ended.err


def test_doctor_is_content_or_says_what_is_missing(run: Runner) -> None:
    document = run("doctor", "--json").json("doctor-1")
    states = {check["name"]: check["state"] for check in document["checks"]}
    assert states["reportlab"] == "ok"
    fonts = {f"{font}.ttf" for font in (REGULAR, BOLD, BLACK)}
    assert {name for name in states if name.endswith(".ttf")} == fonts
    assert states["templates"] == "ok"


def test_doctor_needs_no_tesseract(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: None)
    check = doctor_command.tesseract_check()
    assert check.state == "optional"
    assert "apt-get install" in check.help


def test_doctor_tells_how_to_install_what_few_need(
    run: Runner, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = {one["name"]: one for one in run("doctor", "--json").json("doctor-1")["checks"]}
    assert {"distributed", "fsspec", "psycopg", "sqlalchemy"} <= set(here)
    for module in ("distributed", "psycopg"):
        monkeypatch.setitem(sys.modules, module, None)
    ended = run("doctor")
    assert ended.code == 0, "not everybody needs them"
    told = " ".join(ended.out.split())
    assert "absent distributed" in told
    assert "absent psycopg" in told
    gone = {one["name"]: one for one in run("doctor", "--json").json("doctor-1")["checks"]}
    assert gone["distributed"]["state"] == "optional"
    assert "pip install '.[cluster]'" in gone["distributed"]["help"]
    assert "pip install 'psycopg[binary]'" in gone["psycopg"]["help"]


def test_doctor_survives_a_tesseract_that_crashes(monkeypatch: pytest.MonkeyPatch) -> None:
    def crash(*args: object, **more: object) -> object:
        raise subprocess.CalledProcessError(139, "tesseract")

    monkeypatch.setattr(shutil, "which", lambda name: "/usr/bin/tesseract")
    monkeypatch.setattr(subprocess, "run", crash)
    assert doctor_command.tesseract_check().state == "optional"


def test_doctor_ends_with_4_where_something_needed_is_missing(
    run: Runner, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(resources, "data_file", lambda name: tmp_path / name)
    monkeypatch.setitem(sys.modules, "zxingcpp", None)
    ended = run("doctor")
    assert ended.code == 4
    assert "MISSING" in ended.out
    assert "zxing-cpp" in ended.out
    assert "cell.onnx" in ended.out
