"""A tournament by commands alone, in the reader's language."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest

from scorecheck.archive.opening import open_archive
from tests.cli_runner import Ended, Runner
from tests.made_cli_event import PLAYERS, new, play, print_round
from tests.made_club import add, card, facts_of, photo


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Runner:
    return Runner(capsys, monkeypatch)


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """Where the archive is to be; the list of players lies beside it."""
    (tmp_path / "players.csv").write_text(PLAYERS, encoding="utf-8")
    return tmp_path / "club"


def test_an_event_from_its_players_to_its_results(run: Runner, place: Path) -> None:
    made = new(run, place)
    assert made.code == 0
    assert "Vårcupen: 4 players, 2 rounds, tables of at most 2, seed 4711" in made.err
    assert "Equal points are parted by: the best game" in made.err
    before = run("event", "status", "--archive", place)
    assert "No sheets of rounds 1, 2 have been printed yet." in before.out
    printed = print_round(run, place, 1)
    assert "round 1, 2 tables, sheets 1 to 2" in printed.err
    assert (place.parent / "round-1.pdf").read_bytes().startswith(b"%PDF")
    waiting = run("event", "status", "--archive", place)
    assert waiting.code == 1
    assert "2  missing" in waiting.out
    assert "No sheets of round 2 have been printed yet." in waiting.out
    empty = run("archive", "standings", "--archive", place)
    assert empty.code == 1
    assert "Nothing has been played yet" in empty.out
    assert "1  Anna Ek" not in empty.out
    told = run("archive", "standings", "--archive", place, "--json").json("standings-1")
    assert {one["played"] for one in told["standings"]} == {0}


def test_the_next_command_can_be_copied(
    run: Runner, place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(place.parent)
    folder = Path("our club")
    options = ("--game", "yahtzee", "--players", "players.csv", "--archive", folder)
    first = next_of(run("event", "new", "Vårcupen", *options))
    assert first == ["event", "print", "--round", "1", "--archive", "our club"]
    assert run(*first).code == 0
    second = next_of(run("event", "new", "Höstcupen", *options))
    assert second[2] == "hostcupen", "there are two events now"
    assert run(*second).code == 0
    assert Path("hostcupen-round-1.pdf").exists()


def test_no_sheets_of_late_players_are_written_over(
    run: Runner, place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    new(run, place)
    print_round(run, place, 1)
    monkeypatch.chdir(place.parent)
    for name in ("Efva", "Finn", "Gro"):
        assert run("event", "add", name, "--archive", place).code == 0
    late = ("event", "print", "--round", 1, "--archive", place, "--late")
    told = [run(*late, number).err.partition(":")[0] for number in (5, 6, 7)]
    start = told[0].removesuffix(".pdf")
    assert start.endswith("-round-1-late")
    assert told == [f"{start}.pdf", f"{start}-2.pdf", f"{start}-3.pdf"]
    assert len({Path(name).read_bytes() for name in told}) == 3


def test_players_come_late_and_leave_early(run: Runner, place: Path) -> None:
    new(run, place)
    print_round(run, place, 1)
    options = ("--archive", place)
    added = run("event", "add", "Eve Holm", "Finn", "--team", "Röd", *options)
    assert added.err.splitlines() == ["Eve Holm is player no. 5", "Finn is player no. 6"]
    late = print_round(run, place, 1, "--late", "5,6")
    assert late.err.endswith("round 1, 1 table, sheet 3\n")
    assert run("event", "withdraw", "bo ål", *options).err == "Bo Ål plays no more; results stay\n"
    assert "Withdrawn: Bo Ål." in run("event", "status", *options).out
    assert "Bo Ål" in run("archive", "standings", *options).out
    status = run("event", "status", "--json", *options).json("event-1")
    assert [one.get("withdrawn", False) for one in status["players"]].count(True) == 1
    assert "3 tables, sheets 4 to 6" in print_round(run, place, 2).err
    assert run("event", "withdraw", "Bo Ål", "--back", *options).err == "Bo Ål plays again\n"
    for wrong in (
        ("event", "add", "Anna Ek"),
        ("event", "withdraw", "Nobody"),
        ("event", "print", "--late", "9"),
        ("event", "print", "--table", "1"),
    ):
        assert run(*wrong, *options).code == 2


def test_a_table_on_several_sheets_is_told(run: Runner, place: Path) -> None:
    made = new(run, place, "--game", "triple", "--table", "4")
    assert "a sheet has 2 columns: larger tables play on several sheets" in made.err
    assert "round 1, 1 table, sheets 1 to 2" in print_round(run, place, 1).err


def next_of(made: Ended) -> list[str]:
    """The words of the command that comes next, after `scorecheck`."""
    (told,) = [line for line in made.err.splitlines() if line.startswith("next: ")]
    return shlex.split(told.removeprefix("next: ").partition(" prints ")[0])[1:]


def test_one_round_and_one_player_are_no_several(run: Runner, place: Path) -> None:
    (place.parent / "players.csv").write_text("name\nAnna Ek\n", encoding="utf-8")
    made = new(run, place, "--rounds", "1", "--lang", "de")
    assert "Vårcupen: 1 Spieler, 1 Runde, höchstens 2 an einem Tisch" in made.err


def test_the_language_of_the_sheets_is_told_unless_it_was_chosen(run: Runner, place: Path) -> None:
    assert (
        "language of the printed sheets: English; --sheet-lang chooses another: "
        in new(run, place).err
    )
    other = place.with_name("other")
    swedish = new(run, other, "--game", "yatzy").err
    assert "language of the printed sheets: Svenska; --sheet-lang chooses another: " in swedish
    chosen = new(run, place.with_name("third"), "--game", "yatzy", "--sheet-lang", "sv")
    assert (chosen.code, "language of" in chosen.err) == (0, False)


def test_a_correction_is_told_of(run: Runner, place: Path) -> None:
    play(run, place)
    with open_archive(place) as archive:
        sheet = facts_of(archive).sheets[0]
        name = facts_of(archive).player(sheet.columns[0] or "").name
        add(archive, photo(place, sheet, "new", {"p1": card(30)}), corrected=True)
    out = run("event", "status", "--archive", place).out
    assert "sheet 1 was corrected: version 2" in out
    assert f"  {name}, Chance: 30, before that 14" in out
    assert f"  total of {name}: 267, before that 251" in out
    told = run("event", "status", "--json", "--archive", place).json("event-1")["corrections"]["1"]
    assert told[0]["totals"] == [{"column": "p1", "was": 251, "is": 267}]
    assert "vorher 251" in run("event", "status", "--lang", "de", "--archive", place).out


def test_standings_when_all_is_in(run: Runner, place: Path) -> None:
    play(run, place)
    told = run("archive", "standings", "--archive", place)
    assert told.code == 0
    assert "Anna Ek" in told.out
    document = run("archive", "standings", "--json", "--archive", place).json("standings-1")
    assert document["code"] in told.out
    assert [row["place"] for row in document["standings"]] == [1, 2, 3, 4]
    teams = run(
        "archive", "standings", "--by", "team", "--round", "2", "--json", "--archive", place
    )
    assert {row["name"] for row in teams.json("standings-1")["standings"]} == {"Röd", "Blå"}
    status = run("event", "status", "--json", "--archive", place)
    assert status.code == 0
    assert status.json("event-1")["code"] == document["code"]


def test_one_players_games(run: Runner, place: Path) -> None:
    play(run, place)
    told = run("archive", "standings", "--player", "bo ål", "--archive", place)
    assert "Bo Ål, Blå" in told.out
    assert len([line for line in told.out.splitlines() if line.strip()[:1] in ("1", "2")]) == 2
    nobody = run("archive", "standings", "--player", "Eve", "--archive", place)
    assert (nobody.code, "no player 'Eve'" in nobody.err) == (2, True)


def test_standings_as_they_stood(run: Runner, place: Path) -> None:
    play(run, place)
    now = run("archive", "standings", "--json", "--archive", place).json("standings-1")
    later = run("archive", "standings", "--json", "--at", "2999-01-01", "--archive", place)
    document = later.json("standings-1")
    assert document.pop("at").startswith("2999-01-0")
    assert document == now
    text = run("archive", "standings", "--at", "2999-01-01T12:00+02:00", "--archive", place).out
    assert "as it stood on 1 January 2999 at " in text
    before = run("archive", "standings", "--at", "1999-01-01", "--archive", place)
    assert (before.code, "was not there yet" in before.err) == (2, True)


def test_sheets_are_drawn_and_looked_at(run: Runner, place: Path) -> None:
    play(run, place)
    options = ("--archive", place)
    none = run("archive", "sample", *options)
    assert "No sheets have been drawn." in none.out
    assert "draw sheets with" in none.err
    seedless = run("archive", "sample", "--sheets", 3, *options)
    assert (seedless.code, seedless.out) == (2, "")
    assert "nothing was drawn: sheets are drawn by a seed" in seedless.err
    assert "archive sample --sheets 3 --seed THROW" in seedless.err
    drawn = run("archive", "sample", "--seed", "6351", "--sheets", "2", *options)
    assert drawn.code == 1
    assert drawn.out.count("to be compared with the paper") == 2
    numbers = [line.split()[1].rstrip(":") for line in drawn.out.splitlines()[1:]]
    assert f"sample --looked {numbers[0]}=agrees" in drawn.err
    first = run("archive", "sample", "--looked", f"{numbers[0]}=agrees", *options)
    assert f"sample --looked {numbers[1]}=agrees" in first.err
    assert (first.code, first.out.count("agree")) == (1, 1)
    assert run("archive", "sample", "--looked", f"{numbers[1]}=agrees", *options).code == 0
    differs = run("archive", "sample", "--looked", f"{numbers[1]}=differs", *options)
    assert (differs.code, "something else" in differs.out) == (1, True)
    assert run("archive", "sample", "--seed", "1", "--sheets", "5", *options).code == 2
    other = next(n for n in "1234" if n not in numbers)
    undrawn = run("archive", "sample", "--looked", f"{other}=agrees", *options)
    assert (undrawn.code, "was not drawn" in undrawn.err) == (2, True)
    assert run("archive", "sample", "--looked", f"{numbers[0]}=fine", *options).code == 2
    assert run("archive", "sample", "--looked", "agrees", *options).code == 2


@pytest.mark.parametrize(
    ("lang", "told"), [("sv", "tävlingskod"), ("no", "turneringskode"), ("de", "Turniercode")]
)
def test_in_every_language(run: Runner, place: Path, lang: str, told: str) -> None:
    play(run, place)
    for command in (("event", "status"), ("archive", "standings")):
        assert told in run(*command, "--lang", lang, "--archive", place).out


@pytest.mark.parametrize(
    ("more", "told"),
    [
        (("--game", "ludo"), "ludo"),
        (("--ties", "age"), "no rule for ties"),
        (("--paper", "a3"), "there is no paper"),
        (("--sheet-lang", "xx"), "there is no language"),
        (("--table", "6", "--game", "power"), "needs all its columns on one sheet"),
        (("--paper", "a5", "--game", "power"), "choose --paper A4, LETTER"),
    ],
)
def test_what_cannot_be_made_leaves_nothing(
    run: Runner, place: Path, more: tuple[str, ...], told: str
) -> None:
    ended = new(run, place, *more)
    assert (ended.code, told in ended.err) == (2, True)
    assert not place.exists()


def test_questions_that_have_no_answer(run: Runner, place: Path) -> None:
    assert run("archive", "standings", "--archive", place).code == 5
    new(run, place)
    for wrong in (
        ("event", "print", "--round", "3"),
        ("event", "print", "--without", "x"),
        ("event", "print", "--without", "9"),
        ("event", "print", "-o", "sheets.png"),
        ("event", "status", "Open"),
        ("archive", "standings", "--round", "3"),
        ("archive", "standings", "--by", "town"),
        ("archive", "standings", "--at", "soon"),
        ("archive", "export", "-o", "event.docx"),
    ):
        ended = run(*wrong, "--archive", place)
        assert (ended.code, ended.out) == (2, ""), wrong
        assert ended.err.startswith("scorecheck: ")
