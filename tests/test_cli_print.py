"""`scorecheck print`: sheets and layouts, and what is wrong said before anything is written."""

from __future__ import annotations

import json
from pathlib import Path

import pdfplumber
import pytest

from tests.cli_runner import Runner, validate


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Runner:
    return Runner(capsys, monkeypatch)


def test_prints_a_sheet_and_its_layout(run: Runner, tmp_path: Path) -> None:
    pdf, layout = tmp_path / "blad å.pdf", tmp_path / "blad å.json"
    ended = run("print", "yatzy", "-o", pdf, "--layout", layout, "--lang", "sv")
    assert ended.code == 0
    assert ended.out == ""
    assert pdf.read_bytes().startswith(b"%PDF")
    document = json.loads(layout.read_text(encoding="utf-8"))
    validate(document, "layout-1")
    assert (document["variant"], document["lang"], document["paper"]) == ("yatzy", "sv", "a4")


def test_the_same_order_gives_the_same_bytes(run: Runner, tmp_path: Path) -> None:
    for name in ("1.pdf", "2.pdf"):
        assert run("print", "power", "-o", tmp_path / name, "--players", "Anna,Bo").code == 0
    assert (tmp_path / "1.pdf").read_bytes() == (tmp_path / "2.pdf").read_bytes()


def test_names_and_numbers_are_printed(run: Runner, tmp_path: Path) -> None:
    pdf = tmp_path / "y.pdf"
    args = ("--players", "Åsa,Łukasz", "--sheets", 2, "--first", 40, "--paper", "letter")
    assert run("print", "yahtzee", "-o", pdf, *args).code == 0
    with pdfplumber.open(pdf) as document:
        assert len(document.pages) == 2
        text = document.pages[1].extract_text()
    assert "Åsa" in text
    assert "Łukasz" in text
    assert "41" in text


def test_an_alias_brings_its_own_title(run: Runner, tmp_path: Path) -> None:
    pdf = tmp_path / "k.pdf"
    assert run("print", "kniffel", "-o", pdf).code == 0
    with pdfplumber.open(pdf) as document:
        assert "Kniffel" in document.pages[0].extract_text()


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("yatzyy",), "did you mean yatzy"),
        (("yatzy", "--paper", "a3"), "a4, letter, a5"),
        (("yatzy", "--lang", "xx"), "en"),
        (("yatzy", "--players", "A", "--games", "2"), "exclude each other"),
        (("yatzy", "--players", ""), "--players '': name 1 is empty"),
        (("yatzy", "--players", "A,,B"), "name 2 is empty"),
        (("yatzy", "--sheets", "5", "--first", "999998"), "begin at 999995 or lower"),
        (("yatzy", "--games", "60", "--first", "999999"), "but 999999 is the highest"),
        (("yatzy", "--templates", "/nope"), "name a folder"),
        (("yahtzee", "--option", "joker"), "NAME=VALUE"),
        (("yahtzee", "--option", "jokr=free"), "joker"),
        (("yahtzee", "--option", "joker=free", "--option", "joker=none"), "twice"),
        (("yatzy", "-o", "sheet.txt"), ".pdf"),
    ],
)
def test_what_is_wrong_is_said_with_what_to_do(
    run: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, args: tuple[str, ...], said: str
) -> None:
    monkeypatch.chdir(tmp_path)
    ended = run("print", *args)
    assert ended.code == 2
    assert said in ended.err
    assert list(tmp_path.iterdir()) == []


def test_an_unwritable_place_is_named(run: Runner, tmp_path: Path) -> None:
    ended = run("print", "yatzy", "-o", tmp_path / "no" / "such" / "y.pdf")
    assert ended.code == 3
    assert "cannot write" in ended.err


@pytest.mark.parametrize("name", ["", "."])
def test_an_output_without_a_name_is_refused(
    name: str, run: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    ended = run("print", "yatzy", "-o", name)
    assert ended.code == 2
    assert "the name of the output is empty, or that of this folder" in ended.err
    assert "for example out.pdf" in ended.err


def test_a_folder_without_templates_is_told(run: Runner, tmp_path: Path) -> None:
    ended = run("print", "yatzy", "--templates", tmp_path, "-o", tmp_path / "y.pdf")
    assert ended.code == 2
    assert f"{tmp_path}: expected template files (*.toml), and there is none in it" in ended.err


def test_an_older_file_outlives_a_failure(run: Runner, tmp_path: Path) -> None:
    older = tmp_path / "y.pdf"
    older.write_bytes(b"older")
    assert run("print", "yatzy", "-o", older, "--layout", tmp_path / "no" / "l.json").code == 3
    assert older.read_bytes() == b"older"
    assert list(tmp_path.iterdir()) == [older]


def test_templates_of_ones_own_report_all_their_errors(run: Runner, tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text('id = "mine"\nversion = "x"\n')
    ended = run("print", "mine", "--templates", tmp_path, "-o", tmp_path / "m.pdf")
    assert ended.code == 2
    assert ended.err.count("mine.toml: ") >= 3


@pytest.mark.parametrize("option", ["-o", "--layout"])
def test_a_name_that_is_too_long_is_said(run: Runner, tmp_path: Path, option: str) -> None:
    name = "å" * 200 + (".pdf" if option == "-o" else ".json")
    ended = run("print", "yatzy", "-o", tmp_path / "a.pdf", option, tmp_path / name)
    assert ended.code == 3
    assert "cannot write" in ended.err
    assert list(tmp_path.iterdir()) == []


def test_numbers_that_no_game_has_are_refused(run: Runner, tmp_path: Path) -> None:
    for number in ("-1", "1.5", "1000000", "9" * 5000):
        ended = run(
            "print", "yatzy", "-o", tmp_path / "a.pdf", "--option", f"bonus_points={number}"
        )
        assert ended.code == 2
        assert "a whole number from 0 to 999999" in ended.err
