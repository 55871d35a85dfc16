"""Arithmetic line by line: numbers with their names, and what they come to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scorecheck.audit.finding import Finding
from scorecheck.audit.view import CardView
from scorecheck.game.card import Number, number_of

PLUS, TIMES = " + ", " × "


@dataclass(frozen=True)
class Term:
    """A number that goes into a sum, with its name.

    `said` is what the paper has in its place where that is no number, such as X.
    """

    name: str
    number: Number
    said: str = ""
    in_doubt: bool = False


@dataclass(frozen=True)
class Step:
    """One line: terms, and what they come to.

    `at` is the place that findings name, `written` what the paper says there (None for nothing).
    `how` is there where the line is more than its terms with one sign `between` them:
    `(30 − 5) × 3`; `why` is a sentence that explains the result.
    """

    at: str
    name: str
    terms: tuple[Term, ...]
    result: Number
    written: Number | None = None
    between: str = PLUS
    how: str = ""
    why: str = ""

    @property
    def is_wrong(self) -> bool:
        """Whether something else is written."""
        return self.written is not None and self.written != self.result


def row_step(view: CardView, finding: Finding) -> tuple[Step, ...]:
    """Base times factor, for a row with a Power whose total is wrong; nothing for others."""
    entry = view.card.entry(finding.at)
    face = view.face(entry)
    if finding.name != "multiplier-wrong" or face is None or entry.base is None:
        return ()
    base = Term(view.label("base"), number_of(entry.base))
    power = Term(view.label("power"), face.factor, sign(entry.power, face.factor))
    total = None if entry.total is None else number_of(entry.total)
    right = base.number * face.factor
    return (Step(finding.at, view.label(finding.at), (base, power), right, total, TIMES),)


def unseen(steps: Sequence[Step], seen: set[str]) -> tuple[Step, ...]:
    """The steps that have not been shown before, and always the last; notes them as shown."""
    last = steps[-1].at if steps else ""
    fresh = tuple(step for step in steps if step.at == last or step.at not in seen)
    seen.update(step.at for step in steps)
    return fresh


def sign(said: object, number: Number) -> str:
    """What the paper has in the place of a number, where that is no number."""
    return "" if said is None or str(said) == str(number) else str(said)
