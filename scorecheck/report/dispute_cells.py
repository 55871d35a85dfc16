"""A cell as evidence: what the machine made of its picture, and what people said of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice

from scorecheck.game.template import Template
from scorecheck.languages.phrase import Joined, Phrase
from scorecheck.report import words
from scorecheck.report.result import CellResult, Decided

_MOST_READINGS = 4
_ROLES = {
    2: Phrase("as the second person, who did not see what the first had said"),
    3: Phrase("to settle the difference"),
}


@dataclass(frozen=True)
class Share:
    """One thing that a cell may say, with its probability from the picture alone and weighed with
    the whole card; `chosen` is what the machine took."""

    text: str
    alone: float
    weighed: float
    chosen: bool


@dataclass(frozen=True)
class Said:
    """What one person said: who, what and when, and the person's own remark."""

    sentence: str
    remark: str


@dataclass(frozen=True)
class CellShown:
    """A cell with its place in words. `field` is its name where its box has several cells,
    `shares` the few readings worth naming."""

    cell: CellResult
    place: str
    field: str
    shares: tuple[Share, ...]
    people: tuple[Said, ...]

    @property
    def bare(self) -> CellShown:
        """The same without the name of its field, to stand below a heading that has it."""
        return replace(self, field="")


def cell_shown(template: Template, cell: CellResult) -> CellShown:
    """All there is to show of a cell."""
    place = words.cell_place(template, cell)
    shares = tuple(islice(_shares(cell), _MOST_READINGS))
    return CellShown(cell, place, words.field_name(cell), shares, tuple(_people(cell)))


def _shares(cell: CellResult) -> Iterator[Share]:
    """The machine's readings, likeliest first once weighed; of a cell that nobody doubted one."""
    own = cell.machine or cell
    alone = {one.text: one.p for one in words.ranked(own.seen)}
    likely = {one.text: one.p for one in words.weighed(own)}
    doubted = own.in_doubt or cell.machine is not None
    for text in dict.fromkeys([*likely, *alone]) if doubted else [own.text]:
        seen = alone.get(text, next((one.p for one in own.seen if one.text == text), 0.0))
        yield Share(words.text_words(text), seen, likely.get(text, 0.0), text == own.text)


def _people(cell: CellResult) -> Iterator[Said]:
    for word in cell.disputed or filter(None, (cell.decided,)):
        yield Said(_sentence(word), word.remark.strip())


def _sentence(word: Decided) -> str:
    """`Anna decided on 2026-01-31 at 20:15:00 UTC: 18`."""
    told = Phrase(
        "{person} decided on {day} at {time} UTC",
        person=word.by,
        day=word.at[:10],
        time=word.at[11:19],
    )
    role = [_ROLES[word.round]] if word.round in _ROLES else []
    return Joined([Joined([told, *role], between=", "), words.text_words(word.text)], between=": ")
