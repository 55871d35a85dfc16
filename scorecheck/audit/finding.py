"""`Finding`: one thing that is wrong on a card, with its place and its numbers."""

from __future__ import annotations

from dataclasses import dataclass, replace

from scorecheck.game.card import Mark
from scorecheck.languages.phrase import Joined

Shown = Mark | tuple[Mark, ...]
"""What a finding shows as written or expected: one mark or several."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing wrong.

    `at` is a box, a sum, `chips`, `card`, `game` or one of these after `p2.`, `g2.` or a column.
    `expected` are the marks that would be right, where they can be told. `carried` is true for a
    number that follows from an earlier wrong one. `message` is plain English, and a phrase that
    other languages can be had from. `beside` names the other places without which nothing would
    be wrong, where they are few and can be told.
    """

    code: str
    name: str
    at: str
    message: str
    written: Shown = None
    expected: Shown = None
    carried: bool = False
    beside: tuple[str, ...] = ()

    def within(self, prefix: str, lead: str) -> Finding:
        """The same finding seen from a whole table: place and message say whose card it is."""
        message = Joined([lead, self.message], between=": ")
        return replace(self, at=f"{prefix}.{self.at}", message=message)

    def to_json(self) -> dict[str, object]:
        """As in the formats scorecheck/check/1 and scorecheck/audit/1."""
        return {
            "code": self.code,
            "name": self.name,
            "at": self.at,
            "written": _plain(self.written),
            "expected": _plain(self.expected),
            "carried": self.carried,
            "message": self.message,
        }


def _plain(shown: Shown) -> object:
    return list(shown) if isinstance(shown, tuple) else shown
