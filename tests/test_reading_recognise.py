"""The network is shown only the middle of narrow windows, in batches: neither may tell."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from scorecheck.reading import ctc
from scorecheck.reading.alphabet import TICK_TEXTS
from scorecheck.reading.recognise import READERS, TEMPERATURE, logits, recognise
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


def test_narrow_windows_read_like_whole_ones() -> None:
    views = [ctc.softmax(logits(INK, reader) / TEMPERATURE) for reader in READERS]
    whole = [ctc.number_texts(view) for view in views]
    ticks = [ctc.listed_texts(view, TICK_TEXTS) for view in views]
    for i, (found, kind) in enumerate(zip(recognise(INK, KINDS), KINDS, strict=True)):
        best = next(iter(found))
        said = [one[i].get(best, 0.0) for one in (ticks if kind == "tick" else whole)]
        assert found[best] == pytest.approx(sum(said) / len(READERS), abs=0.05)


def test_a_cell_is_sure_only_where_both_readers_are(monkeypatch: pytest.MonkeyPatch) -> None:
    alone = logits(INK, READERS[0])

    def other(ink: np.ndarray, reader: str) -> np.ndarray:
        """The second reader sees the cells in another order: it says something else of each."""
        del ink
        return alone if reader == READERS[0] else np.roll(alone, 1, axis=0)

    monkeypatch.setattr("scorecheck.reading.recognise._widths", lambda ink: np.full(len(ink), 104))
    monkeypatch.setattr("scorecheck.reading.recognise.logits", other)
    for found in recognise(INK[:5], ["number"] * 5):
        assert max(found.values()) < 0.6


def test_a_cell_reads_the_same_whatever_is_read_with_it() -> None:
    together = recognise(INK, KINDS)
    for i in (0, 7, 13, 19):
        assert recognise(INK[i : i + 1], KINDS[i : i + 1]) == [together[i]]


def test_a_window_without_ink_is_blank() -> None:
    found = recognise(np.zeros((1, HEIGHT, WIDTH), np.float32), ["number"])[0]
    assert found[""] > 0.99
