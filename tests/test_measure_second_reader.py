"""The rules by which a second reader settles doubtful cells, and how they are judged."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from scorecheck.measure import second_reader
from scorecheck.measure.rapidocr_cells import Line, RapidReader, best_path
from scorecheck.measure.second_rules import (
    Read,
    Weights,
    agreed,
    agreed_surely,
    best_weights,
    least_needed,
    own,
    passing,
    said,
    settled,
    together,
    weighed,
    wrong_if_asked,
)
from scorecheck.reading.types import State
from tests.made_glyphs import write_folder

DIGITS = "0123456789"
EVEN = Weights(1.0, 1.0, 0.1)


def doubtful(written: str, texts: dict[str, float], second: dict[str, float], number: str) -> Read:
    return Read(written, texts, State.DOUBTFUL, second, number)


def test_both_are_multiplied_and_the_text_of_the_second_alone_is_a_candidate() -> None:
    read = doubtful("17", {"11": 0.6, "17": 0.4}, {"17": 0.9, "11": 0.09, "71": 0.01}, "17")
    found = together(read, EVEN)
    assert next(iter(found)) == "17" and sum(found.values()) == pytest.approx(1)
    assert found["17"] / found["11"] == pytest.approx(0.36 / 0.054)
    assert 0 < found["71"] < 1e-4
    assert weighed(EVEN)(read) == ("17", found["17"])


def test_what_the_second_cannot_say_is_neither_lost_nor_favoured() -> None:
    read = doubtful("X", {"X": 0.7, "4": 0.3}, {"4": 0.1}, "4")
    assert together(read, EVEN) == pytest.approx({"X": 0.7, "4": 0.3})
    without = Read("7", {"7": 0.7, "1": 0.3}, State.DOUBTFUL)
    assert together(without, EVEN) == without.texts


def test_agreement_is_on_numbers_only() -> None:
    assert agreed(doubtful("7", {"7": 0.8}, {"7": 0.9}, "7")) == ("7", 0.8)
    assert agreed(doubtful("7", {"7": 0.8}, {"1": 0.9}, "1")) == ("7", 0.0)
    assert agreed(doubtful("", {"": 0.8}, {}, "")) == ("", 0.0)
    assert agreed_surely(doubtful("7", {"7": 0.8}, {"7": 0.5}, "7")) == ("7", 0.4)
    assert agreed_surely(doubtful("7", {"7": 0.8}, {"1": 0.5, "7": 0.4}, "1")) == ("7", 0.0)


def test_what_the_second_says_is_exact() -> None:
    """Against the sum over every path of three places, spelled out."""
    chances = np.random.default_rng(3).dirichlet(np.ones(11), 3).astype(np.float32)
    found = said(Line("", chances, DIGITS), {"1": 0.5, "12": 0.3, "11": 0.1, "X": 0.1})
    assert set(found) >= {"1", "12", "11"} and "X" not in found
    for text in ("1", "12", "11"):
        total = sum(
            float(chances[0, a] * chances[1, b] * chances[2, c])
            for a in range(11) for b in range(11) for c in range(11)
            if best_path(np.eye(11)[[a, b, c]], DIGITS) == text
        )  # fmt: skip
        assert found[text] == pytest.approx(total, rel=1e-4)


def test_a_text_longer_than_any_score_is_no_candidate() -> None:
    path = [1, 0, 2, 0, 3, 0, 4, 0, 5]
    chances = np.full((len(path), 11), 0.01, np.float32)
    chances[np.arange(len(path)), path] = 0.9
    line = Line("01234", chances, DIGITS)
    assert line.masked == "01234"
    assert said(line, {"": 0.6}) == {}


def test_weights_are_those_under_which_the_writing_is_likeliest() -> None:
    trusted = [doubtful("7", {"1": 0.6, "7": 0.4}, {"7": 0.9, "1": 0.01}, "7")] * 5
    assert best_weights(trusted).second == 0.45
    misled = [doubtful("1", {"1": 0.6, "7": 0.4}, {"7": 0.9, "1": 0.01}, "7")] * 5
    assert best_weights(misled).second == 0.1


def reads() -> list[Read]:
    """Of 100 sure cells one is wrong; of 100 doubtful ones those below 0.6 and one at 0.9 are."""
    sure = Read("7", {"7": 0.999}, State.SURE)
    some = [sure] * 99 + [replace(sure, written="1")]
    for n in range(100):
        right = n >= 10 and n != 40
        some.append(doubtful("7" if right else "1", {"7": 0.5 + n / 250}, {}, "7"))
    some.append(doubtful("7", {"?": 0.99}, {}, ""))
    return some


def test_a_rule_settles_as_long_as_no_larger_share_is_wrong() -> None:
    some = reads()
    needed = least_needed(some, own)
    # From n = 99 down to 41 all are right: 59 settled, and none more for the wrong one at 40.
    assert needed == pytest.approx(0.5 + 41 / 250)
    assert len(passing(some, own, needed)) == 59
    assert all(one.right for one in passing(some, own, needed))


def test_a_rule_that_finds_nothing_settles_nothing() -> None:
    some = [replace(read, number="9") for read in reads()]
    assert passing(some, agreed, least_needed(some, agreed)) == []


def test_an_illegible_cell_is_never_settled() -> None:
    some = reads()
    assert len(settled(some, own)) == 101
    assert len(passing(some, own, 0.0)) == 100


def test_rules_are_compared_where_they_ask_about_as_many() -> None:
    some = reads()  # 201 cells, of which 100 are sure and one of those wrong
    assert wrong_if_asked(some, own, 101 / 201) == 1
    assert wrong_if_asked(some, own, 42 / 201) == 1
    assert wrong_if_asked(some, own, 41 / 201) == 2
    assert wrong_if_asked(some, own, 1 / 201) == 12
    assert wrong_if_asked(some, own, 0.0) is None  # the illegible one is asked about by any rule
    assert wrong_if_asked(some, own, 0.9) is None


def test_the_table_tells_what_is_asked_and_what_passes_wrongly() -> None:
    table = second_reader.report(reads(), reads())
    lines = [
        [field.strip() for field in line.strip("|").split("|")] for line in table.splitlines()[2:7]
    ]
    assert lines[0][:4] == ["no second reader", "-", "50.25 %", "1 of 100"]
    assert lines[1][:4] == ["lower threshold", "0.6640", "20.90 %", "1 of 159"]
    assert [line[0] for line in lines[2:]] == [
        "agreement", "agreement, both sure", "weighed together",
    ]  # fmt: skip


def test_only_doubtful_cells_are_shown_to_the_second_reader(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shown: list[int] = []

    def read(self: RapidReader, pictures: list[np.ndarray], allowed: str, least_px: int) -> list:
        shown.append(len(pictures))
        chances = np.full((3, 11), 1 / 11, np.float32)
        return [Line("", chances, allowed)] * len(pictures)

    monkeypatch.setattr(RapidReader, "read", read)
    texts = [{"7": 0.6, "1": 0.4}, {"7": 0.9995}, {"?": 0.9}]
    monkeypatch.setattr(
        second_reader, "read_composed", lambda cells: [texts[i % 3] for i in range(len(cells))]
    )
    assert second_reader.main([str(write_folder(tmp_path)), "--cells", "6"]) == 0
    assert shown == [2, 2]
    assert "Doubtful cells read right:" in capsys.readouterr().out


def test_a_missing_rapidocr_ends_the_program_in_words(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("scorecheck.measure.rapidocr_cells.find_spec", lambda name: None)
    assert second_reader.main([str(write_folder(tmp_path)), "--cells", "2"]) == 4
    assert "RapidOCR" in capsys.readouterr().err
