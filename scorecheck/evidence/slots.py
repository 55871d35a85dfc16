"""A cell as the weighing sees it: its texts, what each is worth, and how well each fits the ink."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from scorecheck.evidence.tape import Floats
from scorecheck.reading.learnt import fits
from scorecheck.reading.policy import NO_INK
from scorecheck.reading.types import ILLEGIBLE_TEXT, STRIKES, CellReading, Person

OTHER = "…"
"""Stands for every text that is neither a candidate nor listed otherwise."""

TEXTS = 1000
"""How many different texts share the probability that the reader left over."""

LEFTOVER = 1e-3
"""The least that is left over: a reader is never so sure that nothing else can be there."""

OVERLOOKED = 2e-3
"""The share of the cells that have ink and seem empty all the same in which an entry was
overlooked: one that stands on the line, or was taken for a neighbour's. It may be any of the usual
texts."""

WORTH_LISTING = 1e-5
"""A usual text that the reader does not name is listed only if it is at least so likely beside
the best candidate. Below that, a mistake on the paper is always the better explanation."""


@dataclass(frozen=True)
class Slot:
    """The texts that a cell may hold and the likelihood of its picture under each.

    `texts` ends with `OTHER`, whose likelihood is that of one single unlisted text.
    Likelihoods are relative to the best.
    """

    cell: str
    texts: tuple[str, ...]
    likelihood: Floats


@lru_cache(maxsize=4096)
def number_of(text: str) -> int | None:
    """The number that a text is worth (0 for a strike); None for a blank and for no number."""
    if text in STRIKES:
        return 0
    return int(text) if text.isascii() and text.isdigit() else None


def slot_of(reading: CellReading, usual: Collection[str] = ()) -> Slot:
    """The slot of one cell; `usual` are texts to list even where the reader saw them not.

    What the reader calls illegible is ink that may be any text at all, so it joins what is left
    over; and so do candidates that are no likelier than a text that was not named. A person's
    decision leaves nothing over: that cell holds one text.
    """
    if reading.said is Person.DECIDED and reading.text != ILLEGIBLE_TEXT:
        return Slot(reading.cell, (reading.text, OTHER), np.array([1.0, 0.0]))
    listed = {c.text: c.p for c in reading.candidates if c.text != ILLEGIBLE_TEXT}
    left = max(1.0 - sum(listed.values()), LEFTOVER) / TEXTS
    listed = {text: p for text, p in listed.items() if p > left}
    if reading.said is Person.NOTHING:
        listed = fits(reading.kind, listed)
    best = max(listed.values(), default=left)
    share = left
    if not reading.text and reading.p < NO_INK:
        share = max(left, OVERLOOKED / max(len(usual), 1))
    if share >= WORTH_LISTING * best:
        seen = {number_of(text) for text in listed} - {None}
        unseen = (text for text in usual if text not in listed and number_of(text) not in seen)
        listed.update(dict.fromkeys(unseen, share))
    likelihood = np.array([*listed.values(), left])
    return Slot(reading.cell, (*listed, OTHER), likelihood / likelihood.max())
