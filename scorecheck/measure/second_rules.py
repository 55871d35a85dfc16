"""When a second reader settles a cell that scorecheck is in doubt about: the rules tried."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np

from scorecheck.measure.rapidocr_cells import Line
from scorecheck.measure.rows import same
from scorecheck.reading.ctc import fixed_texts
from scorecheck.reading.types import ILLEGIBLE_TEXT, State

Texts = Mapping[str, float]
"""Probability by text, likeliest first."""

_LEAST = 1e-4
_LONGEST = 4


@dataclass(frozen=True)
class Read:
    """A cell as both saw it.

    `second` is what the second reader says of numbers, `number` the one that it reads; None and
    empty where it was not asked.
    """

    written: str
    texts: Texts
    state: State
    second: Texts | None = None
    number: str = ""

    @property
    def best(self) -> str:
        """The likeliest text of scorecheck alone."""
        return next(iter(self.texts))


@dataclass(frozen=True)
class Settled:
    """What a rule makes of a doubtful cell: its text, and how much speaks for it."""

    text: str
    p: float
    right: bool


@dataclass(frozen=True)
class Weights:
    """How both are multiplied: powers of their probabilities, and what the second reader's is
    taken to be for a text that it cannot say (a strike, a blank)."""

    first: float
    second: float
    unsaid: float


GRID = tuple(
    Weights(*values) for values in product((0.8, 1.0), (0.1, 0.2, 0.3, 0.45), (0.02, 0.05, 0.2))
)

Rule = Callable[[Read], tuple[str, float]]
"""A doubtful cell in; its text and how much speaks for it out."""


def said(line: Line, texts: Texts) -> dict[str, float]:
    """What the second reader's network says of the numbers among some texts, and of its own best.

    Exact, as sums over all alignments; the signs of both networks come in the same order.
    """
    numbers = dict.fromkeys(text for text in (*texts, line.masked) if text.isdigit())
    short = tuple(number for number in numbers if len(number) <= _LONGEST)
    return fixed_texts(line.chances[None], short)[0] if short else {}


def together(read: Read, weights: Weights) -> dict[str, float]:
    """Both readers' probabilities multiplied, likeliest first."""
    if read.second is None:
        return dict(read.texts)
    shares = {}
    for text in {**read.texts, **read.second}:
        said_so = read.second.get(text, weights.unsaid)
        own_p = max(read.texts.get(text, 0.0), _LEAST)
        shares[text] = own_p**weights.first * max(said_so, _LEAST) ** weights.second
    total = sum(shares.values())
    return dict(sorted(((t, p / total) for t, p in shares.items()), key=lambda pair: -pair[1]))


def own(read: Read) -> tuple[str, float]:
    """Scorecheck alone."""
    return read.best, read.texts[read.best]


def agreed(read: Read) -> tuple[str, float]:
    """Scorecheck's number where the second reader reads it too; else nothing speaks for it."""
    agree = read.best.isdigit() and read.number == read.best
    return read.best, read.texts[read.best] if agree else 0.0


def agreed_surely(read: Read) -> tuple[str, float]:
    """Where both read the same number, the product of how sure each is of it."""
    text, p = agreed(read)
    return text, p * (read.second or {}).get(text, 0.0)


def weighed(weights: Weights) -> Rule:
    """Both multiplied."""

    def rule(read: Read) -> tuple[str, float]:
        return next(iter(together(read, weights).items()))

    return rule


def best_weights(reads: Sequence[Read]) -> Weights:
    """Those under which what is written is likeliest in doubtful cells."""
    doubtful = [read for read in reads if read.state is State.DOUBTFUL]
    return min(GRID, key=lambda weights: _surprise(doubtful, weights))


def _surprise(reads: Sequence[Read], weights: Weights) -> float:
    found = (together(read, weights).items() for read in reads)
    chances = (
        sum(p for text, p in texts if same(text, read.written))
        for read, texts in zip(reads, found, strict=True)
    )
    return sum(-float(np.log(max(p, 1e-6))) for p in chances)


def settled(reads: Sequence[Read], rule: Rule) -> list[Settled]:
    """What a rule makes of every doubtful cell."""
    found = ((read, *rule(read)) for read in reads if read.state is State.DOUBTFUL)
    return [Settled(text, p, same(text, read.written)) for read, text, p in found]


def sure_before(reads: Sequence[Read]) -> list[Read]:
    """The cells that pass without the second reader."""
    return [read for read in reads if read.state in (State.SURE, State.BLANK)]


def wrong_before(reads: Sequence[Read]) -> int:
    """How many of those are wrong."""
    return sum(not same(read.best, read.written) for read in sure_before(reads))


def least_needed(reads: Sequence[Read], rule: Rule) -> float:
    """From where on a rule may settle cells, so that no larger share of what passes is wrong."""
    passed, wrong = len(sure_before(reads)), wrong_before(reads)
    allowed = wrong / max(1, passed)
    needed = float("inf")
    for one in sorted(passing(reads, rule, 0.0), key=lambda one: -one.p):
        passed, wrong = passed + 1, wrong + (not one.right)
        if wrong <= allowed * passed:
            needed = one.p
    return needed


def wrong_if_asked(reads: Sequence[Read], rule: Rule, asked: float) -> int | None:
    """How many cells pass wrongly where a rule settles as many as leaves a share asked about.

    None where it cannot settle so many, or where fewer are asked about anyway.
    """
    found = sorted(passing(reads, rule, 0.0), key=lambda one: -one.p)
    wanted = round((1 - asked) * len(reads)) - len(sure_before(reads))
    if not 0 <= wanted <= len(found):
        return None
    return wrong_before(reads) + sum(not one.right for one in found[:wanted])


def passing(reads: Sequence[Read], rule: Rule, needed: float) -> list[Settled]:
    """The doubtful cells that a rule settles from some `needed` on."""
    return [
        one
        for one in settled(reads, rule)
        if one.p >= needed and one.p > 0 and one.text != ILLEGIBLE_TEXT
    ]
