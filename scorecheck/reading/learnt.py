"""How often each text stood among the cells that the networks learnt from.

A network's probabilities carry these shares within them: a stroke that may be nothing or an X leans
to what was met more often. On sheets other things are frequent, and there the weighing has its own
idea of what people write; so it divides them out again (for such changes: Saerens et al., Neural
Computation 14, 2002). `scorecheck.simulate.cell.random_text` draws the cells, and a test compares.
"""

from __future__ import annotations

from collections.abc import Mapping

_STRIKES = {"X": 0.0476, "/": 0.028, "-": 0.028, "#": 0.0196, "\\": 0.0168}

_SIGNS: Mapping[str, Mapping[str, float]] = {
    "number": {"": 0.1, **_STRIKES},
    "power": {
        "": 0.1, **_STRIKES, "1": 0.077, "2": 0.07, "3": 0.07, "0": 0.014,
        "D": 0.084, "F": 0.084, "P": 0.084, "POWER": 0.056, "DOUBLE": 0.049, "FREEZE": 0.049,
    },
    "tick": {"": 0.3, "v": 0.27, "X": 0.0825, "/": 0.045, "#": 0.015},
}  # fmt: skip

_ONE_DIGIT, _FROM_1 = 0.0126, 0.00804
_OTHER: Mapping[str, float] = {"number": 0.00311, "power": 0.021, "tick": 0.0208}
"""The share of any other text, by kind of cell. A number of two digits has it, or `_FROM_1`, as
more began with a 1; longer ones count as if they were as frequent, since the networks judge digits
one by one and not all numbers."""


def learnt_share(kind: str, text: str) -> float:
    """The share of the cells of a kind ("number", "power", "tick") in which a text stood, 0..1."""
    if kind == "number" and text.isdigit():
        return _ONE_DIGIT if len(text) == 1 else _FROM_1 if text[0] == "1" else _OTHER[kind]
    return _SIGNS[kind].get(text, _OTHER[kind])


def fits(kind: str, texts: Mapping[str, float]) -> dict[str, float]:
    """How well each text fits a picture, beside the likeliest one: its probability, less what that
    owes to how often either was met in learning.

    `texts` are without the illegible one, whose odds are those of sheets already.
    """
    if not texts:
        return {}
    usual = learnt_share(kind, max(texts, key=lambda text: texts[text]))
    return {text: p * usual / learnt_share(kind, text) for text, p in texts.items()}
