"""Traces: ink much fainter than the rest of its column may be what is left of an erased entry.

The network sees every cell at full contrast, so that a trace looks to it like any other number.
How dark the ink of a cell is beside its neighbours' tells.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from scorecheck.reading.policy import TRACE, TRACE_SHARE

_ENOUGH = 4
"""From so many entries on, it is known how dark a pen writes."""


def with_traces(
    texts: Sequence[dict[str, float]], darkness: Sequence[float], columns: Sequence[str]
) -> list[dict[str, float]]:
    """The texts of cells with ink, in which a trace may also be nothing.

    Args:
        texts: what each cell may say with its probability, likeliest first.
        darkness: of each cell's darkest ink, 0..1.
        columns: the column of each; one hand with one pen fills a column, as a rule.
    """
    written = np.array([next(iter(text)) != "" for text in texts], bool)
    dark, column = np.array(darkness), np.array(list(columns))
    usual = {name: _usual(dark, written, column == name) for name in set(columns)}
    return [
        _mixed(text) if written[i] and darkness[i] < TRACE * usual[columns[i]] else text
        for i, text in enumerate(texts)
    ]


def _usual(dark: np.ndarray, written: np.ndarray, here: np.ndarray) -> float:
    """How dark the entries of a column are, or of the sheet where the column has few; else 0.

    Even half of the entries may have been erased, so the darker ones count.
    """
    for some in (written & here, written):
        if np.count_nonzero(some) >= _ENOUGH:
            return float(np.percentile(dark[some], 75))
    return 0.0


def _mixed(text: dict[str, float]) -> dict[str, float]:
    """What a trace may say; likeliest first, as a blank is the less likely."""
    fainter = {name: p * (1 - TRACE_SHARE) for name, p in text.items()}
    fainter[""] = fainter.get("", 0.0) + TRACE_SHARE
    return dict(sorted(fainter.items(), key=lambda item: -item[1]))
