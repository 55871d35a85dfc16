"""The network is shown only the middle of narrow windows, in batches: neither may tell."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from scorecheck.reading import recognise
from scorecheck.reading.policy import NO_INK
from scorecheck.reading.window import HEIGHT, WIDTH


def written(text: str, half: int) -> np.ndarray:
    """Ink of a text within so many columns of the middle, and a printed line on each side."""
    drawn = np.zeros((HEIGHT, WIDTH), np.uint8)
    place = (WIDTH // 2 - 9 * len(text), 30)
    cv2.putText(drawn, text, place, cv2.FONT_HERSHEY_SIMPLEX, 0.8, 255, 2, cv2.LINE_AA)
    picture = drawn.astype(np.float32) / 255
    picture[:, : WIDTH // 2 - half] = picture[:, WIDTH // 2 + half :] = 0
    picture[4:36, [WIDTH // 2 - half, WIDTH // 2 + half - 1]] = 0.5
    return picture


INK = np.stack(
    [written(text, half) for half in (26, 31, 36, 52) for text in ("5", "24", "0", "31", "7")]
)
KINDS = ["number", "number", "tick", "number", "number"] * 4


def test_narrow_windows_read_like_whole_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = recognise.recognise(INK, KINDS)
    monkeypatch.setattr(recognise, "_ROOM", WIDTH)
    for found, expected in zip(shown, recognise.recognise(INK, KINDS), strict=True):
        best = next(iter(expected))
        assert next(iter(found)) == best
        assert found[best] == pytest.approx(expected[best], abs=0.05)


def test_a_cell_reads_the_same_whatever_is_read_with_it() -> None:
    together = recognise.recognise(INK, KINDS)
    for i in (0, 7, 13, 19):
        assert recognise.recognise(INK[i : i + 1], KINDS[i : i + 1]) == [together[i]]


def test_a_window_without_ink_is_blank() -> None:
    found = recognise.recognise(np.zeros((1, HEIGHT, WIDTH), np.float32), ["number"])[0]
    assert found[""] > 0.99


def test_ink_that_means_nothing_leaves_room_for_an_entry() -> None:
    """Without a trace of ink a cell is surer to be blank: see `policy.NO_INK`."""
    specks = np.zeros((1, HEIGHT, WIDTH), np.float32)
    specks[0, 20, 30:32] = 0.9
    found = recognise.recognise(specks, ["number"])[0]
    assert 0.9 < found[""] <= recognise.MOST_BLANK < NO_INK
    assert sum(found.values()) == pytest.approx(1, abs=0.01)


def test_illegible_entries_are_rarer_than_the_networks_learnt(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The odds against them change, those among all other texts do not."""
    learnt = [{"?": 0.6, "24": 0.3, "29": 0.1}, {"?": 0.96, "7": 0.04}]
    monkeypatch.setattr(recognise, "_read", lambda ink, kinds, reader: learnt[: len(kinds)])
    torn, gone = recognise.recognise(INK[:2], ["tick", "tick"])
    assert list(torn) == ["24", "?", "29"]
    assert torn["24"] / torn["?"] == pytest.approx(0.3 / (0.6 * recognise.ILLEGIBLE_ODDS))
    assert torn["24"] / torn["29"] == pytest.approx(3)
    assert sum(torn.values()) == pytest.approx(1)
    assert next(iter(gone)) == "?"
