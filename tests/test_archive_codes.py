"""Exit codes of an archive's commands, and what they show in a narrow terminal."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from scorecheck.archive.store import Archive
from tests.cli_runner import Runner
from tests.made_club import add, card, club, facts_of, photo

RIGHT = {"p1": card(14), "p2": card(21)}
WRONG = {**RIGHT, "p1": card(14) | {"grand_total/sum": "200"}}
DOUBT = {"p1/chance/value": {"14": 0.49, "19": 0.48}}


@pytest.fixture
def archive(tmp_path: Path) -> Iterator[Archive]:
    """All sheets but the last are in, and nothing is wrong with them."""
    with club(tmp_path / "club") as one:
        sheets = facts_of(one).sheets
        add(one, *[photo(tmp_path, sheet, cards=RIGHT) for sheet in sheets[:-1]])
        yield one


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Runner:
    return Runner(capsys, monkeypatch)


def codes(run: Runner, archive: Archive) -> tuple[int, int]:
    """Of `event status` and of `archive standings`."""
    where = ("--archive", archive.folder)
    return run("event", "status", *where).code, run("archive", "standings", *where).code


def test_a_missing_sheet_may_change_the_answer(archive: Archive, run: Runner) -> None:
    assert codes(run, archive) == (1, 1)


def test_a_finding_is_told_when_it_is_read_and_changes_no_answer(
    archive: Archive, run: Runner, tmp_path: Path
) -> None:
    (outcome,) = add(archive, photo(tmp_path, facts_of(archive).sheets[-1], cards=WRONG))
    assert outcome.exit_code == 1
    assert codes(run, archive) == (0, 0)


def test_doubts_and_conflicts_are_told_by_all(
    archive: Archive, run: Runner, tmp_path: Path
) -> None:
    sheet = facts_of(archive).sheets[-1]
    (outcome,) = add(archive, photo(tmp_path, sheet, cards=RIGHT))
    assert outcome.exit_code == 0
    assert codes(run, archive) == (0, 0)
    other = photo(tmp_path, sheet, nonce="b", cards={**RIGHT, "p2": card(30)})
    (outcome,) = add(archive, other)
    assert outcome.exit_code == 1
    assert codes(run, archive) == (1, 1)


@pytest.mark.parametrize("columns", [30, 50, 100])
@pytest.mark.parametrize("command", [("standings",), ("standings", "--player", "1")])
def test_no_name_and_no_number_is_cut_off(
    archive: Archive,
    run: Runner,
    monkeypatch: pytest.MonkeyPatch,
    columns: int,
    command: tuple[str, ...],
) -> None:
    monkeypatch.setenv("COLUMNS", "100")
    wide = run("archive", *command, "--archive", archive.folder).out
    monkeypatch.setenv("COLUMNS", str(columns))
    narrow = run("archive", *command, "--archive", archive.folder).out
    assert "…" not in narrow
    told = set(narrow.split()) | set(narrow.replace(":", "").split())
    assert set(wide.split()) - {"player"} <= told  # a heading over names, which stand alone


@pytest.mark.parametrize("columns", [24, 40])
def test_variants_in_a_narrow_terminal(
    run: Runner, monkeypatch: pytest.MonkeyPatch, columns: int
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    told = run("variants").out
    assert "\nyahtzee\n  game: Yahtzee\n" in told
    assert "  languages: en sv no da de fi\n" in told
    assert "  values besides a strike: 5-30\n" in run("variants", "yahtzee").out
