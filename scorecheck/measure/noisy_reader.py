"""A made reader, right and wrong in the way real ones are, to try the weighing on many cards.

Each text that may be mistaken for the written one is told from it by a noisy measurement: the
log-likelihood ratio has mean d²/2 and variance d², as for two signals d standard deviations
apart. Such a reader is calibrated but for small print (texts differ in how many others look like
them); `boldness` above 1 makes it overconfident.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from scorecheck.reading.policy import blind_state
from scorecheck.reading.types import ILLEGIBLE_TEXT, STRIKES, TICK, Candidate, CellReading

CORNERS = ((0.0, 0.0),) * 4

CLOSE = ("49", "35", "59", "17", "06", "56", "38", "89", "27", "23", "14", "08", "46")
"""Digits that are taken for each other."""

NEAR, PLAIN, FAR = 0.75, 1.0, 1.4
"""How far apart texts are, in units of the writing's clearness."""

SIGNS = {
    "1": ("/", "\\", "7", "-"), "4": ("X",), "8": ("#",), "0": ("D", "6"), "2": ("3",),
    "D": ("0", "P"), "F": ("P", "1", "7"), "P": ("F", "D"), "3": ("2",),
    "DOUBLE": ("POWER",), "POWER": ("DOUBLE", "FREEZE"), "FREEZE": ("POWER",),
    "X": ("4", "#", TICK), "/": ("1", TICK, "\\"), "\\": ("1", "/"), "-": ("1", ""),
    "#": ("X", "8"), TICK: ("/", "X"), "": ("-", "1", "/"),
}  # fmt: skip
"""Signs that stand alone in a cell and look like others."""


@dataclass(frozen=True)
class NoisyReader:
    """`clearness` is the usual distance between texts, `spread` how much cells differ in it."""

    clearness: float = 6.0
    spread: float = 0.35
    boldness: float = 1.0
    listed: int = 8

    def read(
        self, place: tuple[str, str, str, str], text: str, rng: np.random.Generator
    ) -> CellReading:
        """The blind reading of a cell (cell id, box, field, kind) that says `text`."""
        cell, box, field, kind = place
        others = list(dict.fromkeys(_confusions(text, kind)))
        clear = self.clearness * float(np.exp(rng.normal(0.0, self.spread)))
        gaps = clear * np.array([distance for _, distance in others])
        # Half of the noise is in the written sign itself, so all its rivals share it.
        noise = (rng.normal(size=len(gaps)) + rng.normal()) / np.sqrt(2)
        logits = -(gaps**2 / 2 + gaps * noise) * self.boldness
        weights = np.exp(np.append(0.0, logits) - max(0.0, logits.max()))
        shares = weights / weights.sum()
        texts = [text, *(other for other, _ in others)]
        pairs = sorted(zip(texts, shares.tolist(), strict=True), key=lambda pair: -pair[1])
        found = tuple(Candidate(t, p) for t, p in pairs[: self.listed])
        state = blind_state(kind, found)
        return CellReading(cell, cell.split("/")[0], box, field, kind, found, state, CORNERS)


def _confusions(text: str, kind: str) -> Iterator[tuple[str, float]]:
    """Texts that may be read in place of this one, each with its distance."""
    if text != "":
        yield ILLEGIBLE_TEXT, FAR
        yield "", FAR * 1.5
    for other in SIGNS.get(text, ()):
        yield other, FAR if other == "" or text == "" else PLAIN
    if text.isdigit():
        yield from _misread_digits(text)
        if kind == "number":
            yield from _wrong_lengths(text)
    elif text in STRIKES:
        yield from ((other, FAR) for other in STRIKES if other != text)


def _misread_digits(text: str) -> Iterator[tuple[str, float]]:
    for place, digit in enumerate(text):
        for other in "0123456789":
            changed = text[:place] + other + text[place + 1 :]
            if other != digit and (len(text) == 1 or not changed.startswith("0")):
                pair = "".join(sorted(digit + other))
                yield changed, NEAR if pair in CLOSE else FAR


def _wrong_lengths(text: str) -> Iterator[tuple[str, float]]:
    """A digit lost, or a frame read as a leading 1."""
    if len(text) < 4:
        yield "1" + text, PLAIN
    for place in range(len(text)):
        short = text[:place] + text[place + 1 :]
        if short and not (short.startswith("0") and len(short) > 1):
            yield short, PLAIN
