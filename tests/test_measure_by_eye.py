"""Cells to be read by eye: drawn by chance, mixed, and compared with what was written."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from scorecheck.errors import InputError
from scorecheck.measure.by_eye import Key, Shown, answers_of, choose, main, table
from scorecheck.measure.composed import Composed
from scorecheck.measure.rows import CellRow


def composed(number: int, written: str, read: str) -> Composed:
    row = CellRow(
        f"{number}/0", "number", written, ((read, 0.9),), "doubtful", read, 0.9, "doubtful"
    )
    return Composed(row, number, 0, "a hand")


CELLS = [
    *(composed(n, str(n + 10), str(n + 10)) for n in range(50)),
    *(composed(n, "14", "74") for n in range(50, 60)),
    composed(60, "X", "X"),
    composed(61, "", "1"),
]


def test_wrong_and_right_numbers_are_taken_by_chance_and_mixed() -> None:
    key = choose(CELLS, 8, np.random.default_rng(1))
    assert (key.numbers, key.right) == (60, 50)
    rights = [one.right for one in key.shown]
    assert rights.count(True) == rights.count(False) == 8
    assert rights != sorted(rights) and rights != sorted(rights, reverse=True)
    assert len({(one.hand, one.place) for one in key.shown}) == 16


def test_fewer_wrong_ones_than_asked_for_are_all_taken() -> None:
    rights = [one.right for one in choose(CELLS, 30, np.random.default_rng(1)).shown]
    assert (rights.count(False), rights.count(True)) == (10, 30)


def test_the_key_comes_back(tmp_path: Path) -> None:
    key = choose(CELLS, 3, np.random.default_rng(2))
    (tmp_path / "key.json").write_bytes(key.to_json())
    assert Key.read(tmp_path / "key.json") == key


def test_the_eye_is_counted_by_strata() -> None:
    """One of two wrong ones and all right ones as written: of 100 numbers, 95 right, 97.5 %."""
    key = Key(
        (Shown("14", "74", 0, 0), Shown("15", "16", 1, 0), Shown("8", "8", 2, 0)),
        numbers=100, right=95,
    )  # fmt: skip
    said = table(key, {1: "14", 2: "16", 3: "8"})
    assert "| wrongly | 2 | 50.00 % | 50.00 % | 0.00 % |" in said
    assert "| rightly | 1 | 100.00 % | 100.00 % | 0.00 % |" in said
    assert "the reader reads 95.00 % as written" in said
    assert said.endswith("the eye would 97.50 %.")


def test_answers_are_lines_of_a_number_and_a_text() -> None:
    assert answers_of("1 305\n\n 2  ?\n", 2) == {1: "305", 2: "?"}


@pytest.mark.parametrize("line", ["305", "3 12", "0 12", "one 12", "1 12 13"])
def test_other_lines_are_refused(line: str) -> None:
    with pytest.raises(InputError, match="line 1"):
        answers_of(line, 2)


def test_answers_without_a_key_are_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "said.txt").write_text("1 5\n")
    said = str(tmp_path / "said.txt")
    assert main([str(tmp_path), "-o", str(tmp_path), "--answers", said]) == 3
    assert "no key" in capsys.readouterr().err
